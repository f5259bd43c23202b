import { noteMarkdown } from "../notes/note-markdown.ts";
import { escapedMarkdown } from "./escape-markdown.ts";
import type { Block } from "./work-document.ts";

/** A document as Markdown. Pictures are written out in words: an SVG inside Markdown is shown by few readers. */
export function markdownOf(blocks: readonly Block[]): string {
  return `${blocks.map(markdownBlock).join("\n\n")}\n`;
}

function markdownBlock(block: Block): string {
  if (block.kind !== "code") return textMarkdown(block);
  return [fenced(block), ...block.pictures.map(({ text }) => `*${escapedMarkdown(text)}*`)].join("\n\n");
}

/** A piece of text as Markdown. Notes are Markdown; anything else that the learner wrote is escaped, so that it is shown as it was written. */
export function textMarkdown(block: Exclude<Block, { readonly kind: "code" }>): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${escapedMarkdown(block.text)}`;
    case "prose":
      return block.markdown.trim();
    case "list":
      return [`**${block.title}**`, "", ...block.items.map((item) => `- ${escapedMarkdown(item)}`)].join("\n");
    case "note":
      return [`**${escapedMarkdown(block.title)}**`, "", ...noteMarkdown(block.text).split(/\r\n?|\n/)]
        .map((line) => `> ${line}`.trimEnd())
        .join("\n");
  }
}

/** Code between fences that are longer than any row of backticks in it. */
function fenced({ code, language }: Extract<Block, { readonly kind: "code" }>): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language === "cuda" ? "cuda" : "ts"}\n${code.trimEnd()}\n${fence}`;
}
