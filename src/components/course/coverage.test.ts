import { describe, expect, test } from "vitest";
import { exerciseIds as readExerciseIds } from "#kit/folder.ts";
import { lessonFiles } from "#browser/lesson-files.ts";
import { claims } from "../claims/claims.ts";
import { allExercises } from "../practice/all-exercises.ts";
import { documents, sectionNames } from "./documents.ts";
import { claimsShownIn, exercisesIn, openClaimsIn, tryCellsIn } from "./lesson.ts";

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

describe.each(lessons.map((lesson) => [lesson.id, lesson] as const))("%s", (_, { id, body, matter }) => {
  test("mirrors sections that exist", () => {
    expect((matter.mirrors ?? []).filter((name) => !sectionNames.includes(name))).toEqual([]);
    expect(matter.mirrors ?? []).not.toEqual([]);
  });

  test("is in the folder of its part, and takes 10 to 25 minutes without its exercises", () => {
    expect(id.startsWith(`${matter.part}-`)).toBe(true);
    expect(matter.minutes).toBeGreaterThanOrEqual(10);
    expect(matter.minutes).toBeLessThanOrEqual(25);
  });

  test("asks for a prediction, shows an interactive figure, and has an exercise or a question and one sentence to keep", () => {
    expect(body).toMatch(/<Predict\b/);
    expect(body, "a prediction's number is its `actual`: in MDX the slot `answer` replaces a property of that name").not.toMatch(
      /<Predict\b[^<]*\sanswer=/,
    );
    expect(body.match(/<Predict\b[^>]*\s(actual|global|shared)=/g)).toHaveLength(body.match(/<Predict\b/g)?.length ?? 0);
    expect(body).toMatch(/<[A-Z]\w*\s[^>]*client:(visible|idle|load)/);
    expect(body).toMatch(/<(ExerciseCell|WhichLine|SelfTest)\b/);
    expect(body.match(/<Keep>/g)).toHaveLength(1);
  });

  test("has something to try, and judges at most two claims in the open", () => {
    expect(tryCellsIn(body).length).toBeGreaterThanOrEqual(1);
    expect(openClaimsIn(body).length).toBeLessThanOrEqual(2);
  });

  test("has exercises that say they are of its part", () => {
    const others = allExercises.filter(({ id, part }) => exercisesIn(body).includes(id) && part !== matter.part);
    expect(others.map(({ id, part }) => `${id} says part ${part}`)).toEqual([]);
  });

  test("lists the exercises that it contains, and contains only exercises and claims that exist", () => {
    expect(matter.exercises ?? []).toEqual(exercisesIn(body));
    expect(exercisesIn(body).filter((exercise) => !exerciseIds.includes(exercise))).toEqual([]);
    expect(claimsShownIn(body).filter((name) => !claims.some((claim) => claim.name === name))).toEqual([]);
  });
});

test("the course has at least 40 cells to try", () => {
  expect(lessons.flatMap(({ body }) => tryCellsIn(body)).length).toBeGreaterThanOrEqual(40);
});

test("each part ends with its quiz", () => {
  const last = documents.map(({ part }) => lessons.filter(({ matter }) => matter.part === part).at(-1));
  expect(last.map((lesson) => /<PartQuiz part=\{(\d)\}/.exec(lesson?.body ?? "")?.[1])).toEqual(documents.map(({ part }) => String(part)));
});

test("a claim is in at most one lesson, and so is an exercise", () => {
  const twice = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i);
  expect(twice(lessons.flatMap(({ body }) => claimsShownIn(body)))).toEqual([]);
  expect(twice(lessons.flatMap(({ body }) => exercisesIn(body)))).toEqual([]);
});
