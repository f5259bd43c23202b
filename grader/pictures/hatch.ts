import { h } from "preact";

/** The pattern of bytes that move without having been asked for; `id` is what `fill="url(#id)"` names. */
export function Hatch({ id }: { readonly id: string }) {
  return h(
    "defs",
    null,
    h(
      "pattern",
      { id, width: 4, height: 4, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      h("rect", { class: "hatch-ground", width: 4, height: 4 }),
      h("line", { class: "hatch-rule", x1: 0.5, y1: 0, x2: 0.5, y2: 4 }),
    ),
  );
}
