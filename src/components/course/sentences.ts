import { slug } from "github-slugger";
import type { MdastNode } from "satteri";
import { propertiesOf, type LessonElement, type LessonTree } from "./lesson-tree.ts";

/** A sentence of a page. */
export interface Sentence {
  readonly text: string;
  /** The heading that it stands below, as the page's address names it: "past-l1"; "opening" above the first one. */
  readonly section: string;
}

/** What stands above a page's first heading. */
export const OPENING = "opening";

/** Elements that mark words within a sentence. */
const WITHIN = new Set(["Goal", "Fragment"]);
/** What stands for a number that is computed, a formula, or anything else that has no words of its own. */
const NO_WORDS = "…";

/** A choice of a question, or a reason of a prediction: what is right and what is replied are the page's own words. */
interface Choice {
  readonly text: string;
  readonly right?: boolean;
  readonly response?: string;
  readonly reply?: string;
}

/**
 * The sentences that a page says in its own name, in reading order: running text, questions and their answers, what is right of several choices,
 * and replies to those that are wrong. Computed numbers and formulas are "…"; code keeps its backticks.
 */
export function sentencesOf(tree: LessonTree): Sentence[] {
  const [root] = tree.nodes;
  if (root === undefined || !("children" in root)) return [];
  let section = OPENING;
  return root.children.flatMap((node) => {
    if (node.type === "heading") section = slug(wordsOf(node));
    return textsIn(node)
      .flatMap(sentencesIn)
      .map((text) => ({ text, section }));
  });
}

/** The headings of a page by their names in its address. */
export function headingsOf(tree: LessonTree): ReadonlyMap<string, string> {
  return new Map(tree.nodes.flatMap((node) => (node.type === "heading" ? [[slug(wordsOf(node)), wordsOf(node)] as const] : [])));
}

function textsIn(node: Readonly<MdastNode>): string[] {
  if (node.type === "paragraph" || node.type === "tableCell") return [wordsOf(node)];
  if (isElement(node)) {
    // `<Keep>A sentence.</Keep>` on one line has no paragraph.
    const isLine = node.children.some(({ type }) => type === "text");
    return [...choicesOf(node).flatMap(ownWords), ...(isLine ? [node.children.map(wordsOf).join("")] : node.children.flatMap(textsIn))];
  }
  if (node.type === "heading" || !("children" in node)) return [];
  return node.children.flatMap(textsIn);
}

function ownWords({ text, right, response, reply }: Choice): string[] {
  return [...(right ? [text] : []), ...[response, reply].filter((words) => words !== undefined)];
}

function choicesOf(element: LessonElement): readonly Choice[] {
  const attributes = element.attributes.filter(({ name }) => name === "choices" || name === "because");
  const { choices = [], because = [] } = propertiesOf<{ choices?: Choice[]; because?: Choice[] }>({ ...element, attributes });
  return [...choices, ...because];
}

function wordsOf(node: Readonly<MdastNode>): string {
  if (node.type === "text") return node.value;
  if (node.type === "inlineCode") return `\`${node.value}\``;
  if (isElement(node) && !WITHIN.has(node.name)) return NO_WORDS;
  return "children" in node ? node.children.map(wordsOf).join("") : NO_WORDS;
}

function isElement(node: Readonly<MdastNode>): node is MdastNode & LessonElement {
  return "name" in node && "attributes" in node;
}

/** The sentences of a text without markup. */
export function sentencesIn(text: string): string[] {
  return text
    .replaceAll(/\s+/g, " ")
    .split(/(?<=[.?!]) /)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}
