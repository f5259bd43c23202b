import { h, type JSX } from "preact";
import { pluralize } from "#pictures/format.ts";
import { hundredths } from "../grading/exercise-grade.ts";
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
    h("div", { "aria-hidden": "true" }, chart(bins)),
  );
}

interface Bin {
  readonly count: number;
  readonly from: number;
  readonly to: number;
}

// In pixels of the drawing, which the page scales.
const WIDTH = 660;
const HEIGHT = 240;
/** The plotted area: the axis lies at its bottom. */
const AREA = { left: 12, right: WIDTH - 12, top: 24, bottom: HEIGHT - 46 };
const BIN_WIDTH = (AREA.right - AREA.left) / BIN_COUNT;
const GAP = 3;
const TICK = 4;
/** From the axis to the top of a tick's number, to the baseline of the axis's name, and from a bar up to the middle of its count. */
const TO_NUMBER = 9;
const TO_NAME = 44;
const TO_COUNT = 9;

function chart(bins: readonly Bin[]): JSX.Element {
  const tallest = Math.max(1, ...bins.map(({ count }) => count));
  const left = (bin: number): number => hundredths(AREA.left + bin * BIN_WIDTH);
  const top = (count: number): number => hundredths(AREA.bottom - ((AREA.bottom - AREA.top) * count) / tallest);
  const ticks = [0, ...bins.map(({ to }) => to)];
  return h(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "text-anchor": "middle", fill: "currentColor" },
    h("path", { d: ticks.map((_, i) => `M${left(i)} ${AREA.bottom}v${TICK}`).join(""), stroke: "currentColor" }),
    h(
      "g",
      { "font-variant": "tabular-nums" },
      ticks.map((score, i) => h("text", { x: left(i), y: AREA.bottom + TO_NUMBER, dy: "0.71em" }, points(score))),
    ),
    h("text", { x: (AREA.left + AREA.right) / 2, y: AREA.bottom + TO_NAME }, "score, in points"),
    h(
      "g",
      { class: "bars" },
      bins.map(({ count }, i) =>
        h("rect", {
          x: left(i) + GAP / 2,
          y: top(count),
          width: hundredths(BIN_WIDTH - GAP),
          height: hundredths(AREA.bottom - top(count)),
        }),
      ),
    ),
    h("path", { d: `M${AREA.left} ${AREA.bottom}H${AREA.right}`, stroke: "currentColor" }),
    h(
      "g",
      { class: "counts" },
      bins.map(({ count }, i) => count > 0 && h("text", { x: left(i + 0.5), y: top(count) - TO_COUNT, dy: "0.32em" }, String(count))),
    ),
  );
}
