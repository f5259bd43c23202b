import { stripTypeScriptTypes } from "node:module";
import type { MdastNode } from "satteri";
import { afterAll, describe, expect, test } from "vitest";
import { lessonFiles } from "#browser/lesson-files.ts";
import { elementsNamed, lessonNodes, nodesOf, type LessonElement } from "#browser/lesson-nodes.ts";
import { launchTraits } from "#notebook/lab-cell/launch-traits.ts";
import { profileRun } from "#notebook/lab/profile.ts";
import { sketchTraits } from "#notebook/try/sketch-traits.ts";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import { dim3 } from "#simulator";
import { goalOf, once, type GoalCell, type GoalProps } from "./goals.ts";
import { labCellKernel, type LabCellProps } from "./lab-cell-kernel.ts";
import { trySketch, withCode, type TryProps } from "./try-sketch.ts";

const sandbox = new Sandbox(childProcess);
afterAll(() => sandbox.close());

/** A cell of a lesson, with what its text asks for. */
interface CellWithGoals {
  readonly name: string;
  readonly cell: () => GoalCell;
  readonly goals: readonly GoalProps[];
}

/** The names that a lesson's properties can use: what it exports itself, made of nothing but the simulator's `dim3`. */
function scopeOf(nodes: readonly MdastNode[]): Record<string, unknown> {
  const scope: Record<string, unknown> = { dim3 };
  const statements = nodes.flatMap((node) => (node.type === "mdxjsEsm" ? node.value.split(/^(?=export |import )/m) : []));
  for (const statement of statements) {
    const [, text = "", name] = /^export ((?:const|function) (\w+)[\s\S]*)/.exec(statement) ?? [];
    if (name === undefined) continue;
    try {
      scope[name] = evaluated(`(() => { ${stripTypeScriptTypes(text)}\nreturn ${name}; })()`, scope);
    } catch {
      // It needs what only the page imports, and so is no kernel of a cell.
    }
  }
  return scope;
}

function evaluated(expression: string, scope: Readonly<Record<string, unknown>>): unknown {
  return (new Function(...Object.keys(scope), `return (${expression});`) as (...values: unknown[]) => unknown)(...Object.values(scope));
}

function propsOf<T>({ attributes }: LessonElement, scope: Readonly<Record<string, unknown>>): T {
  return Object.fromEntries(
    attributes.map(({ name, value }) => [name, typeof value === "string" ? value : evaluated(value.value, scope)]),
  ) as unknown as T;
}

const cells = lessonFiles().flatMap(({ id, body }): CellWithGoals[] => {
  const nodes = lessonNodes(body);
  const scope = scopeOf(nodes);
  const goalsOf = (element: MdastNode): GoalProps[] =>
    elementsNamed("Goal", nodesOf(element)).map((goal) => propsOf<GoalProps>(goal, scope));
  const lesson = id.replace(/^.*\//, "");
  return [
    ...elementsNamed("Try", nodes).map((element): CellWithGoals => {
      const props = propsOf<TryProps>(element, scope);
      return { name: `${lesson}: ${props.id}`, cell: () => tryCell(props), goals: goalsOf(element) };
    }),
    ...elementsNamed("LabCell", nodes).map((element): CellWithGoals => {
      const props = propsOf<LabCellProps>(element, scope);
      return { name: `${lesson}: ${props.id}`, cell: () => labCell(props), goals: goalsOf(element) };
    }),
  ];
});

function tryCell(props: TryProps): GoalCell {
  const sketch = trySketch(props);
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

function labCell(props: LabCellProps): GoalCell {
  const kernel = labCellKernel(props);
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
