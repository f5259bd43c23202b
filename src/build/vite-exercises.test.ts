import { expect, test } from "vitest";
import { listOfExercises } from "./vite-exercises.ts";

test("the list of exercises has what is there, whatever name is looked up", async () => {
  const list = listOfExercises(["row-walk", "straight-copy"]).replace("export const exercises =", "return");
  const exercises = new Function(list)() as Record<string, unknown>;
  expect(Object.keys(exercises)).toEqual(["row-walk", "straight-copy"]);
  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) expect(exercises[name]).toBeUndefined();
});
