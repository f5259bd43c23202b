import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { h, type JSX } from "preact";
import { pluralize } from "#pictures/format.ts";
import { points } from "./captions.ts";
import { BIN_COUNT, tenths } from "./class-statistics.ts";

/** A chart of how many students scored how much, by tenths of the highest score, with the same as text for screen readers. */
export function distributionChart(scores: readonly number[], maxScore: number): JSX.Element {
  const bins = tenths(scores, maxScore).map((count, i) => ({
    count,
    from: (i * maxScore) / BIN_COUNT,
    to: ((i + 1) * maxScore) / BIN_COUNT,
  }));
  const spoken = bins
    .filter(({ count }) => count > 0)
    .map(({ count, from, to }) => `${pluralize(count, "student")} from ${points(from)} to ${points(to)} points`);
  return h(
    "div",
    { class: "chart", role: "img", "aria-label": `How scores are spread: ${spoken.join(", ")}.` },
    h("div", { "aria-hidden": "true", dangerouslySetInnerHTML: { __html: chartSvg(bins, maxScore) } }),
  );
}

interface Bin {
  readonly count: number;
  readonly from: number;
  readonly to: number;
}

function chartSvg(bins: readonly Bin[], maxScore: number): string {
  const tallest = Math.max(...bins.map(({ count }) => count));
  const svg = Plot.plot({
    document: parseHTML("<!doctype html><html></html>").document,
    className: "distribution",
    width: 660,
    height: 240,
    marginTop: 24,
    marginLeft: 12,
    marginRight: 12,
    marginBottom: 46,
    x: {
      domain: [0, maxScore],
      ticks: [0, ...bins.map(({ to }) => to)],
      tickFormat: points,
      tickSize: 4,
      label: "score, in points",
      labelAnchor: "center",
      labelArrow: "none",
      labelOffset: 44,
    },
    y: { domain: [0, tallest], axis: null },
    marks: [
      Plot.rectY(bins, { x1: "from", x2: "to", y: "count", insetLeft: 1.5, insetRight: 1.5, className: "bars" }),
      Plot.ruleY([0]),
      Plot.text(
        bins.filter(({ count }) => count > 0),
        { x: ({ from, to }: Bin) => (from + to) / 2, y: "count", text: ({ count }: Bin) => String(count), dy: -9, className: "counts" },
      ),
    ],
  });
  return svg.outerHTML;
}
