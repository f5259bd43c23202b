import type { MdastNode } from "satteri";
import { elementsIn, nodesOf, type LessonElement, type LessonTree } from "./lesson-tree.ts";

/** A piece of a lesson as its reader meets it: a paragraph, a heading, a question, a claim, what a figure names. */
export interface Passage {
  /** What it is, for messages: "paragraph", "heading", "Predict", "figure warp-to-memory". */
  readonly kind: string;
  readonly text: string;
  /** Words that the passage sets in bold, where bold means that it says what they are: in running text, not in a question or a cell. */
  readonly bold: readonly string[];
}

/** What passages are made of besides the lesson's own text. */
export interface PassageSources {
  /** The words of a claim, which stand in its lesson: what the document says, and why it holds or doesn't. */
  readonly claim: (name: string) => string;
  /** The words that a figure names, by its element: undefined for elements that are no figures. */
  readonly figure: (element: LessonElement) => string | undefined;
}

/** Attributes whose text a reader sees. */
const SHOWN_ATTRIBUTES = new Set(["title", "prompt", "caption", "unit", "label"]);
/** Texts within the source of an attribute: `choices={[{ text: "…", response: "…" }]}`. */
const SHOWN_PROPERTY = /\b(?:text|response|why|title|prompt|caption|label):\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;
/** Elements that mark words within a sentence. */
const INLINE_ELEMENTS = new Set(["Goal", "Value", "Cost", "SharedCost", "Measured", "Fragment"]);
/** Elements in whose text bold is emphasis: they ask, and don't explain. */
const ASKING = new Set(["Predict", "Try", "LabCell", "SelfTest", "WhichLine", "ExerciseCell"]);

/** A lesson's passages in reading order. Code isn't among them. */
export function passagesOf(tree: LessonTree, sources: PassageSources): Passage[] {
  const root = tree.nodes[0];
  return root === undefined ? [] : passagesIn(root, undefined, sources);
}

function passagesIn(node: Readonly<MdastNode>, asking: string | undefined, sources: PassageSources): Passage[] {
  if (isElement(node) && !INLINE_ELEMENTS.has(node.name)) return elementPassages(node, asking, sources);
  if (node.type === "paragraph" || node.type === "heading" || node.type === "tableCell") {
    const inner = elementsIn(nodesOf(node)).filter(({ name }) => !INLINE_ELEMENTS.has(name));
    const own: Passage = { kind: asking ?? node.type, text: wordsOf(node), bold: asking === undefined ? boldIn(node) : [] };
    return [own, ...inner.flatMap((element) => elementPassages(element, asking, sources))];
  }
  if (node.type === "text") return [{ kind: asking ?? "text", text: node.value, bold: [] }];
  return "children" in node ? node.children.flatMap((child) => passagesIn(child, asking, sources)) : [];
}

function elementPassages(element: LessonElement, outer: string | undefined, sources: PassageSources): Passage[] {
  const { name, attributes, children } = element;
  const asking = outer ?? (ASKING.has(name) ? name : undefined);
  const shown = attributes.flatMap((attribute) => {
    if (attribute.name === undefined || attribute.value === null) return [];
    if (typeof attribute.value === "string") return SHOWN_ATTRIBUTES.has(attribute.name) ? [attribute.value] : [];
    return [...attribute.value.value.matchAll(SHOWN_PROPERTY)].map(([, quoted, template]) => quoted ?? template ?? "");
  });
  if (name === "Claim") shown.push(sources.claim(String(attributes.find((attribute) => attribute.name === "id")?.value)));
  const figure = sources.figure(element);
  return [
    ...shown.map((text): Passage => ({ kind: name, text: withoutCode(text), bold: [] })),
    ...children.flatMap((child) => passagesIn(child, asking, sources)),
    ...(figure === undefined ? [] : [{ kind: `figure ${name}`, text: figure, bold: [] }]),
  ];
}

function isElement(node: Readonly<MdastNode>): node is MdastNode & LessonElement {
  return "name" in node && "attributes" in node;
}

/** The words of a node, without code and without those of elements that stand for themselves. */
function wordsOf(node: Readonly<MdastNode>): string {
  if (node.type === "text") return node.value;
  if (isElement(node) && !INLINE_ELEMENTS.has(node.name)) return " ";
  if ("children" in node) return node.children.map(wordsOf).join("");
  return " … ";
}

function boldIn(node: Readonly<MdastNode>): string[] {
  return nodesOf(node)
    .filter((inner) => inner.type === "strong")
    .map(wordsOf);
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, "…");
}
