import { describe, expect, it } from "vitest";
import { seal, sealingKey } from "#classroom/assignment/sealed.ts";
import type { SavedAssignment } from "../storage/saved-assignments.ts";
import { openedSolution, sealedBack } from "./sealed-solution.ts";

const solution = { text: "export const read = () => 0;", html: "<pre>…</pre>", inCuda: { text: "__device__ …", html: "<pre>…</pre>" } };
const key = await sealingKey({ id: "week-1", secret: "a secret of some length" });
const sealed = { sealed: [await seal(JSON.stringify(solution), "week-1", key)] };
const saved = (id: string, solutionsKey?: string) => [{ assignment: { id, solutionsKey } }] as unknown as readonly SavedAssignment[];

describe("a solution that the course was built to seal", () => {
  const exercise = { sealedFor: [{ id: "week-1", title: "Week 1" }] };

  it.each([
    ["nothing was opened", []],
    ["the assignment was opened without its key", saved("week-1")],
    ["another assignment's key is there", saved("week-2", key)],
  ])("stays closed where %s", async (_, assignments) => {
    expect(sealedBack(exercise, assignments)).toEqual({ assignment: "Week 1" });
    await expect(openedSolution(sealed, assignments)).rejects.toThrow("no assignment in this browser has its key");
  });

  it("is opened by the key of its assignment", async () => {
    expect(sealedBack(exercise, saved("week-1", key))).toBeUndefined();
    expect(await openedSolution(sealed, saved("week-1", key))).toEqual(solution);
  });
});

it("any other solution needs no key", async () => {
  expect(sealedBack({}, [])).toBeUndefined();
  expect(await openedSolution(solution, [])).toBe(solution);
});
