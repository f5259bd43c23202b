import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import measured from "#testing/cuda/idioms/idioms-h200.json" with { type: "json" };
import { idiomLaunches, idioms } from "#testing/cuda/idioms/launches.ts";
import { compileProgram } from "../compile.ts";
import { parse } from "../syntax/parse.ts";
import { runLaunch } from "./run-launch.ts";

const VIEWS = {
  int: Int32Array,
  unsigned: Uint32Array,
  float: Float32Array,
  double: Float64Array,
  "unsigned long long": BigUint64Array,
} as const;

const file = parse(idioms);

describe("kernels as people write them give what they give on an H200", () => {
  it("are those that were measured", () => {
    expect(idiomLaunches().map(({ name }) => name)).toEqual(Object.keys(measured));
  });

  it.each(idiomLaunches())("$name", ({ name, type, length, launch }) => {
    const { arrays, memory, findings } = runLaunch(compileProgram(file, launch.kernel, []), launch, { device: h200 });
    const { address } = arrays[1]!;
    const own = new VIEWS[type](memory.u8.slice(address, address + length * VIEWS[type].BYTES_PER_ELEMENT).buffer);
    // The GPU's output, with all digits.
    const expected = measured[name as keyof typeof measured]
      .split(" ")
      .map((word) => (type === "unsigned long long" ? BigInt(word) : Number(word)));
    expect([...own]).toEqual(type === "float" ? expected.map((value) => Math.fround(Number(value))) : expected);
    expect(findings).toEqual([]);
  });
});
