import { expect, test } from "vitest";
import { compileLaunched } from "../launch/launched-kernel.ts";
import { printProgram } from "./print.ts";

test("a kernel's parameters carry their qualifiers, through type names too, and no comment adds any", () => {
  const { program } = compileLaunched(
    `typedef const float* __restrict__ In;
     __global__ void k(In a, const int* b, float* __restrict__ c, float* const d /* __restrict__ const */, int n) { c[n] = a[n] + b[n] + d[n]; }`,
    "k",
  );
  expect(printProgram(program).split("\n")[0]).toBe("k(a: ptr const restrict, b: ptr const, c: ptr restrict, d: ptr, n: i32)");
});
