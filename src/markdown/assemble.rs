//! The assembler of pieces: splits the HTML at its placeholders and nests components.

use std::ops::Range;

use super::component_tag::ComponentTag;
use super::events::Placeholder;
use super::pieces::Piece;
use crate::diagnostic::{Diagnostic, SpannedDiagnostic, closest};

/// The largest depth of nested components with content. Rendering calls itself once for each level, and must not
/// exhaust the stack.
const MAX_COMPONENT_DEPTH: usize = 50;

const LINK: &str = "<a href=\"";

struct OpenComponent {
    tag: ComponentTag,
    /// The `TagContext::parent` of the opening tag.
    parent: (usize, usize),
    /// The pieces before the component, within the component around it.
    before: Vec<Piece>,
}

/// The state of the assembly, and in the end its result.
#[derive(Default)]
pub(super) struct Assembler {
    pub pieces: Vec<Piece>,
    pub summary_end: Option<usize>,
    pub diagnostics: Vec<SpannedDiagnostic>,
    open: Vec<OpenComponent>,
    /// The number of open components beyond `MAX_COMPONENT_DEPTH`, whose tags are left out.
    too_deep: usize,
}

impl Assembler {
    /// Assembles the pieces of `html`, which has one NUL for each placeholder.
    pub fn assemble(html: &str, placeholders: Vec<Placeholder>) -> Self {
        let mut assembler = Self::default();
        assembler.pieces.reserve_exact(2 * placeholders.len() + 1);
        let mut rest = html;
        for placeholder in placeholders {
            let Some(at) = memchr::memchr(0, rest.as_bytes()) else { break };
            let before = &rest[..at];
            rest = &rest[at + 1..];
            // The placeholder of a link stands before `<a href="`, and the piece of the link belongs after it.
            if let Placeholder::Piece(Piece::Link { .. }) = placeholder {
                rest = rest.strip_prefix(LINK).unwrap_or(rest);
                assembler.push_html([before, LINK].concat());
            } else {
                assembler.push_html(before.to_owned());
            }
            if placeholder.removes_line_break() {
                rest = rest.strip_prefix('\n').unwrap_or(rest);
            }
            assembler.push(placeholder);
        }
        assembler.push_html(rest.to_owned());
        while !assembler.open.is_empty() {
            assembler.close_unclosed();
        }
        assembler
    }

    /// Adds a piece of HTML. `html` must have no spare capacity, because bodies stay in memory as long as the site.
    fn push_html(&mut self, html: String) {
        if !html.is_empty() {
            self.pieces.push(Piece::Html(html));
        }
    }

    fn push(&mut self, placeholder: Placeholder) {
        match placeholder {
            Placeholder::Piece(piece) => self.pieces.push(piece),
            Placeholder::Reference { note, reference, .. } => {
                self.pieces.push(Piece::FootnoteReference { note, reference });
            }
            Placeholder::Open { tag, .. } if tag.self_closing => self.push_component(tag, Vec::new()),
            Placeholder::Open { tag, .. } if self.open.len() == MAX_COMPONENT_DEPTH => self.skip(tag),
            Placeholder::Open { tag, context } => {
                let before = std::mem::take(&mut self.pieces);
                self.open.push(OpenComponent { tag, parent: context.parent, before });
            }
            Placeholder::Close { .. } if self.too_deep > 0 => self.too_deep -= 1,
            Placeholder::Close { name, span, context } => self.close(&name, span, context.parent),
            Placeholder::SummaryEnd if self.open.is_empty() => {
                self.summary_end.get_or_insert(self.pieces.len());
            }
            Placeholder::SummaryEnd => {}
        }
    }

    fn push_component(&mut self, tag: ComponentTag, children: Vec<Piece>) {
        let ComponentTag { name, attributes, span, .. } = tag;
        self.pieces.push(Piece::Component { name, attributes, children, span });
    }

    /// Leaves out the tag of a component that is nested too deep. Reports the component, unless it is inside another
    /// that is too deep.
    fn skip(&mut self, tag: ComponentTag) {
        if self.too_deep == 0 {
            let message = format!("`<{}>` is nested in {MAX_COMPONENT_DEPTH} components", tag.name);
            let diagnostic = Diagnostic::error("component-depth", message)
                .label("this is too deep")
                .help("close components before it; one without content ends in `/>`");
            self.diagnostics.push((diagnostic, tag.span));
        }
        self.too_deep += 1;
    }

    /// Closes the innermost open component called `name`, and reports the open components within it as unclosed.
    fn close(&mut self, name: &str, span: Range<usize>, parent: (usize, usize)) {
        let Some(index) = self.open.iter().rposition(|open| open.tag.name == name) else {
            return self.report_stray_close(name, span);
        };
        while self.open.len() > index + 1 {
            self.close_unclosed();
        }
        if self.open[index].parent != parent {
            let message = format!("`</{name}>` is in another paragraph, list item or quote than its `<{name}>`");
            let diagnostic = Diagnostic::error("component-stray-close", message)
                .label("closed here, but opened elsewhere")
                .help("put both tags on lines of their own, equally indented, with a blank line above and below");
            self.diagnostics.push((diagnostic, span));
        }
        self.close_innermost();
    }

    /// Reports a closing tag for which no component is open. A misspelt tag, such as `</Calout>` in `<Callout>`, closes
    /// the component, so that one mistake is reported instead of two.
    fn report_stray_close(&mut self, name: &str, span: Range<usize>) {
        let diagnostic = Diagnostic::error("component-stray-close", format!("`</{name}>` closes nothing"));
        if let Some(meant) = closest(name, self.open.last().map(|open| open.tag.name.as_str())) {
            let diagnostic =
                diagnostic.label(format!("did you mean `</{meant}>`?")).help("close what was opened last first");
            self.diagnostics.push((diagnostic, span));
            self.close_innermost();
        } else {
            let diagnostic = diagnostic
                .label("no component of this name is open here")
                .help(format!("remove it, or write `<{name}>` on a line of its own before it"));
            self.diagnostics.push((diagnostic, span));
        }
    }

    /// Makes the innermost open component a piece of its parent.
    fn close_innermost(&mut self) {
        if let Some(OpenComponent { tag, before, .. }) = self.open.pop() {
            let children = std::mem::replace(&mut self.pieces, before);
            self.push_component(tag, children);
        }
    }

    /// Reports that the innermost open component has no closing tag, and closes it.
    fn close_unclosed(&mut self) {
        let Some(ComponentTag { name, span, .. }) = self.open.last().map(|open| &open.tag) else { return };
        let diagnostic = Diagnostic::error("component-unclosed", format!("`<{name}>` is not closed"))
            .label(format!("no `</{name}>` follows"))
            .help(format!("write `</{name}>` on a line of its own below its content, or `<{name} />` if it has none"))
            .help("write text that is not a component, such as code, in backticks");
        self.diagnostics.push((diagnostic, span.clone()));
        self.close_innermost();
    }
}
