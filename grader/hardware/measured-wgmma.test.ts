import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SwizzleMode } from "#simulator";
import { describedAddress, productWavefronts } from "#simulator/matrix-descriptor.ts";

const read = (file: string): string[] =>
  readFileSync(new URL(`./data/${file}`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");

interface Layout {
  readonly operand: "a" | "b";
  readonly type: "f16" | "u8" | "tf32";
  readonly major: "k" | "mn";
  readonly swizzle: SwizzleMode;
  readonly leading: number;
  readonly stride: number;
  readonly start: number;
  readonly baseOffset: number;
  readonly places: readonly number[];
}

const ELEMENT_BYTES = { f16: 2, u8: 1, tf32: 4 } as const;

describe("the elements that an H200's wgmma takes", () => {
  const layouts = read("wgmma-layouts-h200.jsonl").map((line) => JSON.parse(line) as Layout);
  const named = layouts.map((layout) => {
    const { operand, type, major, swizzle, leading, stride, start, baseOffset } = layout;
    return [
      `${operand} of ${type} along ${major}, ${swizzle}, ${leading} and ${stride}, from ${start}, base ${baseOffset}`,
      layout,
    ] as const;
  });
  it.each(named)("%s", (_, { type, major, swizzle, leading, stride, start, baseOffset, places }) => {
    const elementBytes = ELEMENT_BYTES[type];
    const k = 32 / elementBytes;
    const descriptor = { leadingBytes: leading, strideBytes: stride, baseOffset, mode: swizzle };
    const found = places.map((_place, index) =>
      describedAddress(descriptor, start, { elementBytes, major }, Math.floor(index / k), index % k),
    );
    expect(found).toEqual(places.map((place) => place * elementBytes));
  });
});

describe("the profiler's counters", () => {
  const [header, ...rows] = read("wgmma-counts-h200.csv").map((line) => line.split(","));
  const counter = (name: string): number => header!.indexOf(name);
  it.each(rows.map((row) => [row.slice(0, 3).join(" "), row] as const))("count the wavefronts of the rule: %s", (_, row) => {
    const [instruction, a] = row as [string, string];
    const [, n] = /^m64n(\d+)k/.exec(instruction)!;
    const wavefronts = productWavefronts({ n: Number(n), readsA: a === "shared" });
    expect(Number(row[counter("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_gmma.sum")])).toBe(wavefronts);
    // One instruction of each of four warps.
    expect(Number(row[counter("sm__inst_executed_pipe_tensor.sum")])).toBe(4);
  });

  it("count no bank conflict in any layout", () => expect(header!.filter((name) => name.includes("conflicts"))).toEqual([]));
});
