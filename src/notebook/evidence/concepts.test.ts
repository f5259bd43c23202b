import { expect, test } from "vitest";
import { exerciseIds } from "#kit/folder.ts";
import { lessonFiles } from "#browser/lesson-files.ts";
import { conceptNamed, conceptOfLesson, concepts } from "./concepts.ts";

const lessons = lessonFiles();
const placeOf = new Map(lessons.map(({ id }, place) => [id, place]));

test("each concept is introduced by a lesson, before the other lessons and the exercises about it", () => {
  const introductions = concepts.map(({ lessons: [first] }) => placeOf.get(first) ?? -1);
  expect(introductions.every((place) => place >= 0)).toBe(true);
  expect(introductions).toEqual(introductions.toSorted((a, b) => a - b));
  for (const { id, lessons: about, exercises } of concepts) {
    const [introduced, ...others] = about.map((lesson) => placeOf.get(lesson) ?? -1);
    expect(others, id).toEqual(others.filter((place) => place > introduced!));
    const asked = lessons.flatMap(({ matter }, place) => (matter.exercises?.some((one) => exercises.includes(one)) ? [place] : []));
    expect(asked, id).toEqual(asked.filter((place) => place >= introduced!));
  }
});

test("every lesson is about a concept", () => {
  expect(lessons.filter(({ id }) => conceptOfLesson(id) === undefined).map(({ id }) => id)).toEqual([]);
});

test("no prediction or self-test is about a concept that comes later", () => {
  const introduced = (concept: string): number => placeOf.get(conceptNamed(concept).lessons[0])!;
  const early = lessons.flatMap(({ id, tree }, place) =>
    ["Predict", "SelfTest"].flatMap((name) =>
      tree.elements(name).flatMap(({ attributes }) => {
        const named = attributes.find((attribute) => attribute.name === "concept")?.value;
        const concept = typeof named === "string" ? named : conceptOfLesson(id)!;
        return introduced(concept) > place ? [`${id}: ${concept}`] : [];
      }),
    ),
  );
  expect(early).toEqual([]);
});

test("every exercise is about one concept: a new one is added to its concept in concepts.ts", async () => {
  const listed = concepts.flatMap(({ exercises }) => exercises);
  expect(listed.toSorted()).toEqual((await exerciseIds()).toSorted());
});
