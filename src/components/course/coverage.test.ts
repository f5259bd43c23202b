import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exerciseIds as readExerciseIds } from "#kit/folder.ts";
import { splitFrontMatter } from "#build/front-matter.ts";
import { claims } from "../claims/all-claims.ts";
import { documents, sectionNames } from "./documents.ts";
import { claimsShownIn, exercisesHeldIn } from "./lesson-links.ts";

interface Lesson {
  readonly file: string;
  readonly body: string;
  readonly matter: {
    readonly title: string;
    readonly part: number;
    readonly minutes: number;
    readonly mirrors?: readonly string[];
    readonly exercises?: readonly string[];
  };
}

const exerciseIds = await readExerciseIds();
const lessons: readonly Lesson[] = globSync("content/lessons/*/*.mdx")
  .sort()
  .map((file) => {
    const { matter, body } = splitFrontMatter(file, readFileSync(file, "utf8"));
    return { file, body, matter: matter as Lesson["matter"] };
  });

describe("the five documents", () => {
  test("have each a part, and no section twice", () => {
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

describe.each(lessons.map((lesson) => [lesson.file.replace("content/lessons/", ""), lesson] as const))(
  "%s",
  (_, { file, body, matter }) => {
    test("mirrors sections that exist", () => {
      expect((matter.mirrors ?? []).filter((name) => !sectionNames.includes(name))).toEqual([]);
      expect(matter.mirrors ?? []).not.toEqual([]);
    });

    test("stands in the part that it names, and takes 10 to 25 minutes beside its exercises", () => {
      expect(file).toContain(`lessons/${matter.part}-`);
      expect(matter.minutes).toBeGreaterThanOrEqual(10);
      expect(matter.minutes).toBeLessThanOrEqual(25);
    });

    test("asks for a prediction, shows a living figure, and ends on an exercise or a check and a sentence to keep", () => {
      expect(body).toMatch(/<Predict\b/);
      expect(body).toMatch(/<[A-Z]\w*\s[^>]*client:(visible|idle|load)/);
      expect(body).toMatch(/<(ExerciseCell|WhichLine|SelfTest)\b/);
      expect(body.match(/<Keep>/g)).toHaveLength(1);
    });

    test("lists the exercises that it holds, and holds only exercises and claims that exist", () => {
      expect(matter.exercises ?? []).toEqual(exercisesHeldIn(body));
      expect(exercisesHeldIn(body).filter((id) => !exerciseIds.includes(id))).toEqual([]);
      expect(claimsShownIn(body).filter((name) => !claims.some((claim) => claim.name === name))).toEqual([]);
    });
  },
);

test("a claim is shown by one lesson at most, and an exercise is held by one", () => {
  const twice = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i);
  expect(twice(lessons.flatMap(({ body }) => claimsShownIn(body)))).toEqual([]);
  expect(twice(lessons.flatMap(({ body }) => exercisesHeldIn(body)))).toEqual([]);
});
