import { expect, test } from "vitest";
import { whereToContinue } from "./where-to-continue.ts";

const exercises = [
  ["straight-copy", "Straight copy"],
  ["row-walk", "Row walk"],
  ["padding", "Padding"],
] as const;
const lesson = { path: "/course/lessons/1-coalescing/01-what-one-load-costs/", title: "What one load costs" };
const page = (id: string, title: string) => ({ path: `/course/practice/${id}/`, title });

test.each([
  ["a lesson stays, whatever was passed", lesson, ["straight-copy"], lesson],
  ["an exercise that was not passed stays", page("row-walk", "Row walk"), ["straight-copy"], page("row-walk", "Row walk")],
  ["one that was passed leads to the next", page("straight-copy", "Straight copy"), ["straight-copy"], page("row-walk", "Row walk")],
  ["and over the next, if that was passed", page("straight-copy", "Old title"), ["straight-copy", "row-walk"], page("padding", "Padding")],
  ["after the last comes the first", page("padding", "Padding"), ["padding", "row-walk"], page("straight-copy", "Straight copy")],
  ["where all were passed, it stays", page("padding", "Padding"), ["padding", "row-walk", "straight-copy"], page("padding", "Padding")],
  ["an exercise that is gone leads to the first", page("gone", "Gone"), ["gone"], page("straight-copy", "Straight copy")],
])("%s", (_, last, passed, next) => expect(whereToContinue(last, exercises, new Set(passed))).toEqual(next));
