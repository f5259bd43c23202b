import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import measured from "#testing/cuda/idioms/idioms-h200.json" with { type: "json" };
import { compileProgram } from "../program/compile-program.ts";
import { parse } from "../syntax/parse.ts";
import { parseLaunch } from "./launch.ts";
import { runLaunch } from "./run-launch.ts";

const VIEWS = {
  int: Int32Array,
  unsigned: Uint32Array,
  float: Float32Array,
  double: Float64Array,
  "unsigned long long": BigUint64Array,
} as const;

const text = readFileSync(new URL("../../testing/cuda/idioms/idioms.cu", import.meta.url), "utf8");
const file = parse(text);

/** `// out: float 64, grid 4, block 8 8, shared 4096` in front of `namespace …`. */
function launches() {
  return [...text.matchAll(/^\/\/ out: ([a-z ]+?) (\d+)(.*)\nnamespace (\w+)/gm)].map(([, type, length, rest, name]) => {
    const numbers = (word: string, otherwise: readonly number[]): readonly number[] => {
      const written = new RegExp(`${word} ([\\d ]+)`).exec(rest!)?.[1];
      return written ? written.trim().split(" ").map(Number) : otherwise;
    };
    const dimensions = (word: string, otherwise: number) => [...numbers(word, [otherwise]), 1, 1].slice(0, 3);
    return {
      name: name!,
      type: type as keyof typeof VIEWS,
      length: Number(length),
      grid: dimensions("grid", 1),
      block: dimensions("block", 64),
      sharedBytes: numbers("shared", [0])[0],
    };
  });
}

describe("kernels as people write them give what they give on an H200", () => {
  it("are those that were measured", () => {
    expect(launches().map(({ name }) => name)).toEqual(Object.keys(measured));
  });

  it.each(launches())("$name", ({ name, type, length, grid, block, sharedBytes }) => {
    const launch = parseLaunch({
      kernel: "k",
      grid,
      block,
      sharedBytes,
      arguments: [
        { array: "in", type: "int", length: 256, fill: "index" },
        { array: "out", type, length, fill: { constant: 0 } },
      ],
    });
    const { arrays, memory, findings } = runLaunch(compileProgram(file, `${name}::k`, []), launch, { device: h200 });
    const { address } = arrays[1]!;
    const own = new VIEWS[type](memory.u8.slice(address, address + length * VIEWS[type].BYTES_PER_ELEMENT).buffer);
    // What the GPU's side printed with all digits.
    const expected = measured[name as keyof typeof measured]
      .split(" ")
      .map((word) => (type === "unsigned long long" ? BigInt(word) : Number(word)));
    expect([...own]).toEqual(type === "float" ? expected.map((value) => Math.fround(Number(value))) : expected);
    expect(findings).toEqual([]);
  });
});
