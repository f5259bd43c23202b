import { h } from "preact";

/** The hatching of bytes that are moved but not asked for; `fill="url(#id)"` refers to it. */
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
