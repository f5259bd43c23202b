import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import type { PreviewRun } from "#judge/preview.ts";
import { launch } from "#kit";
import { exerciseIds, readExerciseFolder, wrongSources } from "#kit/folder.ts";
import { NOTHING_PRINTED } from "#judge/printed.ts";
import { patternRequest } from "#pictures/pattern.ts";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import { runKernel, dim3, h100, type Kernel } from "#simulator";
import { seededDice } from "./dice.ts";
import { conceptNamed, conceptOfExercise, concepts, type ConceptId } from "#notebook/evidence/concepts.ts";
import { conceptQuestion, conceptsOfPart, hardestQuestion } from "./pattern-questions.ts";
import { askedFor, thoughtBehind, type Question } from "./question.ts";
import { QUIZ_LENGTH, quizQuestions, toReread, withoutComments, type QuizSource } from "./quiz-questions.ts";

const seeds = Array.from({ length: 40 }, (_, seed) => seed);

describe.each(concepts.map(({ id }) => id))("questions about %s", (concept) => {
  test("are about requests that a warp can make, have a reason and an answer that isn’t 0, and differ", () => {
    const asked = seeds.flatMap((seed) => [conceptQuestion(concept, seededDice(seed)), hardestQuestion(concept, seededDice(seed))]);
    for (const question of asked) {
      expect(question.concept).toBe(concept);
      expect(question.why).toMatch(/^\S.{15,}\.$/);
      if (question.kind === "count") {
        const { addresses, bytesPerLane } = question.request;
        expect(addresses.every((address) => address >= 0 && address % bytesPerLane === 0)).toBe(true);
      }
      const { answer, asks } = askedFor(question);
      expect(answer).toBeGreaterThan(0);
      expect(asks).toMatch(/\?$/);
      expect(thoughtBehind(question, answer)).toBeUndefined();
    }
    expect(new Set(asked.map(({ text }) => text)).size).toBeGreaterThan(5);
  });
});

test("lines are explained by lines", () => {
  for (const concept of ["stride", "order", "alignment", "wide-lanes"] as const)
    for (const seed of seeds) {
      const question = conceptQuestion(concept, seededDice(seed));
      if (question.kind === "count" && question.asked === "lines") expect(question.why).toMatch(/\bline\b/);
    }
});

test("a request of stride 2 that is taken for one sector per lane is answered by the thought behind it", () => {
  const request = patternRequest({ op: "load", strideElements: 2, offsetElements: 0, bytesPerElement: 4 });
  const question = { kind: "count", concept: "stride", text: "", asked: "sectors", request, stride: 2, why: "" } as const;
  expect(thoughtBehind(question, 32)).toMatch(/one per lane/);
});

describe.each([1, 2, 3, 4, 5])("part %i", (part) => {
  test("asks five different questions, and others with another seed", async () => {
    const quizzes = await Promise.all(seeds.slice(0, 8).map((seed) => quizQuestions(part, source, seededDice(seed))));
    for (const questions of quizzes) {
      expect(questions).toHaveLength(QUIZ_LENGTH);
      expect(new Set(questions.map(({ text, kind }) => kind + text)).size).toBe(QUIZ_LENGTH);
      expect(questions.filter(({ exercise }) => exercise !== undefined)).toHaveLength(3);
      const drawn = questions.filter(({ exercise }) => exercise === undefined);
      expect(drawn.filter(({ concept }) => !conceptsOfPart(part).includes(concept))).toEqual([]);
    }
    expect(new Set(quizzes.map((questions) => JSON.stringify(questions))).size).toBe(quizzes.length);
  });

  test("asks other questions in the next round, about other exercises as long as there are some", async () => {
    for (const seed of seeds) {
      const dice = seededDice(seed);
      const first = await quizQuestions(part, source, dice);
      const second = await quizQuestions(part, source, dice, first);
      const patterns = (questions: readonly Question[]) => questions.flatMap(({ text, exercise }) => (exercise ? [] : [text]));
      expect(patterns(second).filter((text) => patterns(first).includes(text))).toEqual([]);
      expect(new Set([...first, ...second].flatMap(({ exercise }) => exercise?.id ?? [])).size).toBe(source.exercises.length);
    }
  });

  test("asks the same questions with the same seed", async () => {
    const ask = () => quizQuestions(part, source, seededDice(7));
    expect(await ask()).toEqual(await ask());
  });
});

test("what was missed names the lessons of the part about it, or the one that introduced it", () => {
  const missed = (...concepts: readonly ConceptId[]): Question[] => concepts.map((concept) => conceptQuestion(concept, seededDice(1)));
  expect(toReread(3, missed("wide-lanes", "banks", "fetches", "wide-lanes"))).toEqual([
    "2-bank-conflicts-and-the-transpose/01-thirty-two-banks",
    "3-sectors-and-vector-loads/00-a-disappointed-author",
    "3-sectors-and-vector-loads/03-the-open-question",
  ]);
});

function tokensOf(text: string): string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, true, ts.LanguageVariant.Standard, text);
  const tokens: string[] = [];
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) tokens.push(scanner.getTokenText());
  return tokens;
}

test("answers are shown without their comments, and say the same", async () => {
  for (const id of await exerciseIds()) {
    const { files } = await readExerciseFolder(id);
    for (const text of [files.get("starter.ts")!, ...Object.values(wrongSources(files))]) {
      expect(withoutComments(text)).not.toMatch(/\/\/|\/\*/);
      expect(tokensOf(withoutComments(text))).toEqual(tokensOf(text));
    }
  }
});

test("a part’s quiz asks about concepts that its lessons, or those of earlier parts, introduce", () => {
  for (const part of [1, 2, 3, 4, 5]) {
    const introduced = conceptsOfPart(part).map((concept) => Number.parseInt(conceptNamed(concept).lessons[0], 10));
    expect(introduced.filter((other) => other > part)).toEqual([]);
  }
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

test("names the function that is shown, and the access whose index it gives", async () => {
  for (const seed of seeds) {
    for (const { kind, text, exercise } of await quizQuestions(1, source, seededDice(seed))) {
      if (kind === "count" && exercise) expect(text).toContain("in `element`, which says where `read` loads from `in`.");
    }
  }
});

describe("with the exercises of the course", () => {
  const sandbox = new Sandbox(childProcess);
  afterAll(() => sandbox.close());
  const run: QuizSource["run"] = async (exercise, text) => {
    const preview = await sandbox.preview({ exercise, source: text });
    return preview.status === "ran" ? preview : undefined;
  };

  test.each([1, 2, 3, 4, 5])(
    "part %i shows neither a solution nor another right answer, and every function that it asks about",
    async (part) => {
      const folders = (await Promise.all((await exerciseIds()).map((id) => readExerciseFolder(id)))).filter(
        ({ exercise }) => exercise.part === part,
      );
      const right = new Set(
        folders.flatMap(({ files }) =>
          [...files].filter(([name]) => name === "solution.ts" || name.startsWith("also/")).map(([, text]) => withoutComments(text)),
        ),
      );
      const exercises = folders.map(({ exercise, files }) => ({
        id: exercise.id,
        title: exercise.title,
        concept: conceptOfExercise(exercise.id)!,
        starter: files.get("starter.ts")!,
        wrong: Object.fromEntries(
          Object.entries(wrongSources(files)).map(([name, text]) => [name, { source: text, says: exercise.wrong[name]?.says ?? "" }]),
        ),
      }));
      for (const seed of seeds.slice(0, 6)) {
        for (const question of await quizQuestions(part, { exercises, run }, seededDice(seed))) {
          if (question.kind === "number" || question.code === undefined) continue;
          if (question.kind === "count") expect(question.why).toMatch(/^\S.{15,}\.$/);
          const { kind, text, code } = question;
          expect(right).not.toContain(code.trim());
          const [, name = ""] = kind === "count" ? (/in `(\w+)`, which/.exec(text) ?? []) : [];
          if (kind === "count") expect(code).toMatch(new RegExp(`export (const|function) ${name}\\b`));
        }
      }
      // Of exercises that were not passed, a learner sees no more than the starter.
      const unpassed = exercises.map((exercise) => ({ ...exercise, wrong: {} }));
      const starters = new Set(unpassed.map(({ starter }) => withoutComments(starter)));
      for (const question of await quizQuestions(part, { exercises: unpassed, run }, seededDice(part))) {
        expect(question.kind).not.toBe("hint");
        if (question.kind === "count" && question.code !== undefined) expect(starters).toContain(question.code);
      }
    },
  );
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
      function: "element",
      warps: [
        {
          place: { blockIdx: dim3(0, 0, 0), warp: 0 },
          request: patternRequest({ op: "load", strideElements: 1, offsetElements: 0, bytesPerElement: 4 }),
          indexes: Array.from({ length: 32 }, (_, lane) => lane),
        },
      ],
    },
  ],
  printed: NOTHING_PRINTED,
};

const source: QuizSource = {
  exercises: ["copy", "walk", "transpose", "gather"].map((id) => ({
    id,
    title: id,
    concept: "stride",
    starter: `${id} starter`,
    wrong: Object.fromEntries(["a", "b", "c"].map((name) => [name, { source: `${id} ${name}`, says: `${name} of ${id}?` }])),
  })),
  run: () => Promise.resolve(ran),
};
