import { describe, expect, it } from "vitest";
import { compileLaunched } from "../launch/launched-kernel.ts";
import { Analyses } from "./analyses.ts";

const promises = (parameters: string, body: string, before = ""): boolean =>
  Analyses.of(compileLaunched(`${before}__global__ void k(${parameters}) { int t = threadIdx.x; ${body} }`, "k").program).promisesNoAlias;

describe("what a kernel stores is not what it loads", () => {
  const add = "c[t] = a[t] + b[t];";

  it.each([
    ["if all pointers have the word", "const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c", add, true],
    ["if the one that is stored through has it", "const float* a, const float* b, float* __restrict__ c", add, true],
    ["if both that are loaded through have it", "const float* __restrict__ a, const float* __restrict__ b, float* c", add, true],
    ["not if one that is loaded through lacks it", "const float* __restrict__ a, const float* b, float* c", add, false],
    ["not without the word", "const float* a, const float* b, float* c", add, false],
    ["not by a comment", "const float* a /* __restrict__ */, const float* b, float* c", add, false],
    ["if one pointer moves on to where both go", "float* __restrict__ a, float* b, float* c", "float* p = a; p += t; c[t] = *p;", true],
    ["not if which pointer it is cannot be known", "float* __restrict__ a, float* b, float** c", "*c[t] = *b;", false],
  ])("%s", (_, parameters, body, expected) => {
    expect(promises(parameters, body)).toBe(expected);
  });

  it("is not said by a text around the kernel", () => {
    expect(promises("const float* a, const float* b, float* c", add, "// k(float* __restrict__ a)\n")).toBe(false);
  });
});
