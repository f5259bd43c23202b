import type { Block } from "./work-document.ts";

/** A document as Markdown. Pictures are written out in words: an SVG inside Markdown is shown by few readers. */
export function markdownOf(blocks: readonly Block[]): string {
  return `${blocks.map(markdownBlock).join("\n\n")}\n`;
}

function markdownBlock(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`;
    case "prose":
      return block.markdown.trim();
    case "note":
      return noteMarkdown(block);
    case "code":
      return [fenced(block.code), ...block.pictures.map(({ text }) => `*${text}*`)].join("\n\n");
  }
}

/** A note as a quotation, so that nothing in it is taken for the document's own markup. */
export function noteMarkdown({ about, text }: { readonly about: string; readonly text: string }): string {
  return [`**My note on “${about}”**`, "", ...text.split("\n")].map((line) => `> ${line}`.trimEnd()).join("\n");
}

/** Code between fences that are longer than any row of backticks in it. */
function fenced(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}ts\n${code.trimEnd()}\n${fence}`;
}
