import { h } from "preact";
import renderToString from "preact-render-to-string";
import type { AccessExcerpt } from "#judge/first-warps.ts";
import { plainText } from "#pictures/inline-code.ts";
import { paletteCss } from "#pictures/palette.ts";
import pictureCss from "#pictures/picture.css?raw";
import { RequestPicture, pictureCaption, type DrawnRequest } from "#pictures/request-drawing.ts";

/** A picture that stands alone in a document: one warp's request of an access. */
export interface Picture {
  /** An SVG file, light or dark as the reader's system is set. */
  readonly svg: string;
  /** What it shows, as text without markup. */
  readonly text: string;
}

const style = h("style", {
  dangerouslySetInnerHTML: { __html: `${paletteCss(".picture")}\n${pictureCss}.picture .ground { fill: var(--paper); }` },
});
const ground = h("rect", { class: "ground", width: "100%", height: "100%" });

/**
 * For each access the picture of the first warp that takes part in it.
 *
 * @param id unique in the document
 */
export function picturesOf(accesses: readonly AccessExcerpt[], id: string): Picture[] {
  return accesses.flatMap(({ totals, warps }, number) => {
    const shown = warps.find(({ request }) => request.activeMask !== 0);
    if (shown === undefined) return [];
    return [stillPicture({ access: totals.access, array: totals.array, request: shown.request, lanes: [] }, `${id}-${number}`)];
  });
}

/** @param id unique in the document */
export function stillPicture(drawn: DrawnRequest, id: string): Picture {
  const svg = renderToString(h(RequestPicture, { drawn, id, children: [style, ground] }));
  return { svg, text: plainText(pictureCaption(drawn)) };
}
