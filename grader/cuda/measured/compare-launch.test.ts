import { describe, expect, test } from "vitest";
import { countedLaunch, countedText, profilerReport, reportedText } from "#testing/cuda/profiler-reports.ts";
import { compareLaunch, type LaunchComparison } from "./compare-launch.ts";
import type { CountedLaunch } from "./row-sides.ts";
import { rowName } from "./comparison-words.ts";
import { matchingLaunch } from "./matching-launch.ts";
import { readReport } from "./read-report.ts";

function compared(counted: CountedLaunch, report: string): LaunchComparison {
  const launches = readReport(profilerReport(report));
  return compareLaunch(counted, matchingLaunch(launches, { ...counted, kernel: counted.profile.kernel }));
}

/** Rows, and those that differ: "13 shared load: joined". */
function outcome({ rows }: LaunchComparison): [number, string[]] {
  return [rows.length, rows.flatMap(({ reason, ...row }) => (reason ? [`${row.line ?? "?"} ${rowName(row)}: ${reason.kind}`] : []))];
}

describe("the lab counts what an H200 counted, line by line, or says what nvcc did:", () => {
  test.each<[report: string, kernel: string, launch: number, rows: number, differences: string[]]>([
    ["copy-strided", "copy-strided", 1, 2, []],
    ["transpose-tiled", "transpose-tiled", 1, 4, []],
    ["points-float3", "points-float3", 1, 2, []],
    ["grey-from-uchar3", "grey-from-uchar3", 1, 2, []],
    ["histogram-shared", "histogram-shared", 1, 5, []],
    ["shared-float4-column", "shared-float4-column", 1, 4, []],
    ["spmv-row-per-thread", "spmv-row-per-thread", 1, 2, []],
    ["reduce-3-sequential", "reduce-3-sequential", 1, 6, ["10 shared load: predicate", "10 shared store: predicate"]],
    ["matmul-tiled", "matmul-tiled", 1, 6, ["13 shared load: joined"]],
    ["matmul-register-tile", "matmul-register-tile", 1, 7, ["24 shared load: joined", "25 shared load: joined"]],
    // Compiled with -G: no load is joined.
    ["debug", "matmul-tiled", 1, 6, []],
    ["no-lines", "transpose-tiled", 1, 4, []],
    ["helper-functions", "helper-functions.cu", 1, 2, []],
    ["helper-functions", "helper-functions.cu", 2, 2, []],
    ["hoisted", "hoisted.cu", 1, 7, ["10 shared load: joined"]],
    [
      "several-kernels",
      "several-kernels.cu",
      1,
      6,
      ["8 local store: local memory", "9 local load: local memory", "9 local store: local memory", "10 local load: local memory"],
    ],
    ["several-kernels", "several-kernels.cu", 2, 2, []],
    ["several-kernels", "several-kernels.cu", 3, 2, []],
    ["several-kernels", "several-kernels.cu", 4, 3, ["21 global atomic: joined", "22 global store: other data"]],
  ])("%s, of %s, launch %i", (report, kernel, launch, rows, differences) => {
    expect(outcome(compared(countedLaunch(kernel, launch), `${report}.ncu-rep`))).toEqual([rows, differences]);
  });
});

test("joined loads are told with their widths and numbers, and what becomes of their conflicts is beside them", () => {
  const { rows } = compared(countedLaunch("matmul-register-tile"), "matmul-register-tile.ncu-rep");
  const [row] = rows.filter(({ line }) => line === 24);
  expect(row?.reason?.words).toBe(
    "nvcc joined loads of 4 bytes per lane into ones of 16 bytes: 131,072 loads became 32,768, as the lab estimates.",
  );
  expect(row?.counts).toEqual([
    { name: "requests", counted: 131072, measured: 32768 },
    { name: "wavefronts", counted: 262144, measured: 65536 },
    { name: "bank conflicts", counted: 131072, measured: 0 },
  ]);
});

test("totals are those of the GPU's own counters", () => {
  const { totals } = compared(countedLaunch("transpose-tiled"), "transpose-tiled.ncu-rep");
  const equal = totals.filter(({ reason }) => reason === undefined).map(({ name, measured }) => [name, measured]);
  expect(equal).toEqual([
    ["global load sectors", 32768],
    ["shared load wavefronts", 262144],
    ["shared load bank conflicts", 253952],
    ["global store sectors", 32768],
    ["shared store wavefronts", 8192],
    ["sectors to and from L2", 65536],
  ]);
  expect(totals.filter(({ reason }) => reason).map(({ name, reason }) => [name, reason!.kind])).toEqual([
    ["instructions", "not counted"],
    ["read from DRAM", "whole GPU"],
    ["time", "estimate"],
  ]);
});

test("turns that the unit lost to other accesses are told from what addresses cost", () => {
  const { totals, notes } = compared(countedLaunch("matmul-tiled"), "debug.ncu-rep");
  expect(notes.join()).toContain("-G, for a debugger");
  const wavefronts = totals.find(({ name }) => name === "shared load wavefronts");
  expect(wavefronts).toMatchObject({ counted: 1048576, measured: 1071632, reason: { kind: "whole GPU" } });
  expect(wavefronts?.reason?.words).toContain("Addresses account for 1,048,576");
});

describe("the pages that ncu exports say the same as far as they go:", () => {
  const byReport = compared(countedLaunch("transpose-tiled"), "transpose-tiled.ncu-rep");

  test("lines", () => {
    const { rows, notes } = compared(countedLaunch("transpose-tiled"), "transpose-tiled-lines.csv");
    expect(rows).toEqual(byReport.rows);
    expect(notes).toEqual([]);
  });

  test("instructions without lines: the launch as a whole", () => {
    const { rows, notes } = compared(countedLaunch("transpose-tiled"), "transpose-tiled-instructions.csv");
    expect(rows.map(({ line, counts }) => [line, counts])).toEqual([
      [undefined, byReport.rows[0]!.counts],
      [undefined, byReport.rows[2]!.counts],
      [undefined, byReport.rows[3]!.counts],
      [undefined, byReport.rows[1]!.counts],
    ]);
    expect(notes.join()).toContain("--print-source cuda,sass");
  });

  test("counters of the launch, raw and for reading", () => {
    const raw = compared(countedLaunch("transpose-tiled"), "transpose-tiled-raw.csv");
    expect(raw.totals.map(({ name, measured }) => [name, measured])).toEqual(byReport.totals.map(({ name, measured }) => [name, measured]));
    expect(raw.notes.join()).toContain("--section SourceCounters");
    const details = compared(countedLaunch("transpose-tiled"), "transpose-tiled-details.csv");
    expect(details.notes.join()).toContain("--print-units base");
    expect(details.totals.find(({ name }) => name === "read from DRAM")?.measured).toBe(1_050_000);
  });

  test("what was inlined from a header is at the line of its call", () => {
    expect(outcome(compared(countedLaunch("histogram-shared"), "histogram-shared-lines.csv"))).toEqual([5, []]);
  });

  test("several launches and pages in one text", () => {
    const counted = countedLaunch("several-kernels.cu", 3);
    const pages = ["several-kernels-lines.csv", "several-kernels-raw.csv"].map((page) => new TextDecoder().decode(profilerReport(page)));
    const launches = readReport(new TextEncoder().encode(`==PROF== Connected\n12 numbers\n${pages.join("\n")}`));
    expect(launches.map(({ kernel, grid }) => `${kernel.split("(")[0]} ${grid?.[0]}`)).toEqual([
      "digits 16",
      "scale 160",
      "scale 16",
      "append 16",
    ]);
    expect(outcome(compareLaunch(counted, launches[2]!))).toEqual([2, []]);
  });
});

describe("a report of something else says what of:", () => {
  test("another number of blocks", () => {
    const launches = readReport(profilerReport("several-kernels.ncu-rep"));
    const { rows, notes } = compareLaunch(countedLaunch("several-kernels.cu", 3), launches[1]!);
    expect(notes).toEqual(["The report is of 160 blocks, this launch of 16: launch as many here, and the counts can be equal."]);
    expect(rows.map(({ reason }) => reason?.words)).toEqual([
      "Another number of blocks; per block, the counts are equal.",
      "Another number of blocks; per block, the counts are equal.",
    ]);
  });

  test("another GPU", () => {
    const { notes } = compared({ ...countedLaunch("copy-strided"), gpu: "NVIDIA A100" }, "copy-strided.ncu-rep");
    expect(notes).toEqual([
      "The report is of an NVIDIA H200, the lab counts for an NVIDIA A100. Sectors and bank conflicts don't depend on it; caches, DRAM and time do.",
    ]);
  });

  test("a text that has changed since: by the text that the report carries", () => {
    const text = `// A comment\n${reportedText("transpose-tiled").replace("  __syncthreads();", "  // wait\n  __syncthreads();")}`;
    const { rows, notes } = compared(countedText("transpose-tiled", text), "transpose-tiled.ncu-rep");
    expect(rows.map(({ line, reason }) => [line, reason])).toEqual([8, 8, 13, 13].map((line) => [line, undefined]));
    expect(notes.join()).toContain("another version of the text");
  });

  test("a text that has moved: by where accesses are", () => {
    const text = `// A\n// B\n// C\n${reportedText("points-float3")}`;
    const { rows, notes } = compared(countedText("points-float3", text), "points-float3.ncu-rep");
    expect(rows.map(({ line, reason }) => [line, reason])).toEqual([7, 8].map((line) => [line, undefined]));
    expect(notes.join()).toContain("3 lines further up");
  });

  test("another pattern of access at the same place", () => {
    const text = reportedText("copy-strided").replace("in[i * stride]", "in[i]");
    const { rows } = compared(countedText("copy-strided", text), "copy-strided.ncu-rep");
    expect(rows.map(({ reason }) => reason?.kind)).toEqual(["other data", undefined]);
  });

  test("a load that nothing needs", () => {
    const text = reportedText("copy-strided").replace("out[i] = in[i * stride];", "out[i] = in[i * stride];\n  out[i] += in[i] * 0.5f;");
    expect(outcome(compared(countedText("copy-strided", text), "copy-strided.ncu-rep"))[1]).toContain("5 global load: left out");
  });
});
