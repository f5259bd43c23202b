import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readGpuProbe, type GpuProbe } from "#hardware/gpu-probe.ts";
import { browserName } from "./browser-name.ts";
import { CHART_GROUPS, chartOf } from "./probe-charts.ts";
import { linkWithProbe, probeOfLink } from "./probe-link.ts";

const h200 = readGpuProbe(readFileSync(new URL("../../../content/gpus/nvidia-h200-2026-11-28.json", import.meta.url), "utf8"));
const kinds = CHART_GROUPS.flatMap(({ charts }) => charts);

test("each curve of a probe is drawn, but those of lanes, which are strips", () => {
  const drawn = kinds.flatMap((kind) => chartOf(kind, h200)?.curve ?? []);
  const strips = ["lane-pairs-4", "lane-pairs-8", "lane-pairs-16"];
  expect([...drawn, ...strips].sort()).toEqual(Object.keys(h200.curves).sort());
});

test("a chart has the reader's values beside ours, at the places of both, and says them in words", () => {
  const point = { us: 10, lower: 9, upper: 11, runs: 7, work: 10_000 };
  const yours: GpuProbe = { ...h200, gpu: "Yours", curves: { widths: [{ ...point, at: 4 }], "strides-in-memory": [] as never } };
  const [widths, strides] = (["widths", "strides-in-memory"] as const).map((id) => kinds.find(({ curve }) => curve === id)!);
  const chart = chartOf(widths!, yours, h200);
  expect(chart?.ats).toEqual([4, 8, 16]);
  expect(chart?.series.map(({ whose, values }) => [whose, values.size])).toEqual([
    ["yours", 1],
    ["ours", 3],
  ]);
  expect(chart?.series[0]?.values.get(4)).toEqual({ value: 1, lower: 0.9, upper: 1.1 });
  expect(chart?.label).toMatch(/^Copies, by the bytes of a lane, gigabytes per second, .*Yours: 4 bytes: 1 GB\/s\. NVIDIA H200: 4 bytes: /);
  expect(chartOf(strides!, yours, h200)).toBeUndefined();
});

test("a link brings the whole probe, and none that isn't in order", async () => {
  const link = await linkWithProbe(h200, new URL("https://school.example/course/my-gpu/"));
  expect(link.length).toBeLessThan(12_000);
  expect(await probeOfLink(new URL(link).hash)).toEqual(h200);
  const hostile = await linkWithProbe({ ...h200, gpu: "" }, new URL("https://school.example/course/my-gpu/"));
  await expect(probeOfLink(new URL(hostile).hash)).rejects.toThrow("at `gpu`");
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0", "Edge 153"],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36", "Chrome 153"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0", "Firefox 147"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15", "Safari 26"],
  ["", "a browser"],
])("of %s, the browser is named", (userAgent, name) => expect(browserName(userAgent)).toBe(name));
