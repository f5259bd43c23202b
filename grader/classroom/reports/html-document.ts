import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { h, type ComponentChildren } from "preact";
import renderToString from "preact-render-to-string";
import { Prose } from "#pictures/inline-code.ts";
import { paletteCss } from "#pictures/palette.ts";
import { pictureCss } from "#pictures/request-picture.ts";
import { printable } from "./captions.ts";

/** The style sheet of the reports. Its fonts are those that the reader has installed. */
const pageCss = readFileSync(new URL("./page.css", import.meta.url), "utf8");

/** An HTML page in one file: no scripts, no external resources, light or dark as the reader's system is set. */
export function htmlDocument(title: string, ...body: ComponentChildren[]): string {
  return documentOf(title, body);
}

/** The script of the summary of a class. */
const summaryScript = readFileSync(new URL("./summary.js", import.meta.url), "utf8");

/** A page for instructors, whose tables can be sorted and searched. It runs one script, ours: its policy names the script's hash. */
export function searchableDocument(title: string, ...body: ComponentChildren[]): string {
  return documentOf(title, body, summaryScript);
}

function documentOf(title: string, body: readonly ComponentChildren[], script?: string): string {
  const scripts = script === undefined ? "" : `; script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  const document = h(
    "html",
    { lang: "en" },
    h(
      "head",
      null,
      h("meta", { charset: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      // A second defence after escaping: markup that gets past it can neither run nor load anything.
      h("meta", { "http-equiv": "Content-Security-Policy", content: `default-src 'none'; style-src 'unsafe-inline'${scripts}` }),
      h("title", null, title),
      h("style", { dangerouslySetInnerHTML: { __html: [paletteCss(":root"), pictureCss, pageCss].join("\n") } }),
    ),
    h(
      "body",
      null,
      h("main", null, ...body),
      script !== undefined && h("script", { type: "module", dangerouslySetInnerHTML: { __html: script } }),
    ),
  );
  return `<!doctype html>\n${renderToString(document)}\n`;
}

/** A sentence of the grader, made printable, with the parts between backticks as code. */
export function Sentence({ text }: { readonly text: string }) {
  return h(Prose, { text: printable(text) });
}
