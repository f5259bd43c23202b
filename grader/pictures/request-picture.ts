import { readFileSync } from "node:fs";
import { h } from "preact";
import renderToString from "preact-render-to-string";
import { paletteCss } from "./palette.ts";
import { RequestPicture, type DrawnRequest } from "./request-drawing.ts";

/** The style sheet of pictures. */
export const pictureCss = readFileSync(new URL("./picture.css", import.meta.url), "utf8");

/** A picture as markup for a page that has the palette and `pictureCss`. */
export const inlinePicture = renderedOnce((drawn, id) => renderToString(h(RequestPicture, { drawn, id })));

/** A picture as an SVG file, light or dark as the reader's system is set. */
export const pictureFile = renderedOnce((drawn, id) => {
  const css = `${paletteCss(".picture")}\n${pictureCss}.picture .ground { fill: var(--paper); }`;
  const style = h("style", { dangerouslySetInnerHTML: { __html: css } });
  const ground = h("rect", { class: "ground", width: "100%", height: "100%" });
  return `${renderToString(h(RequestPicture, { drawn, id, children: [style, ground] }))}\n`;
});

/** Caches pictures by request: students who hand in the same source share them. */
function renderedOnce(render: (drawn: DrawnRequest, id: string) => string): typeof render {
  const rendered = new WeakMap<DrawnRequest, Map<string, string>>();
  return (drawn, id) => {
    const known = rendered.get(drawn) ?? new Map<string, string>();
    const markup = known.get(id) ?? render(drawn, id);
    rendered.set(drawn, known.set(id, markup));
    return markup;
  };
}
