import { expect, test } from "vitest";
import { isDone, whereToContinue } from "./where-to-continue.ts";

const course = {
  lessons: [
    { id: "1-a/00-ask", number: "1.1", title: "Ask", exercises: ["copy"] },
    { id: "1-a/01-costs", number: "1.2", title: "Costs", exercises: ["row", "column"] },
    { id: "2-b/00-banks", number: "2.1", title: "Banks", exercises: [] },
  ],
  others: [
    ["spare", "A spare one"],
    ["another", "Another one"],
  ],
} as const;
const lesson = (id: string) => ({ path: `/course/lessons/${id}/`, title: "its title" });
const exercise = (id: string) => ({ path: `/course/practice/${id}/`, title: "its title" });
const ALL = ["copy", "row", "column"];

test.each([
  ["a lesson with something left to do stays", lesson("1-a/01-costs"), [], ["row"], "1.2 Costs"],
  ["one whose exercises were passed is skipped, read to its end or not", lesson("1-a/00-ask"), [], ["copy"], "1.2 Costs"],
  ["and so is the next, if nothing is left there", lesson("1-a/00-ask"), [], ALL, "2.1 Banks"],
  ["one without exercises is done when it was read", lesson("2-b/00-banks"), ["2-b/00-banks"], [], "1.1 Ask"],
  ["and not before", lesson("2-b/00-banks"), [], ["copy"], "2.1 Banks"],
  ["an exercise that was not passed stays", exercise("row"), [], [], "its title"],
  ["one that was passed leads to what is left of its lesson", exercise("row"), [], ["row"], "1.2 Costs"],
  ["or to the next lesson", exercise("copy"), [], ["copy"], "1.2 Costs"],
  ["after the last lesson comes the first with something left", exercise("column"), ["2-b/00-banks"], ["row", "column"], "1.1 Ask"],
  ["an exercise of no lesson leads to the next of its kind", exercise("spare"), [], ["spare"], "Another one"],
  ["and after the last to the lessons", exercise("another"), [], ["spare", "another"], "1.1 Ask"],
  ["a page that is gone leads to the first lesson", lesson("9-z/00-gone"), [], [], "1.1 Ask"],
  ["where nothing is left, one stays", lesson("1-a/01-costs"), ["2-b/00-banks"], ALL, "1.2 Costs"],
])("%s", (_, last, read, passed, title) => expect(whereToContinue(course, { last, read, passed: new Set(passed) })?.title).toBe(title));

test("on a first visit there is nothing to continue with", () =>
  expect(whereToContinue(course, { read: [], passed: new Set() })).toBeUndefined());

test("its address leads there, whichever copy of the course was open last", () =>
  expect(whereToContinue(course, { last: exercise("copy"), read: [], passed: new Set(["copy"]) })).toEqual({
    path: "lessons/1-a/01-costs/",
    title: "1.2 Costs",
    lesson: "1-a/01-costs",
  }));

test("a lesson is done when its exercises were passed; without exercises, when it was read", () => {
  const [ask, , banks] = course.lessons;
  expect([isDone(ask, { read: [ask.id], passed: new Set() }), isDone(ask, { read: [], passed: new Set(["copy"]) })]).toEqual([false, true]);
  expect([isDone(banks, { read: [], passed: new Set() }), isDone(banks, { read: [banks.id], passed: new Set() })]).toEqual([false, true]);
});
