import type { DiffOptions } from "./comparison.ts";

type Labels = Pick<DiffOptions, "originalLabel" | "modifiedLabel">;

/** Says which version is which above a comparison: as heads of its two columns, or as a legend of its signs where it has one column. */
export function diffLabels({ originalLabel, modifiedLabel }: Labels, view: "side-by-side" | "inline"): HTMLElement {
  const labels = document.createElement("p");
  if (view === "side-by-side") {
    labels.className = "diff-labels";
    labels.append(label(originalLabel), label(modifiedLabel));
  } else {
    labels.className = "diff-legend";
    labels.append(label(`− ${originalLabel}`, "removed"), label(`+ ${modifiedLabel}`, "added"));
  }
  return labels;
}

function label(text: string, kind = ""): HTMLElement {
  const element = document.createElement("span");
  element.className = kind;
  element.textContent = text;
  return element;
}
