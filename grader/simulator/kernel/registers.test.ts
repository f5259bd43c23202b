import { describe, expect, test } from "vitest";
import type { Step } from "./kernel.ts";
import type { Thread } from "./thread.ts";
import { hashId } from "./source-ids.ts";
import { global, globalThread, kinds, load, run, store, threads, type Index } from "#testing/kernel-builders.ts";

describe("sums", () => {
  const add: Step = { kind: "combine", into: "sum", from: "value" };
  const sumOf = (...elements: number[]): number => elements.reduce((sum, element) => (sum + hashId(element + 1)) | 0, 0);
  const halves = (index: Index): Step[] => [
    load("in", globalThread, { register: "sum", name: "first" }),
    load("in", index),
    add,
    store("out", globalThread, { register: "sum" }),
  ];
  const arrays = () => ({ in: global(64, "source"), out: global(32, "empty", (i) => sumOf(i, i + 32)) });

  test("an element can hold the sum of several", () => {
    expect(
      kinds(
        run(
          arrays(),
          halves((thread) => globalThread(thread) + 32),
          threads(1, 32),
        ),
      ),
    ).toEqual([]);
  });

  test("a sum of the wrong elements is a wrong element, even where their numbers add up alike", () => {
    const swapped: Index = (thread) => globalThread(thread) + 31;
    const trace = run(
      arrays(),
      [
        load("in", (t) => globalThread(t) + 1, { register: "sum", name: "first" }),
        load("in", swapped),
        add,
        store("out", globalThread, { register: "sum" }),
      ],
      threads(1, 32),
    );
    expect(kinds(trace)).toEqual(["wrong-element"]);
  });
});

describe("vectors made of registers", () => {
  const lane = ({ threadIdx }: Thread): number => threadIdx.x;
  const arrays = () => ({ in: global(64, "source"), out: global(64, "empty", (i) => (i % 2 === 0 ? i / 2 : 31 + (i + 1) / 2) + 1) });
  const zip = (...from: string[]): Step[] => [
    load("in", lane, { register: "low", name: "low" }),
    load("in", (thread) => lane(thread) + 32, { register: "high", name: "high" }),
    { kind: "pack", into: "pair", from },
    store("out", (thread) => 2 * lane(thread), { register: "pair", elementsPerLane: 2 }),
  ];

  test("the registers become its elements in their order", () => {
    expect(kinds(run(arrays(), zip("low", "high"), threads(1, 32)))).toEqual([]);
    expect(kinds(run(arrays(), zip("high", "low"), threads(1, 32)))).toEqual(["wrong-element"]);
  });

  test("a vector of another length is refused", () => {
    expect(() => run(arrays(), zip("low"), threads(1, 32))).toThrow('register "pair"');
    expect(() => run(arrays(), zip("pair", "high"), threads(1, 32))).toThrow('register "pair"');
    expect(() => run(arrays(), zip("low", "middle"), threads(1, 32))).toThrow('register "middle", which no access');
  });
});

describe("sums of products", () => {
  const product = (element: number, other: number): number => Math.imul(hashId(element + 1), hashId(other + 1));
  const multiplyAdd: Step = { kind: "combine", into: "sum", from: "a", times: "b" };
  const lane = ({ threadIdx }: Thread): number => threadIdx.x;
  const arrays = () => ({ in: global(128, "source"), out: global(32, "empty", (i) => (product(i, i + 64) + product(i + 32, i + 96)) | 0) });
  const dot = (partner: (pass: number) => number): Step[] => [
    {
      kind: "repeat",
      times: 2,
      steps: [
        load("in", (thread, _size, pass) => lane(thread) + 32 * Number(pass), { register: "a", name: "a" }),
        load("in", (thread, _size, pass) => lane(thread) + 64 + 32 * partner(Number(pass)), { register: "b", name: "b" }),
        multiplyAdd,
      ],
    },
    store("out", lane, { register: "sum" }),
  ];

  test("an element can hold one, added up over two iterations", () => {
    expect(
      kinds(
        run(
          arrays(),
          dot((pass) => pass),
          threads(1, 32),
        ),
      ),
    ).toEqual([]);
  });

  test("the same factors in other pairs are a wrong element", () => {
    expect(
      kinds(
        run(
          arrays(),
          dot((pass) => 1 - pass),
          threads(1, 32),
        ),
      ),
    ).toEqual(["wrong-element"]);
  });

  test("the products of two vectors add up in a register of one element", () => {
    const vector = { elementsPerLane: 2 };
    const steps = [
      load("in", (thread) => 2 * lane(thread), { ...vector, register: "a", name: "a" }),
      load("in", (thread) => 64 + 2 * lane(thread), { ...vector, register: "b", name: "b" }),
      multiplyAdd,
      store("out", lane, { register: "sum" }),
    ];
    const out = global(32, "empty", (i) => (product(2 * i, 2 * i + 64) + product(2 * i + 1, 2 * i + 65)) | 0);
    expect(kinds(run({ in: global(128, "source"), out }, steps, threads(1, 32)))).toEqual([]);
  });
});
