import { codeThemes } from "../code-themes.ts";
import type { CodeLanguage } from "../highlight.ts";
import type { Block } from "./work-document.ts";

/** What a document needs to become HTML. */
export interface HtmlTools {
  /** Code as a `pre` with syntax colours in CSS variables. */
  readonly highlight: (code: string, language: CodeLanguage) => Promise<string>;
  /** Markdown as HTML, in which HTML is text. */
  readonly prose: (markdown: string) => string;
}

const css = `
:root { color-scheme: light dark; --ink: #1f2328; --paper: #ffffff; --rule: #d0d7de; --panel: #f6f8fa; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --rule: #30363d; --panel: #161b22; } }
body { margin: 2rem auto; max-width: 48rem; padding: 0 1rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 Georgia, serif; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 3rem; border-top: 1px solid var(--rule); padding-top: 1rem; }
pre { border: 1px solid var(--rule); border-radius: 3px; background: var(--panel) !important; padding: 0.75rem 1rem; font: 0.85rem/1.5 ui-monospace, monospace; white-space: pre-wrap; }
.shiki, .shiki span { color: var(--shiki-light); }
@media (prefers-color-scheme: dark) { .shiki, .shiki span { color: var(--shiki-dark); } }
blockquote { margin: 1rem 0; border-left: 3px solid var(--rule); padding-left: 1rem; }
figure { margin: 1rem 0; overflow-x: auto; }
figure svg { max-width: 100%; height: auto; }
figcaption { font-size: 0.9rem; }
`;

/** A document as one HTML file that needs no other: styles, colours and pictures are in it. */
export async function htmlOf(blocks: readonly Block[], tools: HtmlTools): Promise<string> {
  const body = await Promise.all(blocks.map((block) => htmlBlock(block, tools)));
  return [
    "<!doctype html>",
    '<html lang="en">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="generator" content="Coalesce; code in ${codeThemes.light} and ${codeThemes.dark}">`,
    `<title>My work in the course Coalesce</title><style>${css}</style></head>`,
    `<body>\n${body.join("\n")}\n</body></html>\n`,
  ].join("\n");
}

async function htmlBlock(block: Block, { highlight, prose }: HtmlTools): Promise<string> {
  switch (block.kind) {
    case "heading":
      return `<h${block.level}>${escaped(block.text)}</h${block.level}>`;
    case "prose":
      return prose(block.markdown);
    case "list":
      return `<p><strong>${escaped(block.title)}</strong></p>\n<ul>${block.items.map((item) => `<li>${escaped(item)}</li>`).join("\n")}</ul>`;
    case "note":
      return `<blockquote><p><strong>${escaped(block.title)}</strong></p>\n${prose(block.text)}</blockquote>`;
    case "code":
      return [await highlight(block.code, block.language), ...block.pictures.map(figure)].join("\n");
  }
}

function figure({ svg, text }: { readonly svg: string; readonly text: string }): string {
  return `<figure>${svg}<figcaption>${escaped(text)}</figcaption></figure>`;
}

/** Text as HTML shows it. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
