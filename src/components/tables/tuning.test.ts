import { expect, test } from "vitest";
import { tuning } from "./tuning.ts";

const kernels = tuning.map(({ kernel }) => kernel);
const round = (number: number) => {
  const [before, after] = tuning.slice(number - 1, number + 1);
  if (!before || !after) throw new RangeError(`there is no round ${number}`);
  return { before, after };
};

test("each round changes the counter that it suspects, and no other", () => {
  expect(kernels).toEqual(["sum_structs", "sum_arrays", "sum_neighbours", "sum_in_loops", "sum_vectors"]);
  const loads = round(1);
  expect([loads.before.sectorsPerRequest, loads.after.sectorsPerRequest, loads.after.idealSectorsPerRequest]).toEqual([32, 4, 4]);
  expect(loads.after.wavefronts).toBe(loads.before.wavefronts);
  const tree = round(2);
  expect(tree.before.bankConflicts).toBeGreaterThan(0);
  expect(tree.after.bankConflicts).toBe(0);
  expect(tree.before.wavefronts - tree.after.wavefronts).toBe(tree.before.bankConflicts);
  expect(tree.after.loadRequests).toBe(tree.before.loadRequests);
  const blocks = round(3);
  expect(blocks.before.atomics / blocks.after.atomics).toBe(4);
  const requests = round(4);
  expect(requests.before.loadRequests / requests.after.loadRequests).toBe(4);
  expect(requests.after.sectorsPerRequest).toBe(requests.after.idealSectorsPerRequest);
});

test("the page's sentences about times hold: all but the second round are faster, the second is as fast", () => {
  const gains = [1, 2, 3, 4].map((number) => round(number).before.microseconds / round(number).after.microseconds);
  expect(gains.map((gain) => gain > 1.1)).toEqual([true, false, true, true]);
  expect(Math.abs((gains[1] ?? NaN) - 1)).toBeLessThan(0.02);
});

test("the lines that a round changes are the new ones", () => {
  const { after } = round(2);
  const lines = after.code.split("\n");
  expect(after.changedLines.map((at) => lines[at]?.trim())).toEqual([
    "for (int apart = kThreads / 2; apart > 0; apart /= 2) {",
    "if (t < apart) sums[t] += sums[t + apart];",
  ]);
});
