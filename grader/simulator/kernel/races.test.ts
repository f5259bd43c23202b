import { describe, expect, test } from "vitest";
import type { Step } from "./kernel.ts";
import { accessesNeedingRaceCheck } from "./races.ts";
import { global, globalThread, kinds, load, run, shared, store, threads, type Index } from "#testing/kernel-builders.ts";

const barrier: Step = { kind: "barrier" };

describe("in shared memory", () => {
  const arrays = () => ({ in: global(64, "source"), out: global(64, "empty", (i) => 64 - i), tile: shared(64) });
  const mine: Index = ({ threadIdx }) => threadIdx.x;
  const mirrored: Index = ({ threadIdx }) => 63 - threadIdx.x;

  test.each<[string, Step[], string]>([
    ["a read after another thread's write, without a barrier", [load("in", mine), store("tile", mine), load("tile", mirrored)], "race"],
    [
      "a write after another thread's read, without a barrier",
      [load("in", mine), store("tile", mine), barrier, load("tile", mirrored), store("tile", mine)],
      "race",
    ],
    ["two threads' writes to one word", [load("in", mine), store("tile", () => 7)], "race"],
    ["two accesses' writes to one word, without a barrier", [load("in", mine), store("tile", mine), store("tile", mirrored)], "race"],
    ["a read of a word that no thread wrote", [load("tile", mine)], "read-before-write"],
  ])("%s", (_, steps, kind) => {
    expect(kinds(run(arrays(), steps, threads(1, 64)))).toContain(kind);
  });

  test("a thread may read back what it wrote itself, without a barrier", () => {
    const trace = run(arrays(), [load("in", mine), store("tile", mine), load("tile", mine)], threads(1, 64));
    expect(kinds(trace)).toEqual(["missing-element"]);
  });

  test("a race names the other thread", () => {
    const [race] = run(arrays(), [load("in", mine), store("tile", mine), load("tile", mirrored)], threads(1, 64)).violations;
    expect(race).toMatchObject({ kind: "race", lane: 0, elementIndex: 63, otherThread: 63, count: 64 });
  });

  test("a word that was written before a barrier may be read, and written again, after it", () => {
    const steps = [load("in", mine), store("tile", mine), barrier, load("tile", mirrored), barrier, store("tile", mine), barrier];
    const trace = run(arrays(), [...steps, load("tile", mine), store("out", mine)], threads(1, 64));
    expect(kinds(trace)).toEqual([]);
  });
});

describe("global memory that is loaded and stored by one kernel", () => {
  const reversed = (n: number) => ({ data: global(n, "source", (i) => n - i) });

  test("can be reversed in place when each thread swaps its own pair", () => {
    const n = 64;
    const low: Index = ({ threadIdx }) => threadIdx.x;
    const high: Index = ({ threadIdx }) => n - 1 - threadIdx.x;
    const steps = [
      load("data", low, { register: "a", name: "a" }),
      load("data", high, { register: "b", name: "b" }),
      store("data", high, { register: "a", name: "a back" }),
      store("data", low, { register: "b", name: "b back" }),
    ];
    expect(kinds(run(reversed(n), steps, threads(1, n / 2)))).toEqual([]);
  });

  test("races between blocks, which no barrier orders", () => {
    const steps: Step[] = [load("data", globalThread), barrier, store("data", (thread) => 63 - globalThread(thread))];
    expect(kinds(run(reversed(64), steps, threads(2, 32)))).toContain("race");
    expect(kinds(run(reversed(64), steps, threads(1, 64)))).toEqual([]);
  });
});

describe("the accesses that need a race check", () => {
  const read = load("tile", globalThread);
  const write = store("tile", globalThread);
  test.each<[string, Step[], Step[]]>([
    ["a store after a load", [read, write], [read, write]],
    ["none where a barrier is between", [read, barrier, write], []],
    ["none where the load comes last", [write, read], []],
    ["a load at the end of a repeat and the store at its beginning", [{ kind: "repeat", times: 2, steps: [write, read] }], [read, write]],
    ["both halves of a move", [{ kind: "move", load: read, store: write }], [read, write]],
    ["none of different arrays", [load("other", globalThread), write], []],
  ])("are %s", (_, steps, found) => {
    expect(accessesNeedingRaceCheck(steps)).toEqual(new Set(found));
  });
});
