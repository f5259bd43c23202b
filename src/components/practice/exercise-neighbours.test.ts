import { expect, test } from "vitest";
import { exerciseNeighbours } from "./exercise-neighbours.ts";

const exercise = (id: string) => ({ id, title: id.toUpperCase(), minutes: 10, href: `/practice/${id}/` });
const lessons = [
  { number: "1.1", title: "Ask", href: "/lessons/1-a/00-ask/", exercises: ["copy", "row"].map(exercise) },
  { number: "1.2", title: "Costs", href: "/lessons/1-a/01-costs/", exercises: [exercise("walk")] },
];
const inOrder = ["copy", "spare", "row", "walk", "another"].map(exercise);

test.each([
  ["copy", "1.1 Ask", "ROW"],
  ["row", "COPY", "1.2 Costs"],
  ["walk", "1.2 Costs", undefined],
  ["spare", undefined, "ANOTHER"],
  ["another", "SPARE", undefined],
])("before %s comes %s, after it %s", (id, before, after) => {
  const { prev, next } = exerciseNeighbours(id, inOrder, lessons, "/");
  expect([prev || {}, next || {}]).toEqual([
    before === undefined ? {} : expect.objectContaining({ label: before }),
    after === undefined ? {} : expect.objectContaining({ label: after }),
  ]);
});
