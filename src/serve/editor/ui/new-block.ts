/** The kinds of blocks that can be added below a block, and what their forms write. */

import type { Block, BlockKind, Field } from "./api";
import { pictureAddress } from "./pictures";

export interface NewBlock {
  label: string;
  kind: BlockKind;
  /** The label of the text, if it is not that of the block. */
  textLabel?: string;
  /** Whether the text may have several paragraphs. */
  takesParagraphs?: boolean;
  /** Whether the block is a picture, whose text says what the picture shows. */
  isPicture?: boolean;
  /** Writes the block in Markdown. */
  write: (text: string, picture: string) => string;
}

/** Puts marks before the first line of a text and before each of the others. */
const withMarks = (first: string, others: string) => (text: string) =>
  text.split("\n").map((line, number) => ((number === 0 ? first : others) + line).trimEnd()).join("\n");

const writePicture = (alt: string, path: string) => `![${alt.replace(/[\\[\]*_`<&]/g, "\\$&").replace(/\s+/g, " ")}](${pictureAddress(path)})`;

const SIMPLE: Partial<Record<BlockKind, NewBlock>> = {
  paragraph: { label: "Paragraph", kind: "paragraph", takesParagraphs: true, write: String },
  heading: { label: "Heading", kind: "heading", write: String },
  item: { label: "List item", kind: "item", write: String },
};

/** Blocks without a kind of their own: each is inserted as a paragraph whose text is the Markdown of the block. */
const WRITTEN: NewBlock[] = [
  { label: "Bulleted list", kind: "paragraph", textLabel: "First item", write: withMarks("- ", "  ") },
  { label: "Numbered list", kind: "paragraph", textLabel: "First item", write: withMarks("1. ", "   ") },
  { label: "Quotation", kind: "paragraph", takesParagraphs: true, write: withMarks("> ", "> ") },
];

const PICTURE: NewBlock = { label: "Picture", kind: "paragraph", textLabel: "What it shows", isPicture: true, write: writePicture };

/** Returns what can be added where blocks of these kinds can stand. */
function newBlocks(kinds: BlockKind[]): NewBlock[] {
  const simple = kinds.flatMap((kind) => SIMPLE[kind] ?? []);
  if (!kinds.includes("paragraph")) return simple;
  return [...simple, ...WRITTEN, PICTURE];
}

/** Returns what can be added below a block, and below the list, quotation or table around it, each with its heading. */
export function addable({ below, container }: Block): { heading: string; isOutside: boolean; blocks: NewBlock[] }[] {
  return [
    { heading: "Add below", isOutside: false, blocks: newBlocks(below) },
    { heading: `Add below the ${container}`, isOutside: true, blocks: container === null ? [] : newBlocks(["paragraph", "heading"]) },
  ].filter(({ blocks }) => blocks.length > 0);
}

/** Returns the fields of a new block. `like` is the field of another block. */
export function fieldsOfNew({ label, textLabel = label, isPicture = false }: NewBlock, like: Field): Field[] {
  const text: Field = { ...like, at: "/text", kind: "text", label: textLabel, value: "", is_markdown: !isPicture };
  const help = "For people who can't see it.";
  return isPicture ? [{ ...like, at: "/picture", kind: "picture", label, help: null, value: "", is_markdown: false }, { ...text, help }] : [text];
}
