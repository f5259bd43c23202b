import { defineMdastPlugin, type MdastNode, type MdastPluginEntry } from "satteri";
import { termFinder, type GlossaryTerm } from "./glossary.ts";

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
  const find = termFinder(terms);
  const href = `${base.replace(/\/?$/, "/")}glossary/`;
  return (text, used) => {
    const pieces: (Text | Link)[] = [];
    let end = 0;
    for (const { term, words, index } of find(text)) {
      if (used.has(term.slug)) continue;
      used.add(term.slug);
      if (index > end) pieces.push({ type: "text", value: text.slice(end, index) });
      pieces.push(termLink(words, `${href}#${term.slug}`, term.definition));
      end = index + words.length;
    }
    if (end < text.length) pieces.push({ type: "text", value: text.slice(end) });
    return pieces;
  };
}

function termLink(text: string, url: string, definition: string): Link {
  return {
    type: "link",
    url,
    children: [{ type: "text", value: text }],
    data: { hProperties: { class: "term", "data-definition": definition } },
  };
}
