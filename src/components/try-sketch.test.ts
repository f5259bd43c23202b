import { afterAll, describe, expect, test } from "vitest";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import { otherThreadReadings } from "#testing/thread-readings.ts";
import { lessonFiles } from "#browser/lesson-files.ts";
import { cellFile } from "./cell-files.ts";
import * as cellKernel from "./cell-kernel.ts";
import { propertiesOf } from "./course/lesson-tree.ts";
import { trySketch, type TryProps } from "./try-sketch.ts";

const sandbox = new Sandbox(childProcess);
afterAll(() => sandbox.close());

const cells = lessonFiles().flatMap(({ tree }) =>
  tree.elements("Try").map((element) => {
    const props = propertiesOf<TryProps>(element, cellKernel);
    return { ...cellFile(props.file), props };
  }),
);

test("ids of try cells are unique in the course", () => {
  const ids = lessonFiles().flatMap(({ tree }) => tree.tryCells);
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id, number) => ids.indexOf(id) !== number)).toEqual([]);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

describe("the starting code of every try cell runs, and reads its thread as all others do", () => {
  test.each(cells.map((cell) => [cell.id, cell] as const))("%s", async (_, { props, ...cell }) => {
    expect(await sandbox.sketch(trySketch(cell, props))).toMatchObject({ status: "ran" });
    expect(otherThreadReadings(cell.code)).toEqual([]);
  });
});

test("a cell of one access may read what nothing was stored in, and is counted like any other", async () => {
  const code = "export function index({ threadIdx }: Thread) {\n  return 32 * threadIdx.x;\n}";
  const outcome = await sandbox.sketch(trySketch({ id: "one-bank", code }, { memory: "shared" }));
  expect(outcome).toMatchObject({ status: "ran", violations: [], accesses: [{ totals: { wavefronts: 32, bankConflicts: 31 } }] });
});
