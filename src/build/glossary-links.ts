import { defineMdastPlugin, type MdastNode, type MdastPluginEntry } from "satteri";
import type { GlossaryTerm } from "./glossary.ts";

type Text = Extract<MdastNode, { type: "text" }>;
type Link = Extract<MdastNode, { type: "link" }>;

/** Documents whose text is linked: lessons, and the prompts of exercises. */
const linkedDocuments = /\/content\/lessons\/|\/exercises\/[^/]+\/prompt\.mdx$/;

/** The types of nodes that contain running text. Headings, links, tables, code and components are left as they are. */
const running = new Set(["root", "paragraph", "list", "listItem", "blockquote", "containerDirective", "strong", "emphasis"]);

/** Links the first use of each glossary term in a document to its entry. The link carries the definition, which is shown on hover. */
export function glossaryLinks(terms: readonly GlossaryTerm[], base: string): MdastPluginEntry {
  const linker = termLinker(terms, base);
  return ({ fileURL }) => {
    if (!linkedDocuments.test(fileURL?.pathname ?? "")) return undefined;
    const used = new Set<string>();
    return defineMdastPlugin({
      name: "glossary-links",
      before(root, context) {
        for (const text of runningText(root)) {
          const linked = linker(text.value, used);
          if (linked.length > 1 || linked[0]?.type === "link") context.replaceNode(text, linked);
        }
      },
    });
  };
}

/** Texts of a document that may contain links, in reading order. */
function* runningText(node: Readonly<MdastNode>): Generator<Text> {
  if (node.type === "text") yield node;
  else if (running.has(node.type) && "children" in node) for (const child of node.children) yield* runningText(child);
}

/** Returns a function that turns the terms of a text which are not in `used` into links, and adds them to `used`. */
function termLinker(terms: readonly GlossaryTerm[], base: string): (text: string, used: Set<string>) => (Text | Link)[] {
  const termOf = new Map<string, GlossaryTerm>();
  for (const term of terms) {
    const everyday = new Set(term.everyday.map(normal));
    for (const spelling of [term.term, ...term.also].map(normal)) if (!everyday.has(spelling)) termOf.set(spelling, term);
  }
  const pattern = wholeWords([...termOf.keys()]);
  const href = `${base.replace(/\/?$/, "/")}glossary/`;
  return (text, used) => {
    const pieces: (Text | Link)[] = [];
    let end = 0;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const term = termOf.get(normal(found));
      if (!term || used.has(term.slug)) continue;
      used.add(term.slug);
      if (index > end) pieces.push({ type: "text", value: text.slice(end, index) });
      pieces.push(termLink(found, `${href}#${term.slug}`, term.definition));
      end = index + found.length;
    }
    if (end < text.length) pieces.push({ type: "text", value: text.slice(end) });
    return pieces;
  };
}

/** A passage in quotation marks, such as the title of a document, in which no terms are linked. */
const QUOTED = "“[^”]*”";

/** Matches a quoted passage, or the longest spelling that fits, in any case, but not as part of a longer or hyphenated word. */
function wholeWords(spellings: readonly string[]): RegExp {
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  const either = longestFirst.map((spelling) => spelling.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&").replaceAll(" ", "\\s+")).join("|");
  return new RegExp(`${QUOTED}|(?<![\\p{L}\\p{N}_-])(?:${either || "(?!)"})(?![\\p{L}\\p{N}_]|-\\p{L})`, "giu");
}

function normal(spelling: string): string {
  return spelling.toLowerCase().replaceAll(/\s+/g, " ");
}

function termLink(text: string, url: string, definition: string): Link {
  return {
    type: "link",
    url,
    children: [{ type: "text", value: text }],
    data: { hProperties: { class: "term", "data-definition": definition } },
  };
}
