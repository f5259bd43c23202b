import { afterAll, describe, expect, test } from "vitest";
import { lessonFiles } from "#browser/lesson-files.ts";
import { edited, type Edits } from "#notebook/goals/edits.ts";
import { sketchTraits } from "#notebook/try/sketch-traits.ts";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import { cellFile, type CellFile } from "./cell-files.ts";
import * as cellKernel from "./cell-kernel.ts";
import { elementsIn, nodesOf, propertiesOf, type LessonElement } from "./course/lesson-tree.ts";
import { goalOf, once, reaches, type GoalCell, type GoalProps } from "./goals.ts";
import { labCell, type LabCellProps } from "./lab-cell.ts";
import { labGoals } from "./lab-goals.ts";
import { trySketch, withCode, type TryProps } from "./try-sketch.ts";

const sandbox = new Sandbox(childProcess);
afterAll(() => sandbox.close());

/** A cell of a lesson, with what its text asks for. */
interface CellWithGoals {
  readonly name: string;
  /** With the runs of all tests of the cell: each code is run once. */
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
      return { name: `${lesson}: ${cell.id}`, cell: madeOnce(() => tryGoals(cell, props)), goals: goalsOf(element) };
    }),
    ...tree.elements("LabCell").map((element): CellWithGoals => {
      const { id, kernel } = labCell(propertiesOf<LabCellProps>(element, cellKernel));
      return { name: `${lesson}: ${id}`, cell: madeOnce(() => labGoals(id, kernel).cell), goals: goalsOf(element) };
    }),
  ];
});

function madeOnce(make: () => GoalCell): () => GoalCell {
  let made: GoalCell | undefined;
  return () => {
    if (made === undefined) {
      const cell = make();
      made = { ...cell, run: once(cell.run) };
    }
    return made;
  };
}

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
      for (const goal of goals) await goalOf(goal, cell());
    },
  );
});

/** The row in two copies. @param first floats of the first one @param second where the second one goes @param from where it comes from */
const twoCopies = ({
  first,
  second,
  from = second,
}: {
  readonly first: number;
  readonly second: number;
  readonly from?: number;
}): Edits => ({
  "row, in, sizeof(row), &full);": `row, in, ${4 * first}, &full);
    ptx::cp_async_bulk(
        ptx::space_cluster, ptx::space_global,
        row + ${second}, in + ${from}, ${4 * (256 - first)}, &full);`,
});

const oneWarpCopies: Edits = {
  "__pipeline_memcpy_async(&tile[s][i], &in[s * 128 + i], 4)":
    "if (i < 32) __pipeline_memcpy_async(&tile[s][4 * i], &in[s * 128 + 4 * i], 16)",
  "next < tiles": "next < tiles && i < 32",
  "&tile[next % stages][i]": "&tile[next % stages][4 * i]",
  "&in[next * 128 + i], 4": "&in[next * 128 + 4 * i], 16",
};

/** Changes that a learner may make, and whether they do what the text asks for. */
const CHANGES: readonly (readonly [cell: string, goal: number, change: string, edits: Edits, isReached: boolean])[] = [
  ["a-key-for-short-rows", 0, "keys that leave the row", { "key = row % 4": "key = row % 8" }, false],
  ["a-key-for-short-rows", 0, "the same keys in another order", { "key = row % 4": "key = ((row >> 1) % 4) ^ 1" }, true],
  ["a-key-for-short-rows", 0, "keys of the wrong rows", { "key = row % 4": "key = row % 2" }, false],
  [
    "a-body-without-its-mass",
    0,
    "mass and radius gone, the velocity in front",
    { "px, py, pz, ux, uy, uz;\n  float mass, radius;": "ux, uy, uz, px, py, pz;" },
    true,
  ],
  [
    "a-body-without-its-mass",
    1,
    "four floats, the position whole",
    { "px, py, pz, ux, uy, uz;\n  float mass, radius;": "px, py, pz, ux;" },
    true,
  ],
  [
    "a-stretch-or-a-stride",
    0,
    "16 neighbours, the last one first",
    { "values[round * everyone + me]": "values[me * rounds + rounds - 1 - round]" },
    true,
  ],
  [
    "a-stretch-or-a-stride",
    0,
    "16 neighbours, each half as much",
    { "values[round * everyone + me]": "values[me * rounds + round] / 2" },
    false,
  ],
  ["copy-or-transpose", 1, "a stride on the other side, one column off", { "out[same] = in[same]": "out[same] = in[turned ^ 1]" }, false],
  [
    "rows-in-columns-out",
    0,
    "a pitch of 33, and rows stored in pairs the wrong way round",
    { "pitch = 34": "pitch = 33", "pitch + lane] =": "pitch + (lane ^ 1)] =" },
    false,
  ],
  [
    "rows-in-columns-out",
    0,
    "a pitch of 33, written out",
    { "32 * pitch": "32 * 33", "row * pitch": "row * 33", "lane * pitch": "lane * 33" },
    true,
  ],
  ["particles-of-six-floats", 0, "two floats more, in front", { "float x, y, z;": "float mass, radius;\n  float x, y, z;" }, true],
  [
    "columns-through-a-tile",
    0,
    "no tile, and a sum that is taken anew for every 32 rows",
    {
      "      tile[row][threadIdx.x] = matrix": "      sum = row == 0 ? 0 : sum + matrix",
      "    for (int row = 0; row < 32; row++) sum += tile[row][threadIdx.x];\n": "",
    },
    false,
  ],
  ["a-row-turned-round", 0, "side by side, and not turned round", { "apart = 2": "apart = 1", "row[63 - i]": "row[i]" }, false],
  ["a-row-turned-round", 1, "all the same float, another one", { "in[apart * i]": "in[7]" }, true],
  [
    "four-matrices-of-a-tile",
    0,
    "a pitch of 64, and the matrices in another order",
    { "pitch = 80": "pitch = 64", "out[i * 32 + lane]": "out[(i ^ 1) * 32 + lane]" },
    false,
  ],
  ["a-row-in-one-copy", 0, "two copies of a quarter and three", twoCopies({ first: 64, second: 64 }), true],
  ["a-row-in-one-copy", 0, "two copies of the same half", twoCopies({ first: 128, second: 128, from: 0 }), false],
  ["a-row-in-one-copy", 0, "two copies, the second from 32 bytes too early", twoCopies({ first: 128, second: 128, from: 120 }), false],
  ["three-stages", 0, "one warp that copies, and sums of rows that aren't reversed", { ...oneWarpCopies, "127 - i": "i" }, false],
  [
    "product-of-two-tiles",
    0,
    "the key of the row, in the reads alone",
    { "piece + lane / 16)": "(piece + lane / 16) ^ (lane % 8))", "piece + lane / 8 % 2)": "(piece + lane / 8 % 2) ^ (lane % 8))" },
    false,
  ],
  [
    "product-of-two-tiles",
    0,
    "the key of the row, in the stores and in the reads",
    {
      "at(i / 8, i % 8)": "at(i / 8, i % 8 ^ i / 8 % 8)",
      "piece + lane / 16)": "(piece + lane / 16) ^ (lane % 8))",
      "piece + lane / 8 % 2)": "(piece + lane / 8 % 2) ^ (lane % 8))",
    },
    true,
  ],
  ["product-of-two-tiles", 0, "pieces turned by the row", { "piece * 8;": "((piece + row) % 8) * 8;" }, true],
];

test.each(CHANGES)("%s, goal %i: %s", async (name, number, _, edits, isReached) => {
  const { cell, goals } = cells.find((one) => one.name.endsWith(`: ${name}`))!;
  const given = cell();
  const goal = await goalOf(goals[number]!, given);
  expect(await reaches(goal, edited(given.code, edits), given)).toBe(isReached);
});
