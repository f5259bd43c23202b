import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { MultiplesCurve } from "./multiples-chart.tsx";

const spread = (median: number) => ({ median, lower: median - 0.1, upper: median + 0.1, runs: 15 });

test("a curve has a gap where the runs cannot tell, and a mark for each row that they can", () => {
  const yours = [1, 2, undefined, 4, 5].map((value) => (value === undefined ? undefined : spread(value)));
  const rows = yours.map((own, place) => ({ name: `${2 ** place}`, ours: place + 1, yours: own }));
  const svg = renderToString(<MultiplesCurve rows={rows} rowHead="Stride" label="a chart" />);
  const [, ours = "", own = ""] = /class="ours" d="([^"]*)".*class="yours" d="([^"]*)"/.exec(svg) ?? [];
  expect(ours.replace(/[^ML]/g, "")).toBe("MLLLL");
  expect(own.replace(/[^ML]/g, "")).toBe("MLML");
  expect(svg.match(/<rect class="yours"/g)).toHaveLength(4);
});
