import { afterAll, describe, expect, test } from "vitest";
import { lessonFiles } from "#browser/lesson-files.ts";
import { isReached } from "#notebook/goals/goal.ts";
import { launchTraits } from "#notebook/lab-cell/launch-traits.ts";
import type { LabKernel } from "#notebook/lab/lab-kernel.ts";
import { profileRun } from "#notebook/lab/profile.ts";
import { sketchTraits } from "#notebook/try/sketch-traits.ts";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import { cellFile, type CellFile } from "./cell-files.ts";
import * as cellKernel from "./cell-kernel.ts";
import { elementsIn, nodesOf, propertiesOf, type LessonElement } from "./course/lesson-tree.ts";
import { goalOf, once, type GoalCell, type GoalProps } from "./goals.ts";
import { labCell, type LabCellProps } from "./lab-cell.ts";
import { trySketch, withCode, type TryProps } from "./try-sketch.ts";

const sandbox = new Sandbox(childProcess);
afterAll(() => sandbox.close());

/** A cell of a lesson, with what its text asks for. */
interface CellWithGoals {
  readonly name: string;
  readonly cell: () => GoalCell;
  readonly goals: readonly GoalProps[];
}

const cells = lessonFiles().flatMap(({ id, tree }): CellWithGoals[] => {
  const goalsOf = ({ children }: LessonElement): GoalProps[] =>
    elementsIn(children.flatMap(nodesOf), "Goal").map((goal) => propertiesOf<GoalProps>(goal, cellKernel));
  const lesson = id.replace(/^.*\//, "");
  return [
    ...tree.elements("Try").map((element): CellWithGoals => {
      const props = propertiesOf<TryProps>(element, cellKernel);
      const cell = cellFile(props.file);
      return { name: `${lesson}: ${cell.id}`, cell: () => tryGoals(cell, props), goals: goalsOf(element) };
    }),
    ...tree.elements("LabCell").map((element): CellWithGoals => {
      const { id, kernel } = labCell(propertiesOf<LabCellProps>(element, cellKernel));
      return { name: `${lesson}: ${id}`, cell: () => labGoals(kernel), goals: goalsOf(element) };
    }),
  ];
});

function tryGoals(cell: CellFile, props: TryProps): GoalCell {
  const sketch = trySketch(cell, props);
  return {
    code: sketch.program.source,
    defaultTrait: "addresses",
    async run(code) {
      const outcome = await sandbox.sketch(withCode(sketch, code));
      if (outcome.status !== "ran") throw new Error(JSON.stringify(outcome));
      return sketchTraits(outcome);
    },
  };
}

function labGoals(kernel: LabKernel): GoalCell {
  return {
    code: kernel.source,
    defaultTrait: "counts",
    async run(source) {
      const { outcome } = profileRun({ ...kernel, source });
      if (outcome.kind === "error") throw new Error(outcome.error.message);
      return launchTraits(outcome);
    },
  };
}

/** Cells whose text only asks, each with what it asks. */
const QUESTIONS: Readonly<Record<string, string>> = {
  "islands-of-eight-lanes": "do islands cost more than one stretch?",
  "pairs-that-share-a-float4": "can you get below the ideal? Nobody can",
};

test("a cell whose text asks for a change has a goal for it", () => {
  const without = cells.filter(({ goals }) => goals.length === 0).map(({ name }) => name.replace(/^.*: /, ""));
  expect(without.toSorted()).toEqual(Object.keys(QUESTIONS).toSorted());
});

describe("each goal is reached by the change that it asks for, and not before", () => {
  test.each(cells.filter(({ goals }) => goals.length > 0).map(({ name, ...rest }) => [name, rest] as const))(
    "%s",
    async (_, { cell, goals }) => {
      const given = cell();
      const made = { ...given, run: once(given.run) };
      for (const goal of goals) await goalOf(goal, made);
    },
  );
});

test.each([
  ["keys that leave the row", "key = row % 8", false],
  ["the same keys in another order", "key = ((row >> 1) % 4) ^ 1", true],
  ["keys of the wrong rows", "key = row % 2", false],
])("the tile with short rows takes %s: %s", async (_, key, isTaken) => {
  const { cell, goals } = cells.find(({ name }) => name.endsWith(": a-key-for-short-rows"))!;
  const given = cell();
  const goal = await goalOf(goals[0]!, given);
  expect(isReached(goal, await given.run(given.code.replace("key = row % 4", key)))).toBe(isTaken);
});
