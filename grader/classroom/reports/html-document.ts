import { readFileSync } from "node:fs";
import { h, type ComponentChildren } from "preact";
import renderToString from "preact-render-to-string";
import { Prose } from "#pictures/inline-code.ts";
import { paletteCss } from "#pictures/palette.ts";
import { pictureCss } from "#pictures/request-picture.ts";
import { printable } from "./captions.ts";

/** The look of the reports: the course's paper, set with what fonts the reader has. */
const pageCss = readFileSync(new URL("./page.css", import.meta.url), "utf8");

/** A page in one file: no script, nothing that is loaded, light or dark as the reader's system is. */
export function htmlDocument(title: string, ...body: ComponentChildren[]): string {
  const document = h(
    "html",
    { lang: "en" },
    h(
      "head",
      null,
      h("meta", { charset: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      // A second guard behind the escaping: whatever gets past it may not run, and may not load anything.
      h("meta", { "http-equiv": "Content-Security-Policy", content: "default-src 'none'; style-src 'unsafe-inline'" }),
      h("title", null, title),
      h("style", { dangerouslySetInnerHTML: { __html: [paletteCss(":root"), pictureCss, pageCss].join("\n") } }),
    ),
    h("body", null, h("main", null, ...body)),
  );
  return `<!doctype html>\n${renderToString(document)}\n`;
}

/** A sentence of the grader with its code set as code, and nothing in it that cannot be shown. */
export function Sentence({ text }: { readonly text: string }) {
  return h(Prose, { text: printable(text) });
}
