import { expect, test } from "vitest";
import type { BlockRequest } from "./block-recorder.ts";
import { passesOf, placeAtStep, requestsMade, stepAt, stepsOf } from "./block-steps.ts";

/** Requests as "site/warp", and barriers. */
function steps(requests: string, barriers: readonly number[] = []) {
  return stepsOf({
    requests: requests.split(" ").map((text): BlockRequest => {
      const [site, warp] = text.split("/").map(Number);
      return { site, warp, space: "global" } as BlockRequest;
    }),
    barriers: barriers.map((after) => ({ after, line: 8, warps: 2 })),
  });
}

const access = (site: number) => ({ sites: [site], counts: { space: "global" as const } });
const loop = steps("0/0 1/0 0/1 1/1 0/0 1/0 0/1 1/1", [4, 8]);

test("barriers stand between the requests that were made before and after them", () => {
  expect(loop.map(({ kind }) => kind[0]).join("")).toBe("rrrrbrrrrb");
  expect(loop.map(requestsMade)).toEqual([1, 2, 3, 4, 4, 5, 6, 7, 8, 8]);
});

test("each warp's passes over an access are the steps in which it makes it", () => {
  expect([...passesOf(loop, access(1))]).toEqual([
    [0, [1, 6]],
    [1, [3, 8]],
  ]);
  expect([...passesOf(loop, { sites: [1], counts: { space: "shared" } })]).toEqual([]);
});

const places: readonly [string, { warp: number; pass: number }, number | undefined][] = [
  ["the place itself", { warp: 1, pass: 1 }, 8],
  ["a pass that the warp does not have: its last", { warp: 0, pass: 9 }, 6],
  ["a warp that does not make the access: the first that does", { warp: 7, pass: 0 }, 1],
];
test.each(places)("the step nearest to %s", (_, place, step) => {
  expect(stepAt(passesOf(loop, access(1)), place)).toBe(step);
});

test("where no warp makes an access, there is no step", () => {
  expect(stepAt(passesOf(loop, access(5)), { warp: 0, pass: 0 })).toBeUndefined();
  expect(placeAtStep(passesOf(loop, access(5)), 3)).toBeUndefined();
});

test.each([
  [0, { warp: 0, pass: 0 }],
  [3, { warp: 1, pass: 0 }],
  [4, { warp: 1, pass: 0 }],
  [6, { warp: 0, pass: 1 }],
  [9, { warp: 1, pass: 1 }],
])("when step %d has been made, an access is at its last request up to then, or before its first", (step, place) => {
  expect(placeAtStep(passesOf(loop, access(1)), step)).toEqual(place);
});
