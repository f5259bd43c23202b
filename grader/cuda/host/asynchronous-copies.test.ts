import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost, type HostLaunch } from "./run-host.ts";

const hardware = new URL("../../hardware/", import.meta.url);
const text = readFileSync(new URL("probes/asynchronous-copies.cu", hardware), "utf8");
const { launches, printed } = runHost(text, { device: h200 });

/** What the lab finds in a kernel: the kind, and what the message must say. */
type Found = readonly (readonly [kind: string, words: string])[];

const FOUND: Readonly<Record<string, Found>> = {
  there_and_back: [],
  three_stages: [],
  swizzled_box: [],
  neighbours: [],
  in_both_blocks: [],
  no_wait: [["early-read", "brings to `tile`: nobody has waited for it"]],
  wrong_parity: [["early-read", "the parity of a phase that comes before"]],
  no_fence: [["proxy-fence", "thread (1, 0, 0) of block (0, 0, 0) has written"]],
  no_empty_barrier: [
    ["copy-overwritten", "may still use it"],
    ["early-read", "was for phase 0: a wait is missing, or the copy has begun too early"],
  ],
  order_matters: [["deadlock", "This hangs if copy 2 lands before copy 1"]],
  too_many_bytes: [["deadlock", "phase 0 (parity 0) of the barrier object `bar`, which has 4,096 of 8,192 expected bytes"]],
  no_meeting: [
    ["cluster-memory", "which may not have started yet"],
    ["race", "blocks run in any order"],
  ],
};

const ofKernel = (name: string): HostLaunch | undefined => launches.find(({ kernel }) => kernel === name);

describe("kernels whose copies go on by themselves, as an H200 ran them twenty times", () => {
  const [, ...rows] = readFileSync(new URL("data/asynchronous-copies-h200.csv", hardware), "utf8").trimEnd().split("\n");
  const measured = rows.map((row) => {
    const [name, runs, wrongRuns, gaveUpRuns] = row.split(",") as [string, string, string, string];
    return { name, runs: Number(runs), wrongRuns: Number(wrongRuns), gaveUpRuns: Number(gaveUpRuns) };
  });

  it("are those of the program", () => expect(measured.map(({ name }) => name).sort()).toEqual(Object.keys(FOUND).sort()));

  // `no_meeting` comes behind a launch that never ends: the program's device answers nothing any more.
  it.each(measured.filter(({ name }) => name !== "no_meeting"))("$name", ({ name, wrongRuns, gaveUpRuns }) => {
    const { findings, status } = ofKernel(name)!;
    const expected = FOUND[name]!;
    expect(findings.map(({ kind }) => kind)).toEqual(expected.map(([kind]) => kind));
    for (const [at, [, words]] of expected.entries()) expect(findings[at]!.message).toContain(words);
    // What went wrong on the GPU is found; what is right in the lab was right there, and has right results here.
    if (wrongRuns > 0 || gaveUpRuns > 0) expect(findings).not.toEqual([]);
    if (findings.length === 0) {
      expect([status, wrongRuns, gaveUpRuns]).toEqual(["done", 0, 0]);
      expect(printed.find((line) => line.startsWith(`${name},`))?.split(",")[2]).toBe("0");
    }
    // A launch that hangs in the lab's own order hung each time, and one that hangs in another order sometimes.
    if (status === "deadlock") expect(gaveUpRuns).toBe(20);
  });

  it("no_meeting, alone", () => {
    const alone = text.replace(/^ {2}run\((?!"no_meeting").*\n/gm, "");
    const { launches: only } = runHost(alone, { device: h200 });
    expect(only.map(({ kernel, findings }) => [kernel, ...findings.map(({ kind }) => kind)])).toEqual([
      ["no_meeting", ...FOUND["no_meeting"]!.map(([kind]) => kind)],
    ]);
  });

  it("say in which order copies land when it hangs", () => {
    const [finding] = ofKernel("order_matters")!.findings;
    expect(finding?.landings?.copies.map(({ copy, span }) => [copy, text.slice(span.from, span.to).slice(0, 12)])).toEqual([
      [2, "cp.async.bul"],
      [1, "cp.async.bul"],
    ]);
  });
});
