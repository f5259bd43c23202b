import { describe, expect, test } from "vitest";
import type { PreviewRun } from "#judge/preview.ts";
import { launch } from "#kit";
import { NOTHING_PRINTED } from "#judge/printed.ts";
import { patternRequest } from "#pictures/pattern.ts";
import { runKernel, dim3, h100, type Kernel } from "#simulator";
import { seededDice } from "./dice.ts";
import { patternQuestion } from "./pattern-questions.ts";
import { countOf } from "./question.ts";
import { QUIZ_LENGTH, quizQuestions, type QuizSource } from "./quiz-questions.ts";

const seeds = Array.from({ length: 40 }, (_, seed) => seed);

describe.each([1, 2, 3, 4, 5])("part %i", (part) => {
  test("asks about requests that a warp can make, and no question has the answer 0", () => {
    for (const seed of seeds) {
      const question = patternQuestion(part, seededDice(seed));
      expect(question.request.addresses.every((address) => address >= 0 && address % question.request.bytesPerLane === 0)).toBe(true);
      expect(countOf(question)).toBeGreaterThan(0);
    }
  });

  test("asks five different questions, and others with another seed", async () => {
    const quizzes = await Promise.all(seeds.slice(0, 8).map((seed) => quizQuestions(part, source, seededDice(seed))));
    for (const questions of quizzes) {
      expect(questions).toHaveLength(QUIZ_LENGTH);
      expect(new Set(questions.map(({ text, kind }) => kind + text)).size).toBe(QUIZ_LENGTH);
      expect(questions.filter(({ exercise }) => exercise !== undefined)).toHaveLength(3);
    }
    expect(new Set(quizzes.map((questions) => JSON.stringify(questions))).size).toBe(quizzes.length);
  });

  test("asks the same questions with the same seed", async () => {
    const ask = () => quizQuestions(part, source, seededDice(7));
    expect(await ask()).toEqual(await ask());
  });
});

test("a part whose exercises cannot be run is asked about patterns only", async () => {
  const questions = await quizQuestions(1, { exercises: [], run: () => Promise.resolve(undefined) }, seededDice(1));
  expect(questions.map(({ exercise }) => exercise)).toEqual(Array.from({ length: QUIZ_LENGTH }, () => undefined));
});

test("one right choice among the hints", async () => {
  for (const seed of seeds) {
    for (const question of await quizQuestions(1, source, seededDice(seed))) {
      if (question.kind === "hint") expect(question.choices.filter(({ isRight }) => isRight)).toHaveLength(1);
    }
  }
});

const kernel: Kernel = {
  size: {},
  arrays: { in: { space: "global", bytesPerElement: 4, length: 32, contents: "source" } },
  steps: [{ kind: "load", name: "read", array: "in", index: ({ threadIdx }) => threadIdx.x }],
};
const [totals] = runKernel(kernel, { gridDim: dim3(1), blockDim: dim3(32) }, h100).accesses;
const ran: PreviewRun = {
  status: "ran",
  case: "small",
  launch: launch([1], [32]),
  accesses: [
    {
      totals: totals!,
      array: { name: "in", bytesPerElement: 4, length: 32 },
      elementsPerLane: 1,
      places: [{ blockIdx: dim3(0, 0, 0), warp: 0 }],
      requests: [patternRequest({ op: "load", strideElements: 1, offsetElements: 0, bytesPerElement: 4 })],
      indexes: [Array.from({ length: 32 }, (_, lane) => lane)],
    },
  ],
  printed: NOTHING_PRINTED,
};

const source: QuizSource = {
  exercises: ["copy", "walk", "transpose", "gather"].map((id) => ({
    id,
    title: id,
    wrong: Object.fromEntries(["a", "b", "c"].map((name) => [name, { source: `${id} ${name}`, says: `${name} of ${id}?` }])),
  })),
  run: () => Promise.resolve(ran),
};
