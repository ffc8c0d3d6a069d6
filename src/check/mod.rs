//! What can be wrong in final HTML, found in one pass over each page:
//!
//! 1. `html` reads the page as tags and text.
//! 2. `links` takes the references and anchors from the tags, and `targets` looks up where the references lead.
//! 3. `page` checks what one page can be wrong in by itself, `policy` what it needs of a security policy.
//! 4. `weight` takes what a page makes a browser load, where that has a budget.
//! 5. Once all pages are known, `broken` verifies anchors on other pages and looks for what was meant.
//!
//! Nothing is drawn here: problems are data with a span in the page, from which the caller makes diagnostics.

pub mod broken;
mod element;
pub mod html;
pub mod leaks;
pub mod links;
pub mod page;
pub mod policy;
pub mod targets;
pub mod weight;

use std::ops::Range;

use broken::Broken;
use html::{Element, Tag, Visitor};
use links::{Found, Kind, Reference};
use page::{Checker, Problem};
use policy::{Allowed, Gatherer, Needs};
use targets::{Looked, Origin, Reason, Resolver, Site, Target};

/// What one page was found to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Findings {
    /// The number of its output.
    pub output: usize,
    pub problems: Vec<Problem>,
    pub broken: Vec<Broken>,
    /// What a security policy must let it have; nothing where none was asked for.
    pub needs: Needs,
    /// The hashes of its anchors, sorted.
    anchors: Box<[u64]>,
    /// The anchors that it expects on other pages.
    awaited: Vec<Awaited>,
    /// Where its references were looked for, if the resolver notes that.
    pub looks: Box<[Looked]>,
}

/// A link to an anchor of another page.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Awaited {
    output: usize,
    anchor: u64,
    url: Box<str>,
    span: Range<usize>,
    kind: Kind,
}

/// Examines one page; by the side of what pages are allowed to load, if the site has a security policy.
pub fn examine<S: Site + ?Sized>(
    page: &str,
    from: Origin<'_>,
    resolver: &mut Resolver<'_, S>,
    allowed: Option<&Allowed>,
) -> Findings {
    let (checker, inner, broken, awaited) = (Checker::new(page), Vec::new(), Vec::new(), Vec::new());
    let gatherer = allowed.map(|allowed| Gatherer::new(page, allowed));
    let mut examination = Examination { from, resolver: &mut *resolver, checker, gatherer, inner, broken, awaited };
    html::scan(page, &mut examination);
    let Examination { checker, gatherer, inner, mut broken, awaited, .. } = examination;
    let (mut problems, anchors) = checker.finish(page);
    let (needs, unfit) = gatherer.map(Gatherer::finish).unwrap_or_default();
    problems.extend(unfit);
    let missing = inner.iter().filter(|(anchor, _)| anchors.binary_search(anchor).is_err());
    broken.extend(missing.map(|(_, reference)| Broken::new(from, reference, Reason::NoAnchor)));
    let looks = resolver.looks();
    Findings { output: from.output, problems, broken, needs, anchors, awaited, looks }
}

/// What is known of a page so far.
struct Examination<'a, 'r, 's, S: ?Sized> {
    from: Origin<'r>,
    resolver: &'r mut Resolver<'s, S>,
    checker: Checker<'a>,
    gatherer: Option<Gatherer<'a, 'r>>,
    /// The references to anchors of the page itself.
    inner: Vec<(u64, Reference<'a>)>,
    broken: Vec<Broken>,
    awaited: Vec<Awaited>,
}

impl<'a, S: Site + ?Sized> Visitor<'a> for Examination<'a, '_, '_, S> {
    fn start(&mut self, tag: &Tag<'a>) {
        links::visit(tag, &mut |found| self.found(found));
        self.checker.start(tag);
        if let Some(gatherer) = &mut self.gatherer {
            gatherer.start(tag);
        }
    }

    fn listens(&self) -> bool {
        self.checker.listens()
    }

    fn end(&mut self, element: Element<'a>) {
        self.checker.end(element);
        if let Some(gatherer) = &mut self.gatherer {
            gatherer.end(element);
        }
    }

    fn closing(&mut self, name: &'a str) {
        self.checker.closing(name);
    }

    fn text(&mut self, text: &'a str) {
        self.checker.text(text);
    }

    fn raw(&mut self, text: &'a str, at: usize) {
        self.checker.raw(text, at);
        if let Some(gatherer) = &mut self.gatherer {
            gatherer.raw(text);
        }
    }
}

impl<'a, S: Site + ?Sized> Examination<'a, '_, '_, S> {
    fn found(&mut self, found: Found<'a>) {
        let reference = match found {
            Found::Anchor(anchor) => return self.checker.anchor(&anchor),
            Found::Reference(reference) => reference,
        };
        if let Some(gatherer) = &mut self.gatherer {
            gatherer.reference(&reference);
        }
        match self.resolver.resolve(self.from, &reference.url, reference.kind) {
            Target::Output { number, anchor: Some(anchor) } if number == self.from.output => {
                self.inner.push((anchor, reference));
            }
            Target::Output { number, anchor: Some(anchor) } => {
                let Reference { url, span, kind, .. } = reference;
                self.awaited.push(Awaited { output: number, anchor, url: url.into(), span, kind });
            }
            Target::Nowhere(reason) => self.broken.push(Broken::new(self.from, &reference, reason)),
            Target::External | Target::Other | Target::Ignored | Target::Output { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests;
