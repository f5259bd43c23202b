import { describe, expect, test } from "vitest";
import { randomNumbers } from "#testing/cuda/random-program.ts";
import { profilerReport } from "#testing/cuda/profiler-reports.ts";
import { kernelParts, matchingLaunch } from "./matching-launch.ts";
import { ReportError, type MeasuredLaunch } from "./measured-launch.ts";
import { readReport } from "./read-report.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The error's message; anything but a ReportError is a bug. */
function messageOf(bytes: Uint8Array): string | undefined {
  try {
    readReport(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof ReportError) return error.message;
    throw error;
  }
}

describe("a file that is no report is refused with the command that makes one:", () => {
  test.each([
    ["nothing", bytesOf(""), "ncu --set full --import-source yes -o report ./program"],
    ["what a program printed", bytesOf("n = 1000\ntime: 12 us\n"), "ncu --set full"],
    ["another tool's database", bytesOf("SQLite format 3\0…"), "Nsight Systems"],
    ["other CSV", bytesOf('"name","points"\n"Ada","12"\n'), "--print-source cuda,sass"],
    ["a page without lines", profilerReport("no-lines-lines.csv"), "nvcc -lineinfo"],
    ["only the beginning", profilerReport("copy-strided.ncu-rep").subarray(0, 9000), "cut off"],
    ["a report without a launch", Uint8Array.of(0x4e, 0x56, 0x52, 0, 0, 0, 0, 0), "no launch"],
  ])("%s", (_, bytes, words) => {
    expect(messageOf(bytes)).toContain(words);
  });
});

describe("a hostile report is refused or read, and takes no longer than a good one:", () => {
  const report = profilerReport("helper-functions.ncu-rep");

  test("cut off anywhere", () => {
    for (let length = 0; length < report.length; length += 997) expect(messageOf(report.subarray(0, length))).toBeDefined();
  });

  test("damaged anywhere", () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 400; round++) {
      const damaged = report.slice();
      for (let i = 0; i < 8; i++) damaged[4 + random(damaged.length - 4)] = random(256);
      messageOf(damaged);
    }
  });

  test("with sizes beyond its end", () => {
    const endless = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    const block = [0x2a, ...endless, 0x28, ...endless];
    expect(messageOf(Uint8Array.of(0x4e, 0x56, 0x52, 0, 0, 0, 0, 0, block.length, 0, 0, 0, ...block))).toContain("cut off");
  });

  test.each([-13, NaN, 0.5, Infinity])("with a block of %d bytes", (size) => {
    const block = [0x29, ...new Uint8Array(Float64Array.of(size).buffer)];
    expect(messageOf(Uint8Array.of(0x4e, 0x56, 0x52, 0, 0, 0, 0, 0, block.length, 0, 0, 0, ...block))).toContain("cut off");
  });

  test("with one instruction in 2000 lines", () => {
    const rows = Array.from({ length: 2000 }, (_, line) => `"${line}","0x10","1"`);
    const text = ['"Function Name","k"', '"Line No","Address","Instructions Executed"', ...rows].join("\n");
    expect(readReport(bytesOf(text))[0]!.instructions![0]!.places).toHaveLength(64);
  });
});

test("a kernel is found by its name, its template arguments and its sizes", () => {
  expect(
    ["void tools::tiled<(int)32, float>(float *, int)", "tiled<32, float>", "scale(int *)", "f<Pair<int, 2>, (bool)1>(T1)"].map(
      kernelParts,
    ),
  ).toEqual([
    { name: "tiled", templateArguments: "32,float" },
    { name: "tiled", templateArguments: "32,float" },
    { name: "scale", templateArguments: "" },
    { name: "f", templateArguments: "Pair<int,2>,1" },
  ]);
  const launch = (id: number, kernel: string, blocks: number): MeasuredLaunch => ({
    id,
    kernel,
    grid: [blocks, 1, 1],
    block: [256, 1, 1],
    gpu: undefined,
    counters: new Map(),
    instructions: undefined,
    hasLines: false,
    isDebug: undefined,
    isRounded: false,
    sources: new Map(),
  });
  const launches = [
    launch(0, "void tiled<(int)16>(float *)", 4),
    launch(1, "void tiled<(int)32>(float *)", 8),
    launch(2, "void tiled<(int)32>(float *)", 4),
  ];
  const found = (kernel: string, blocks: number): number => matchingLaunch(launches, { kernel, grid: [blocks], block: [256] }).id;
  expect([found("tiled<32>", 4), found("tiled<32>", 8), found("tiled<32>", 5), found("tiled<16>", 8)]).toEqual([2, 1, 1, 0]);
  expect(() => found("copy", 4)).toThrow("The report has no launch of copy; it has tiled.");
});
