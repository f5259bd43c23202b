import { expect, test } from "vitest";
import { describedLaunch } from "./described-launch.ts";

const COPY = "__global__ void copy(float* out, const float* in, int n, float scale) { out[threadIdx.x] = in[n]; }";
const MOVE = "template <bool TURN, typename T> __global__ void move(T* to) { to[threadIdx.x] = TURN; }";

test("what is said takes the place of what is guessed", () => {
  const launch = describedLaunch(COPY, "grid = 8 4; block = 64; in = 1000; n = 999; scale = 0.5");
  expect(launch).toMatchObject({ kernel: "copy", grid: [8, 4, 1], block: [64, 1, 1] });
  expect(
    launch.arguments.map((argument) => ("array" in argument ? argument.length : "value" in argument ? argument.value : argument)),
  ).toEqual([1 << 20, 1000, 999, 0.5]);
});

test.each([
  ["8 zeros", undefined],
  ["8 index", "index"],
  ["8 permutation", { permutation: { seed: 1 } }],
  ["8", { randomUnit: { seed: 1 } }],
])("an array of %s", (text, fill) => {
  const [array] = describedLaunch(COPY, `out = ${text}`).arguments;
  expect(array).toEqual({ array: "out", type: "float", length: 8, ...(fill !== undefined && { fill }) });
});

test("a template is launched with the arguments that are said, or with guessed ones", () => {
  expect(describedLaunch(MOVE, "kernel = move<true, double>").arguments).toMatchObject([{ type: "double" }]);
  expect(describedLaunch(MOVE).kernel).toBe("move<16, float>");
});

test.each([
  [COPY, "m = 3", "no parameter `m`"],
  [COPY, "grid = many", "`grid` must be one to three whole numbers"],
  [COPY, "n = many", "`n` must be a number"],
  [COPY, "in = 1.5", "`in` must be a whole number"],
  [COPY, "fast", "`fast` says nothing of a launch"],
  [COPY, "kernel = paste", "no kernel `paste`"],
  ["int f();", "", "no kernel"],
])("%s launched with “%s”: %s", (source, description, message) => {
  expect(() => describedLaunch(source, description)).toThrow(message);
});
