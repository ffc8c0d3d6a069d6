/** Turns pasted HTML, such as that of Word and Google Docs, into Markdown, in fields that take several blocks. */

import { remarkOn } from "./dom";
import { site } from "./frame";
import { encodeAddress } from "./texts";

/** A piece of text with one appearance. `href` is empty if it is no link. */
interface Run {
  text: string;
  isBold: boolean;
  isItalic: boolean;
  href: string;
}

type Look = Omit<Run, "text">;

const PLAIN: Look = { isBold: false, isItalic: false, href: "" };

interface Block {
  text: string;
  kind: "paragraph" | "item" | "other";
}

interface List {
  isNumbered: boolean;
  count: number;
  /** The length of the mark of the last item: what lies in the item is indented by it. */
  width: number;
}

const BLOCKS = new Set(
  "ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TR UL".split(" "),
);
const PICTURES = new Set("AUDIO CANVAS IFRAME IMG OBJECT SVG VIDEO".split(" "));
const LEFT_OUT = new Set("BUTTON INPUT NOSCRIPT SCRIPT SELECT STYLE TEMPLATE TEXTAREA TITLE".split(" "));

/** Puts a backslash before the signs that mean something in Markdown. */
const escapeSigns = (text: string) => text.replace(/[\\`*[\]~]|<(?=[a-z/!?])|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu, "\\$&");

/** Puts a backslash before the signs that would begin another block. */
const escapeStart = (text: string) =>
  text.replace(/^(?=#{1,6}(\s|$)|>|[-+]\s|[-=]+$)/, "\\").replace(/^(\d+)(?=[.)](\s|$))/, "$1\\");

/** Returns the address of a link as Markdown has it. It is empty unless it is http(s), mailto, tel or a path of the site. */
function addressOf(href: string): string {
  const own = site.origin + site.base;
  const address = (href.startsWith(own) ? `/${href.slice(own.length)}` : href).trim();
  if (!/^(https?:|mailto:|tel:|\/(?!\/))/i.test(address)) return "";
  return encodeAddress(address);
}

/** Writes runs of one paragraph. White space stays outside of the signs for bold and italic. */
function writeRuns(runs: Run[], write: (text: string) => string): string {
  const merged: Run[] = [];
  const isAlike = (a: Run, b: Run) => a.isBold === b.isBold && a.isItalic === b.isItalic && a.href === b.href;
  for (const run of runs) {
    const last = merged.at(-1);
    if (last && (isAlike(last, run) || run.text.trim() === "")) last.text += run.text;
    else merged.push({ ...run });
  }
  let [written, href] = ["", ""];
  const endLink = () => (href === "" ? "" : `](${href})`);
  for (const [number, run] of merged.entries()) {
    // Closing stars have no effect between a punctuation mark and a letter, so they go before the mark.
    const end = /^[\p{L}\p{N}]/u.test(merged[number + 1]?.text ?? "") ? /^(\s*)(.*?)([^\p{L}\p{N}]*)$/su : /^(\s*)(.*?)(\s*)$/s;
    const [, before = "", words = "", after = ""] = end.exec(run.text) ?? [];
    // A link without words would have no name.
    const target = words === "" ? "" : run.href;
    const sign = (run.isBold ? "**" : "") + (run.isItalic ? "*" : "");
    if (target !== href) written += endLink();
    written += before + (target !== href && target !== "" ? "[" : "");
    href = target;
    written += words === "" ? "" : sign + write(words) + sign;
    if (after === "") continue;
    // Unless the link goes on, white space and punctuation after the words stand behind it.
    if (merged[number + 1]?.href !== href) {
      written += endLink();
      href = "";
    }
    written += write(after);
  }
  return (written + endLink()).replace(/\s+/g, " ").trim();
}

/** Turns elements into blocks of Markdown. */
class BlockWriter {
  readonly blocks: Block[] = [];
  /** Whether anything is more than plain paragraphs. */
  isFormatted = false;
  private runs: Run[] = [];
  private readonly lists: List[] = [];
  /** What stands before the text of the next paragraph: the mark of an item or of a heading. */
  private start = "";
  private isInItem = false;
  /** The block of the list item that is being written, once the item has text of its own. */
  private item: Block | undefined;
  private isInRow = false;

  /** `notes` takes up what is left out, and `deeper` is added to the levels of headings. Without `escapes`, signs keep their meaning. */
  constructor(
    private readonly notes: Set<string>,
    private readonly deeper: number,
    private readonly escapes: boolean,
  ) {}

  /**
   * Ends a paragraph. Further paragraphs of a table cell or a list item continue its line, also those below a nested
   * list.
   */
  flush(): void {
    if (this.isInRow) return void this.runs.push({ ...PLAIN, text: " " });
    const runs = this.start.startsWith("#") ? this.runs.map((run) => ({ ...run, isBold: false })) : this.runs;
    const words = writeRuns(runs, this.escapes ? escapeSigns : String);
    const text = this.escapes ? escapeStart(words) : words;
    this.runs = [];
    if (text === "") return;
    const { item } = this;
    if (this.start !== "") {
      const block: Block = { text: this.start + text, kind: this.isInItem ? "item" : "other" };
      this.blocks.push(block);
      if (this.isInItem) this.item = block;
    } else if (item) item.text += ` ${text}`;
    else this.blocks.push({ text, kind: "paragraph" });
    this.start = "";
  }

  writeChildren(element: Element, look: Look): void {
    for (const child of element.childNodes) {
      if (child instanceof Text) this.writeText(child, look);
      else if (child instanceof Element) this.writeElement(child, look);
    }
  }

  /** Writes a text. In a `<pre>`, its line ends count. */
  private writeText({ data, parentElement }: Text, look: Look): void {
    const lines = parentElement?.closest("pre") ? data.split("\n") : [data];
    for (const [number, line] of lines.entries()) {
      if (number > 0) this.breakLine(look);
      this.runs.push({ ...look, text: line.replace(/[\s\u00a0]+/g, " ") });
    }
  }

  private breakLine(look: Look): void {
    if (this.isInItem || this.isInRow) this.runs.push({ ...look, text: " " });
    else this.flush();
  }

  private writeElement(element: Element, look: Look): void {
    const name = element.tagName.toUpperCase();
    const style = element.getAttribute("style") ?? "";
    if (LEFT_OUT.has(name) || /display:\s*none|mso-hide:\s*all|mso-list:\s*ignore/i.test(style)) return;
    if (PICTURES.has(name)) return void this.notes.add("pictures are left out");
    if (name === "BR") return this.breakLine(look);
    if (!BLOCKS.has(name)) return this.writeChildren(element, this.lookOf(element, name, style, look));
    this.flush();
    this.writeBlock(element, name, style, look);
    this.flush();
  }

  private lookOf(element: Element, name: string, style: string, look: Look): Look {
    const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1];
    const slant = /font-style:\s*(\w+)/i.exec(style)?.[1];
    const isBold = weight ? /^bold/i.test(weight) || Number(weight) >= 600 : look.isBold || /^(B|STRONG)$/.test(name);
    const isItalic = slant ? /^(italic|oblique)$/i.test(slant) : look.isItalic || /^(I|EM|CITE)$/.test(name);
    const href = name === "A" ? addressOf(element.getAttribute("href") ?? "") : look.href;
    this.isFormatted ||= isBold || isItalic || href !== "";
    return { isBold, isItalic, href };
  }

  private writeBlock(element: Element, name: string, style: string, look: Look): void {
    // Word writes items as paragraphs, with their marks in elements of their own.
    const word = /mso-list:[^;]*level(\d)/i.exec(style);
    const level = /^H(\d)$/.exec(name)?.[1];
    if (name === "UL" || name === "OL") this.writeList(element, name === "OL", look);
    else if (name === "LI" && this.lists.length > 0) this.writeItem(element, look);
    else if (word) {
      const isNumbered = /^\s*\w{1,3}[.)]/.test(element.querySelector('[style*="mso-list:Ignore" i]')?.textContent ?? "");
      this.lists.length = Math.min(this.lists.length, Number(word[1]));
      while (this.lists.length < Number(word[1])) this.lists.push({ isNumbered, count: 0, width: 0 });
      this.writeItem(element, look);
    } else if (level && !this.isInItem) {
      this.isFormatted = true;
      this.start = `${"#".repeat(Math.min(6, Number(level) + this.deeper))} `;
      this.writeChildren(element, look);
      this.flush();
      this.start = "";
    } else if (name === "BLOCKQUOTE" && !this.isInItem) {
      const inner = new BlockWriter(this.notes, this.deeper, this.escapes);
      inner.writeChildren(element, look);
      inner.flush();
      this.isFormatted = true;
      if (inner.blocks.length > 0) this.blocks.push({ text: inner.markdown.replace(/^(?=.)/gm, "> ").replace(/^$/gm, ">"), kind: "other" });
    } else if (name === "PRE" && element.querySelector("code, span") && !this.isInItem && !this.isInRow) this.writeCode(element);
    else if (name === "TR") {
      this.isFormatted = true;
      this.notes.add("tables become text");
      this.isInRow = true;
      for (const [number, cell] of [...element.children].entries()) {
        if (number > 0) this.runs.push({ ...look, text: " · " });
        this.writeChildren(cell, look);
      }
      this.isInRow = false;
    } else this.writeChildren(element, look);
    // A paragraph ends the lists that Word has written.
    if (!word && !element.closest("ul, ol")) this.lists.length = 0;
  }

  /** Writes code with its lines and its indentation, between fences longer than any in it. */
  private writeCode(element: Element): void {
    for (const lineEnd of element.querySelectorAll("br")) lineEnd.replaceWith("\n");
    const code = (element.textContent ?? "").replace(/\u00a0/g, " ").replace(/^\n+|\s+$/g, "");
    if (code === "") return;
    const fence = "`".repeat(1 + Math.max(2, ...[...code.matchAll(/`+/g)].map(([signs]) => signs.length)));
    this.isFormatted = true;
    this.blocks.push({ text: `${fence}\n${code}\n${fence}`, kind: "other" });
  }

  private writeList(element: Element, isNumbered: boolean, look: Look): void {
    this.lists.push({ isNumbered, count: 0, width: 0 });
    this.writeChildren(element, look);
    this.lists.pop();
  }

  private writeItem(element: Element, look: Look): void {
    const list = this.lists.at(-1);
    if (!list) return;
    this.isFormatted = true;
    list.count += 1;
    const mark = list.isNumbered ? `${list.count}. ` : "- ";
    list.width = mark.length;
    const around = { start: this.start, isInItem: this.isInItem, item: this.item };
    this.start = " ".repeat(this.lists.slice(0, -1).reduce((sum, { width }) => sum + width, 0)) + mark;
    this.isInItem = true;
    this.item = undefined;
    const before = this.blocks.length;
    this.writeChildren(element, look);
    this.flush();
    // An item without text is left out.
    if (this.blocks.length === before) list.count -= 1;
    Object.assign(this, around);
  }

  get markdown(): string {
    return this.blocks.map(({ text, kind }, number) => (number === 0 ? "" : kind === "item" && this.blocks[number - 1]?.kind === "item" ? "\n" : "\n\n") + text).join("");
  }
}

/**
 * Returns the blocks of pasted HTML as Markdown, and what is left out. Headings come below the title of the page. Returns `undefined` if the HTML says
 * no more than its text.
 */
function readHtml(html: string): { markdown: string; isWithinParagraph: boolean; notes: string[] } | undefined {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const notes = new Set<string>();
  const read = (escapes: boolean) => {
    const writer = new BlockWriter(notes, body.querySelector("h1") ? 1 : 0, escapes);
    writer.writeChildren(body, PLAIN);
    writer.flush();
    return writer;
  };
  const escaped = read(true);
  // Text without any format may be Markdown itself.
  const writer = escaped.isFormatted ? escaped : read(false);
  const [first, ...others] = writer.blocks;
  const isWithinParagraph = others.length === 0 && first?.kind !== "item" && first?.kind !== "other";
  if (!writer.isFormatted && isWithinParagraph && notes.size === 0) return undefined;
  return { markdown: writer.markdown, isWithinParagraph, notes: [...notes] };
}

/** Turns pasted HTML into Markdown. Several blocks, a heading, a list or a quotation stand apart from what is around them. */
export function pasteAsMarkdown(input: HTMLTextAreaElement): void {
  input.addEventListener("paste", (event) => {
    const pasted = readHtml(event.clipboardData?.getData("text/html") ?? "");
    if (!pasted && event.clipboardData?.types.join() === "Files") remarkOn("Nothing pasted: pictures are added by “Picture” below");
    if (!pasted) return;
    event.preventDefault();
    const { markdown, isWithinParagraph, notes } = pasted;
    const [before, after] = [input.value.slice(0, input.selectionStart), input.value.slice(input.selectionEnd)];
    const gap = (text: string) => (isWithinParagraph || text.trim() === "" ? "" : "\n\n");
    const plain = event.clipboardData?.getData("text/plain") ?? "";
    const [, first = "", last = ""] = (isWithinParagraph && /^( ?).*?( ?)$/s.exec(plain)) || [];
    // Ctrl+Z takes back what is inserted in this way.
    document.execCommand("insertText", false, gap(before) + first + markdown + last + gap(after));
    if (notes.length > 0) remarkOn(`Pasted: ${notes.join(", ")}`);
  });
}
