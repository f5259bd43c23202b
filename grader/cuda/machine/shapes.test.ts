import { describe, expect, it } from "vitest";
import type { Step, Value } from "../ir/program.ts";
import { arithmetic, Builder, compare, constant, convert, get, special } from "#testing/cuda/program-builder.ts";
import { Analyses } from "../analysis/analyses.ts";
import { shapeOf, type LaunchKind } from "./shapes.ts";

const unsigned = (value: number): Value => constant("u32", value);
const x = special("threadIdx.x");
const int = (value: Value): Value => convert("i32", value);
const index = arithmetic("+", arithmetic("*", special("blockIdx.x"), special("blockDim.x")), x);

function kind(...block: [number, number, number]): LaunchKind {
  return { grid: [100, 1, 1], block, parameters: [] };
}

function formOf(value: Value, launch: LaunchKind): string {
  const { form, step } = shapeOf(value, { kind: launch, register: () => undefined, refuses: () => false })!;
  return form === "affine" ? `affine ${step}` : form;
}

describe("the shape of a value", () => {
  it.each<[string, [number, number, number], Value, string]>([
    ["x of a row of threads", [100, 1, 1], x, "affine 1"],
    ["x of rows of 64", [64, 4, 1], x, "affine 1"],
    ["x of rows of 16", [16, 16, 1], x, "varying"],
    ["y of rows of 64", [64, 4, 1], special("threadIdx.y"), "uniform"],
    ["y of rows of 16", [16, 16, 1], special("threadIdx.y"), "varying"],
    ["z of slices of 64", [8, 8, 2], special("threadIdx.z"), "uniform"],
    ["the index of a thread", [256, 1, 1], index, "affine 1"],
    ["the lane, by &", [256, 1, 1], arithmetic("&", x, unsigned(31)), "affine 1"],
    ["the lane, by %", [256, 1, 1], arithmetic("%", int(x), constant("i32", 32)), "affine 1"],
    ["the warp, by >>", [256, 1, 1], arithmetic(">>", x, unsigned(5)), "uniform"],
    ["the warp, by /", [256, 1, 1], arithmetic("/", int(x), constant("i32", 32)), "uniform"],
    ["the first thread of the warp", [256, 1, 1], arithmetic("-", x, special("lane")), "uniform"],
    ["half a warp", [256, 1, 1], arithmetic("/", x, unsigned(16)), "varying"],
    ["four words each", [256, 1, 1], arithmetic("*", index, unsigned(4)), "affine 4"],
    ["four words each, in halves", [256, 1, 1], arithmetic(">>", arithmetic("*", index, unsigned(4)), unsigned(1)), "affine 2"],
    ["from the end", [256, 1, 1], arithmetic("-", unsigned(255), x), "affine -1"],
    ["bits put together", [256, 1, 1], arithmetic("|", arithmetic("<<", special("blockIdx.x"), unsigned(5)), special("lane")), "affine 1"],
    ["a thread's square", [256, 1, 1], arithmetic("*", x, x), "varying"],
    ["every third thread", [256, 1, 1], arithmetic("%", x, unsigned(3)), "varying"],
    ["a number in double", [256, 1, 1], convert("f64", x), "varying"],
  ])("%s", (_name, block, value, expected) => {
    expect(formOf(value, kind(...block))).toBe(expected);
  });
});

describe("the shape of a register", () => {
  const divergent = compare("<", x, unsigned(7));
  const uniform = compare("<", special("blockIdx.x"), unsigned(7));

  function shapeIn(build: (builder: Builder, set: (value: number) => Step, use: Step) => Step[]): string {
    const builder = new Builder();
    const register = builder.register("i32", "r");
    const set = (value: number): Step => builder.set(register, constant("i32", value));
    const use = builder.set(builder.register("i32", "other"), get(register));
    const program = builder.program(build(builder, set, use));
    return Analyses.of(program)
      .laneShapes(kind(64, 1, 1), new Set(), true)
      .register(register).form;
  }

  it.each<[string, string, (builder: Builder, set: (value: number) => Step, use: Step) => Step[]]>([
    ["set for all", "uniform", (_, set, use) => [set(1), use]],
    ["set where some are off, used after", "varying", (b, set, use) => [set(1), b.if(divergent, [set(2)]), use]],
    ["set where some are off, used there only", "uniform", (b, set, use) => [b.if(divergent, [set(2), use])]],
    ["set in either branch", "varying", (b, set, use) => [b.if(divergent, [set(1)], [set(2)]), use]],
    ["set under a test that is the same for all", "uniform", (b, set, use) => [set(1), b.if(uniform, [set(2)]), use]],
    ["set after some have exited", "uniform", (b, set, use) => [set(1), b.if(divergent, [b.exit()]), set(2), use]],
    ["set after some left the block, used after it", "varying", (b, set, use) => [set(1), { kind: "block", label: 0, body: [b.if(divergent, [b.leave(0)]), set(2)], span: { from: 0, to: 0 } }, use]], // prettier-ignore
    ["set before some left the block", "uniform", (b, set, use) => [set(1), { kind: "block", label: 0, body: [set(2), b.if(divergent, [b.leave(0)])], span: { from: 0, to: 0 } }, use]], // prettier-ignore
    ["counted in a loop that some leave, used in it", "uniform", (b, set, use) => [b.loop(0, [set(1), use, b.if(divergent, [b.leave(0)]), set(2), use])]], // prettier-ignore
    [
      "counted in a loop that some leave, used after",
      "varying",
      (b, set, use) => [b.loop(0, [set(1), b.if(divergent, [b.leave(0)])]), use],
    ],
    ["kept from one pass of a divergent branch to the next", "varying", (b, set, use) => [b.loop(0, [b.if(divergent, [b.if(uniform, [set(1)], [use])])])]], // prettier-ignore
  ])("%s: %s", (_name, expected, build) => {
    expect(shapeIn(build)).toBe(expected);
  });
});
