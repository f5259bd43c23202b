import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { probeFileName, probeText, readGpuProbe, type GpuProbe } from "./gpu-probe.ts";

const point = { at: 1, us: 10, lower: 9, upper: 11, runs: 7, work: 1000 };
const probe: GpuProbe = {
  schema: "coalesce/gpu/v1",
  date: "2026-11-28",
  gpu: "Some GPU",
  vendor: "some",
  architecture: "",
  measuredIn: "a test",
  clock: "timestamps",
  curves: { widths: [point] },
};

describe("measurements of a GPU in a browser", () => {
  test("are read as they are written", () => {
    expect(readGpuProbe(probeText(probe))).toEqual(probe);
  });

  test.each<[string, object, RegExp]>([
    ["another file of the course", { schema: "coalesce/hardware/v1" }, /no measurement of a GPU/],
    ["a later version", { schema: "coalesce/gpu/v2" }, /later version of the course \(coalesce\/gpu\/v2\)/],
    ["no curve", { curves: {} }, /at `curves`: no curve was measured/],
    ["a curve that there isn't", { curves: { widths: [point], speed: [point] } }, /at `curves`.*speed/],
    ["a time of nothing", { curves: { widths: [{ ...point, us: 0 }] } }, /at `curves.widths.0.us`/],
    [
      "a median beside its quartiles",
      { curves: { widths: [{ ...point, upper: 9.5 }] } },
      /at `curves.widths.0`: the median is not between/,
    ],
    ["more points than a curve has", { curves: { widths: Array.from({ length: 129 }, () => point) } }, /at `curves.widths`/],
    ["a name that turns the text around", { gpu: "Some\u202EGPU" }, /at `gpu`: has characters that cannot be shown/],
    ["a claim beside its times", { banks: 64 }, /banks/],
    ["no day", { date: "2026-02-30" }, /at `date`/],
  ])("with %s are refused, with the place", (_, change, message) => {
    expect(() => readGpuProbe(JSON.stringify({ ...probe, ...change }))).toThrow(message);
  });

  test.each([
    ["no JSON", "{", /it is no JSON/],
    ["JSON of endless depth", "[".repeat(900_000), /it is no JSON/],
    ["a prototype", probeText(probe).replace('"gpu"', '"__proto__": {"date": "2026-11-28"}, "gpu"'), /__proto__/],
    ["nothing", "null", /no measurement of a GPU/],
    ["a megabyte", `"${"a".repeat(1_000_001)}"`, /longer than measurements of a GPU are/],
  ])("are not read from %s", (_, text, message) => {
    expect(() => readGpuProbe(text)).toThrow(message);
  });

  test("have a file of their own, wherever a name would lead", () => {
    expect(probeFileName({ gpu: "../../etc", date: "2026-11-28" })).toBe("etc-2026-11-28.json");
    expect(probeFileName({ gpu: "…", date: "2026-11-28" })).toBe("gpu-2026-11-28.json");
  });

  test("that are in the repository are in order, each under its name", () => {
    const folder = new URL("../../content/gpus/", import.meta.url);
    for (const name of readdirSync(folder)) {
      const text = readFileSync(new URL(name, folder), "utf8");
      expect([probeText(readGpuProbe(text)), probeFileName(readGpuProbe(text))]).toEqual([text, name]);
    }
  });
});
