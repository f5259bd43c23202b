import { describe, expect, test } from "vitest";
import { exerciseIds as readExerciseIds } from "#kit/folder.ts";
import { lessonFiles } from "#browser/lesson-files.ts";
import { claims } from "../claims/claims.ts";
import { allExercises } from "../practice/all-exercises.ts";
import { documents, sectionNames } from "./documents.ts";
import { lessonMinutes } from "./lesson-minutes.ts";
import { isIsland, propertiesOf } from "./lesson-tree.ts";

const exerciseIds = await readExerciseIds();
const lessons = lessonFiles();

describe("the five documents", () => {
  test("have one part each, and no section twice", () => {
    expect(documents.map(({ part }) => part)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(sectionNames).size).toBe(sectionNames.length);
  });

  const mirrored = new Set(lessons.flatMap(({ matter }) => matter.mirrors ?? []));

  test.each(documents.map((document) => [document.title, document] as const))(
    "%s: every section is mirrored by a lesson",
    (_, document) => {
      const missing = document.sections.filter(({ id }) => !mirrored.has(`${document.part}/${id}`)).map(({ heading }) => heading);
      expect(missing).toEqual([]);
    },
  );
});

describe.each(lessons.map((lesson) => [lesson.id, lesson] as const))("%s", (_, { id, tree, matter }) => {
  test("mirrors sections that exist, in the parts that mirror a document", () => {
    expect((matter.mirrors ?? []).filter((name) => !sectionNames.includes(name))).toEqual([]);
    const isMirror = documents.some(({ part }) => part === matter.part);
    expect((matter.mirrors ?? []).length > 0).toBe(isMirror);
  });

  test("is in the folder of its part, and takes 10 to 45 minutes without its exercises", () => {
    expect(id.startsWith(`${matter.part}-`)).toBe(true);
    expect(lessonMinutes(tree)).toBeGreaterThanOrEqual(10);
    expect(lessonMinutes(tree)).toBeLessThanOrEqual(45);
  });

  test("asks for a prediction, shows an interactive figure, and has an exercise or a question and one sentence to keep", () => {
    const predictions = tree.elements("Predict").map(({ attributes }) => attributes.map(({ name }) => name));
    expect(predictions).not.toEqual([]);
    for (const names of predictions) {
      expect(names, "a prediction's number is its `actual`: in MDX the slot `answer` replaces a property of that name").not.toContain(
        "answer",
      );
      expect(names.filter((name) => ["actual", "global", "shared"].includes(name ?? ""))).toHaveLength(1);
    }
    expect(tree.elements().some(isIsland)).toBe(true);
    expect(["ExerciseCell", "WhichLine", "SelfTest", "Interview"].flatMap((name) => tree.elements(name))).not.toEqual([]);
    expect(tree.elements("Keep")).toHaveLength(1);
  });

  test("has something to try, and judges at most two claims in the open", () => {
    expect(tree.tryCells.length).toBeGreaterThanOrEqual(1);
    expect(tree.openClaims.length).toBeLessThanOrEqual(2);
  });

  test("has exercises that say they are of its part", () => {
    const others = allExercises.filter(({ id, part }) => tree.exercises.includes(id) && part !== matter.part);
    expect(others.map(({ id, part }) => `${id} says part ${part}`)).toEqual([]);
  });

  test("lists the exercises that it contains, and contains only exercises and claims that exist", () => {
    expect(matter.exercises ?? []).toEqual(tree.exercises);
    expect(tree.exercises.filter((exercise) => !exerciseIds.includes(exercise))).toEqual([]);
    expect(tree.claims.filter((name) => !claims.some((claim) => claim.name === name))).toEqual([]);
  });
});

test("the course has at least 40 cells to try", () => {
  expect(lessons.flatMap(({ tree }) => tree.tryCells).length).toBeGreaterThanOrEqual(40);
});

test("each part ends with its quiz", () => {
  const parts = [...new Set(lessons.map(({ matter }) => matter.part))];
  const last = parts.map((part) => lessons.filter(({ matter }) => matter.part === part).at(-1));
  const quizzes = last.flatMap((lesson) => lesson?.tree.elements("PartQuiz") ?? []);
  expect(quizzes.map((quiz) => propertiesOf<{ part: number }>(quiz).part)).toEqual(parts);
});

test("a claim is in at most one lesson, and so is an exercise", () => {
  const twice = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i);
  expect(twice(lessons.flatMap(({ tree }) => tree.claims))).toEqual([]);
  expect(twice(lessons.flatMap(({ tree }) => tree.exercises))).toEqual([]);
});
