import type { ComponentChildren } from "preact";
import renderToString from "preact-render-to-string";
import { el } from "./el.ts";
import { PAGE_CSS } from "./page-css.ts";
import { paletteCss } from "#pictures/palette.ts";
import { PICTURE_CSS } from "#pictures/picture-css.ts";

/** A page in one file: no script, nothing that is loaded, light or dark as the reader's system is. */
export function htmlDocument(title: string, ...body: ComponentChildren[]): string {
  const document = el(
    "html",
    { lang: "en" },
    el(
      "head",
      null,
      el("meta", { charset: "utf-8" }),
      el("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      el("meta", { name: "color-scheme", content: "light dark" }),
      // Should something get past the escaping all the same, it may not run and may not call home.
      el("meta", { "http-equiv": "Content-Security-Policy", content: "default-src 'none'; style-src 'unsafe-inline'" }),
      el("title", null, title),
      el("style", { dangerouslySetInnerHTML: { __html: [paletteCss(":root"), PICTURE_CSS, PAGE_CSS].join("\n") } }),
    ),
    el("body", null, el("main", null, ...body)),
  );
  return `<!doctype html>\n${renderToString(document)}\n`;
}
