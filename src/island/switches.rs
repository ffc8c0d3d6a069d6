//! Long switches over texts, given a short way to their default. QuickJS compares case after case, and React asks with some seventy
//! cases what each attribute is, and with some forty what each element is: most are none of them.
//!
//! 1. Find a switch by its layout, which is that of a formatter: its first line, its cases one step further in, its end.
//! 2. If all cases are texts and the default comes last, put a copy of the default before it, for what is none of the cases.
//!
//! What is laid out otherwise stays as it is, and means the same. The sets come before a file's own first line, `"use strict"`: the
//! engine takes scripts as modules, which always are strict.

use std::fmt::Write as _;

/// Fewer are compared as fast as they are looked up.
const LONG: usize = 7;

/// A step further in.
const STEP: &str = "  ";

/// A switch in a text's lines.
struct Switch<'a> {
    indent: &'a str,
    /// The name of what it asks about.
    over: &'a str,
    /// The cases, in quotes.
    cases: Vec<&'a str>,
    /// The lines of the default.
    default: &'a [&'a str],
}

/// The same script, with short ways.
pub fn shorten(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (mut sets, mut short) = (String::new(), String::with_capacity(text.len() + text.len() / 8));
    let (mut count, mut before) = (0, 0_usize);
    for (at, line) in lines.iter().enumerate() {
        let switch = Switch::at(&lines[at..]).filter(|_| before.is_multiple_of(2));
        before += ticks(line);
        if let Some(Switch { indent, over, cases, default }) = switch {
            let (set, default) = (format!("cases{count}"), default.join("\n"));
            // A String takes anything that is written to it.
            let _ = write!(sets, "const {set} = new Set([{}]); ", cases.join(", "));
            let _ = writeln!(short, "{indent}if (!{set}.has({over})) switch (0) {{\n{default}\n{indent}}} else");
            count += 1;
        }
        short.push_str(line);
        short.push('\n');
    }
    sets + &short
}

/// How many backticks a line has.
fn ticks(line: &str) -> usize {
    line.matches('`').count()
}

impl<'a> Switch<'a> {
    /// The one that begins with these lines, if it is long and laid out as it should be.
    fn at(lines: &'a [&'a str]) -> Option<Self> {
        let first = lines.first()?;
        let begin = first.trim_start();
        let over = begin.strip_prefix("switch (")?.strip_suffix(") {")?;
        let is_name = over.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$'));
        let indent = &first[..first.len() - begin.len()];
        let length = lines.iter().skip(1).position(|line| line.strip_prefix(indent).is_some_and(|rest| rest == "}"))?;
        // The lines of a text between backticks, or of a comment, may look like anything.
        let is_code = |line: &&str| ticks(line).is_multiple_of(2) && !line.contains("/*");
        let body = Some(&lines[1..=length]).filter(|body| body.iter().all(is_code))?;
        let (mut cases, mut default) = (Vec::new(), body.len());
        for (at, line) in body.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
            let Some(label) = line.strip_prefix(indent)?.strip_prefix(STEP).filter(|rest| !rest.starts_with(' '))
            else {
                continue;
            };
            match label.strip_prefix("case ") {
                // After the default another case would be passed over.
                Some(case) if default == body.len() => cases.push(text(case)?),
                None if matches!(label, "default:" | "default: {") => default = at,
                None if label == "}" => {}
                _ => return None,
            }
        }
        (is_name && cases.len() >= LONG).then_some(Self { indent, over, cases, default: &body[default..] })
    }
}

/// A text in quotes with nothing special in it, as the only label of its line.
fn text(case: &str) -> Option<&str> {
    let text = case.strip_suffix(" {").unwrap_or(case).strip_suffix(':')?;
    let within = text.strip_prefix('"')?.strip_suffix('"')?;
    (!within.contains(['"', '\\'])).then_some(text)
}

#[cfg(test)]
mod tests {
    use rquickjs::{Context, Runtime};

    use super::shorten;

    /// A function of `name` with a switch of `count` cases before `rest`.
    fn function(count: usize, rest: &str) -> String {
        let cases: Vec<_> = (0..count).map(|n| format!("    case \"c{n}\":\n      said += {n};\n")).collect();
        let cases = cases.concat();
        format!(
            "function ask(name) {{\n  var said = \"\";\n  switch (name) {{\n{cases}{rest}  }}\n  return said;\n}}\n"
        )
    }

    /// What a script's function says of each of some names.
    fn said(script: &str) -> Vec<String> {
        let context = Context::full(&Runtime::new().expect("memory")).expect("memory");
        let asked = "[\"c0\", \"c15\", \"c16\", \"other\", \"\", 3, null, undefined].map((name) => String(ask(name)))";
        context.with(|ctx| ctx.eval(format!("{script};{asked}")).expect("a script that runs"))
    }

    fn check(script: &str, has_short_way: bool) {
        let short = shorten(script);
        assert_eq!(short.contains("new Set"), has_short_way, "{short}");
        assert_eq!(said(&short), said(script), "{short}");
        assert_eq!(short == script, !has_short_way, "{short}");
    }

    #[test]
    fn a_long_switch_means_what_it_meant() {
        let default = "    default:\n      if (name === \"\") break;\n      said += \"default\";\n";
        check(&function(16, default), true);
        check(&function(16, "      break;\n    default:\n      var name = \"x\";\n      return name;\n"), true);
        check(&function(20, ""), true);
        check(&function(16, "    default:\n      said += \"`d`\";\n"), true);
        check(&function(20, "    case \"last\": {\n      break;\n    }\n\n    default:\n      said = \"d\";\n"), true);
    }

    #[test]
    fn a_short_way_stays_within_its_condition() {
        let within = function(16, "    default:\n      said += \"d\";\n").replace("  switch", "  if (name)\n  switch");
        check(&within.replace("  return", "  else said = \"none\";\n  return"), true);
    }

    #[test]
    fn what_is_short_or_laid_out_otherwise_stays() {
        check(&function(6, "    default:\n      said += \"d\";\n"), false);
        check(&function(16, "    default:\n      said += \"d\";\n    case \"x\":\n      said += \"x\";\n"), false);
        check(&function(16, "    case 3:\n      said += \"three\";\n"), false);
        check(&function(16, "    case \"a\\\"\":\n      said += \"quote\";\n"), false);
        check(&function(16, "    case \"a\": case 3:\n      said += \"three\";\n"), false);
        check(&function(16, "    case \"a\": said += \"a\"; default:\n      said += \"d\";\n"), false);
        check(&function(16, "    default: said += \"d\";\n"), false);
        check(&function(16, "      /*\n    default:\n      */\n      said += \"d\";\n"), false);
        check(&function(16, "").replace("switch (name)", "switch (String(name))"), false);
        check(&function(16, "").replace("\n  }\n", "}\n"), false);
        check(&function(16, "    default:\n      said += `\n  }\n`;\n"), false);
        let shown = function(16, "    default:\n      said += \"d\";\n");
        check(&format!("var shown = `\n{shown}`;\nfunction ask(name) {{\n  return shown;\n}}\n"), false);
    }
}
