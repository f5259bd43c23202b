import { describe, expect, it } from "vitest";
import { compileLaunched } from "../launch/launched-kernel.ts";
import { loadOrder } from "./load-order.ts";

function programOf(body: string) {
  return compileLaunched(
    `__global__ void k(const int* __restrict__ in, int* out, int n, size_t m) { int s = 0; ${body} out[threadIdx.x] = s; }`,
    "k",
  ).program;
}

describe("the order of loads", () => {
  /** How many loads of each site are under way together, and which sites each waits for. */
  const orderOf = (body: string) => {
    const program = programOf(body);
    return loadOrder(program.body, program.sites.length, false);
  };

  it("knows how many passes load together", () => {
    expect(orderOf("for (int i = 0; i < n; i++) s += in[i];").passes).toEqual([4, 1]);
    expect(orderOf("for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) s += in[i * n + j];").passes).toEqual([12, 1]);
    expect(orderOf("for (int i = 0; i < n; i++) if (in[i] > 9) out[i + n] = s;").passes).toEqual([1, 1, 1]);
  });

  it.each([
    ["an index that is loaded", "s = in[in[threadIdx.x]];", [[1], [], []]],
    ["a test of what is loaded", "if (in[threadIdx.x] > 0) s = in[threadIdx.x + 32];", [[], [0], []]],
    ["nothing, for a sum", "s = in[threadIdx.x] + in[threadIdx.x + 32];", [[], [], []]],
    ["itself, in a chain", "for (int i = 0; i < n; i++) s = in[s];", [[0], []]],
    ["what ended the loop before", "for (int i = 0; i < n; i++) { if (in[i] < 0) break; s += in[i + n]; }", [[], [0]]],
  ])("comes after %s", (_, body, after) => {
    const order = orderOf(body);
    expect(order.after.map((sites) => sites.toSorted((a, b) => a - b)).slice(0, after.length)).toEqual(after);
  });
});
