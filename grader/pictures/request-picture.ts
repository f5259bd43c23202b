import type { VNode } from "preact";
import { el } from "#classroom/reports/el.ts";
import renderToString from "preact-render-to-string";
import type { Witness } from "#judge/result.ts";
import { deviceForWidth, explainGlobal, explainShared } from "#simulator";
import { bankPicture } from "./bank-picture.ts";
import { globalPicture } from "./global-picture.ts";
import { totalWidth } from "./measures.ts";
import { paletteCss } from "./palette.ts";
import { PICTURE_CSS } from "./picture-css.ts";
import { globalWords, sharedWords } from "./words.ts";

/** A picture before it is framed. */
export interface Drawing {
  /** In units of the drawing; the width is always the same. */
  readonly height: number;
  readonly shapes: readonly VNode[];
}

/** "`read`: one warp's load from `in`" */
function witnessTitle({ access, array, request: { op } }: Witness): string {
  return `\`${access}\`: one warp's ${op === "load" ? "load from" : "store to"} \`${array}\``;
}

/** The picture in words: its title, and what it shows. */
export function pictureWords(witness: Witness): string {
  return `${witnessTitle(witness)}. ${shownWords(witness)}`;
}

/** What a picture shows, in words. */
function shownWords({ request, lanes }: Witness): string {
  const device = deviceForWidth(request.bytesPerLane);
  switch (request.space) {
    case "global":
      return globalWords(explainGlobal(request, device), lanes);
    case "shared":
      return sharedWords(explainShared(request, device), lanes);
  }
}

/** The picture of a witness, drawn for its memory. */
function drawingOf(witness: Witness, id: string): Drawing {
  switch (witness.request.space) {
    case "global":
      return globalPicture(witness, id);
    case "shared":
      return bankPicture(witness);
  }
}

/** A picture inside of a page that has the palette and PICTURE_CSS, as markup. */
export const inlinePicture = onceForEach((witness, id) => renderToString(framed(witness, id, [])));

/** A picture as a file of its own: light or dark as the reader's system is. */
export const pictureFile = onceForEach((witness, id) => {
  const css = `${paletteCss(".picture")}\n${PICTURE_CSS}\n.picture .ground{fill:var(--paper)}`;
  const style = el("style", { dangerouslySetInnerHTML: { __html: css } });
  const ground = el("rect", { class: "ground", width: "100%", height: "100%" });
  return `${renderToString(framed(witness, id, [style, ground]))}\n`;
});

/** Keeps what was rendered for as long as its witness lives: whoever hands in the same text has the same pictures. */
function onceForEach(render: (witness: Witness, id: string) => string): typeof render {
  const rendered = new WeakMap<Witness, Map<string, string>>();
  return (witness, id) => {
    const known = rendered.get(witness) ?? new Map<string, string>();
    const markup = known.get(id) ?? render(witness, id);
    rendered.set(witness, known.set(id, markup));
    return markup;
  };
}

function framed(witness: Witness, id: string, first: readonly VNode[]): VNode {
  const { height, shapes } = drawingOf(witness, id);
  return el(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      class: "picture",
      viewBox: `0 0 ${totalWidth} ${height}`,
      width: totalWidth,
      height,
      role: "img",
      "aria-labelledby": `${id}-title ${id}-desc`,
    },
    el("title", { id: `${id}-title` }, witnessTitle(witness).replaceAll("`", "")),
    el("desc", { id: `${id}-desc` }, shownWords(witness)),
    ...first,
    ...shapes,
  );
}
