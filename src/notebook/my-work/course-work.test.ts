import { describe, expect, it } from "vitest";
import type { Sketch } from "#judge/sketch.ts";
import { galleryKernel } from "../lab/gallery-texts.ts";
import { presets } from "../playground/presets.ts";
import type { Draft } from "../storage/draft.ts";
import { workByLesson, type CourseOutline } from "./course-work.ts";
import { parseWork, type WorkFile } from "./work-file.ts";

const outline: CourseOutline = {
  lessons: [
    { page: "lessons/1/00/", title: "First", exercises: ["row-walk"], tries: ["every-second-element"], labs: ["a-tile"] },
    { page: "lessons/1/01/", title: "Second", exercises: ["straight-copy"], tries: [], labs: [] },
  ],
  exercises: { "row-walk": "Row walk", "straight-copy": "Straight copy", extra: "Extra" },
};
const draft = (text: string, savedAt = 1): Draft => ({ text, savedAt, exerciseVersion: "v", revision: text });
const record = (text: string, ...aside: string[]) => ({ current: draft(text), aside: aside.map((one) => draft(one)) });
const [preset] = presets as [Sketch];
const sketch = (id: string) => ({ id, sketch: { ...preset, title: id }, savedAt: 1, revision: id });
const kernel = (id: string) => ({ id, sketch: { ...galleryKernel("transpose-tiled", id) }, savedAt: 1, revision: id });
const workOf = (contents: object): WorkFile => parseWork(JSON.stringify({ schema: "coalesce/my-work/v3", ...contents }), "work.json");

describe("a learner's work", () => {
  it("is listed in the order of the course, and what belongs to no lesson after it", () => {
    const drafts = { extra: record("e"), "straight-copy": record("s"), "row-walk": record("r"), "try/every-second-element": record("t") };
    const lessons = workByLesson(
      workOf({
        drafts: { ...drafts, "lab/a-tile": record("l"), "try/gone": record("g") },
        sketches: { one: sketch("one"), gone: { ...sketch("gone"), deletedAt: 3 } },
        kernels: { two: kernel("two"), gone: { ...kernel("gone"), deletedAt: 3 } },
      }),
      outline,
    );
    expect(
      lessons.map(({ title, exercises, cells }) => [title, exercises.map(({ id }) => id), cells.map(({ key, page }) => [key, page])]),
    ).toEqual([
      [
        "First",
        ["row-walk"],
        [
          ["try/every-second-element", "lessons/1/00/#try-every-second-element"],
          ["lab/a-tile", "lessons/1/00/#lab-a-tile"],
        ],
      ],
      ["Second", ["straight-copy"], []],
      [
        "Elsewhere in the course",
        ["extra"],
        [
          ["try/gone", undefined],
          ["sketch/one", "playground/"],
          ["kernel/two", "lab/"],
        ],
      ],
    ]);
  });

  it("has an exercise once, with its texts in both languages", () => {
    const [lesson] = workByLesson(workOf({ drafts: { "row-walk": record("ts"), "cuda/row-walk": record("cuda") } }), outline);
    expect(lesson?.exercises).toMatchObject([{ id: "row-walk", draft: { text: "ts" }, inCuda: { text: "cuda" } }]);
    const [only] = workByLesson(workOf({ drafts: { "cuda/row-walk": record("cuda") } }), outline);
    expect(only).toMatchObject({ title: "First", exercises: [{ id: "row-walk", inCuda: { text: "cuda" } }], cells: [] });
  });

  it("has readable headings for try cells, also for those in frames of other sites", () => {
    const drafts = {
      "try/every-second-element": record("t"),
      "try/embedded/85944171f73967e8": record("e"),
      "try/embedded/q1YqTs4vSlWyUvL": record("f"),
      "lab/embedded/0f3a44171f73967e": record("l"),
    };
    expect(workByLesson(workOf({ drafts }), outline).flatMap(({ cells }) => cells.map(({ title }) => title))).toEqual([
      ...["Every second element", "A cell of another page", "A cell of another page", "A cell of another page"],
    ]);
  });

  it("has the tasks of cells that are done, also of cells whose text is as it was", () => {
    const lessons = workByLesson(
      workOf({ checklists: { "try/every-second-element": ["stride 2", "warp 1"], "a-list": ["an item"] } }),
      outline,
    );
    expect(lessons.map(({ title, goals }) => [title, goals.map(({ page, goals }) => [page, goals])])).toEqual([
      ["First", [["lessons/1/00/#try-every-second-element", ["stride 2", "warp 1"]]]],
    ]);
  });

  it("shows nothing for a key that only objects have", () => {
    const history = { constructor: [{ text: "a", at: 1, exerciseVersion: "v" }] };
    expect(workByLesson(workOf({ history }), outline)).toEqual([]);
  });

  it("leaves out lessons in which nothing was done", () => {
    expect(workByLesson(workOf({}), outline)).toEqual([]);
  });

  it("shows the last of several predictions, and notes on pages that are gone", () => {
    const prediction = { page: "lessons/1/01/", question: "?", unit: "sectors", answer: 4, verdict: "close", at: 1 };
    const note = { page: "lessons/9/99/", slug: "a", heading: "A", text: "mine", at: 1, aside: [] };
    const lessons = workByLesson(
      workOf({
        predictions: {
          q: [
            { ...prediction, given: 1 },
            { ...prediction, given: 2 },
          ],
        },
        notes: { n: note, empty: { ...note, text: "" } },
      }),
      outline,
    );
    expect(
      lessons.map(({ title, predictions, notes }) => [title, predictions.map(({ given }) => given), notes.map(({ text }) => text)]),
    ).toEqual([
      ["Second", [2], []],
      ["Elsewhere in the course", [], ["mine"]],
    ]);
  });

  it.each([
    ["looked at before it was passed", { passed: 5, solutionAt: 3 }, "before-passing"],
    ["looked at after it was passed", { passed: 3, solutionAt: 5 }, "after-passing"],
    ["looked at and not passed", { passed: undefined, solutionAt: 5 }, "before-passing"],
    ["not looked at", { passed: 3, solutionAt: undefined }, undefined],
  ])("says whether the solution was %s", (_, { passed, solutionAt }, solution) => {
    const [lesson] = workByLesson(
      workOf({
        activity: { "row-walk": { tries: 2, hints: 1, ...(solutionAt && { solutionAt }) } },
        ...(passed && { passed: { "row-walk": { at: passed, exerciseVersion: "v" } } }),
      }),
      outline,
    );
    expect(lesson?.exercises[0]).toEqual({
      id: "row-walk",
      title: "Row walk",
      tries: 2,
      hints: 1,
      kept: 0,
      ...(passed && { passedAt: passed }),
      ...(solution && { solution }),
    });
  });

  it("counts each text that is kept once, and not the current one", () => {
    const history = { "row-walk": ["a", "b"].map((text) => ({ text, at: 1, exerciseVersion: "v" })) };
    const [lesson] = workByLesson(workOf({ drafts: { "row-walk": record("a", "b", "c") }, history }), outline);
    expect(lesson?.exercises[0]?.kept).toBe(2);
  });

  it("has a text that its page could not save before it closed, where that is the newest", () => {
    const drafts = { "row-walk": record("saved") };
    const textWith = (savedAt: number) =>
      workByLesson(workOf({ drafts, unsaved: { "row-walk": draft("unsaved", savedAt) } }), outline)[0]?.exercises[0]?.draft?.text;
    expect([textWith(0), textWith(2)]).toEqual(["saved", "unsaved"]);
  });
});
