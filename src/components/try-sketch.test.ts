import { mdxToMdast, type MdastNode } from "satteri";
import { afterAll, describe, expect, test } from "vitest";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import { otherThreadReadings } from "#testing/thread-readings.ts";
import { lessonFiles } from "#browser/lesson-files.ts";
import { tryCellsIn } from "./course/lesson.ts";
import { indented, trySketch, type TryProps } from "./try-sketch.ts";

const lessons = lessonFiles();
const sandbox = new Sandbox(childProcess);
afterAll(() => sandbox.close());

/** The properties of the try cells in a lesson's text. One that names something that the lesson imports is left to the build. */
function tryProps(mdx: string): TryProps[] {
  return elementsOf(mdxToMdast(mdx, { features: { math: true } })).flatMap((element) => {
    try {
      return [Object.fromEntries(element.attributes.map((attribute) => [attribute.name, valueOf(attribute)])) as unknown as TryProps];
    } catch (error) {
      if (error instanceof ReferenceError) return [];
      throw error;
    }
  });
}

interface TryElement {
  readonly attributes: readonly Attribute[];
}

interface Attribute {
  readonly name: string;
  readonly value: string | { readonly value: string };
}

function elementsOf(node: Readonly<MdastNode>): TryElement[] {
  if ("name" in node && node.name === "Try") return [node as unknown as TryElement];
  return "children" in node ? node.children.flatMap(elementsOf) : [];
}

function valueOf({ value }: Attribute): unknown {
  if (typeof value === "string") return value;
  return (new Function(`return (${value.value});`) as () => unknown)();
}

test("ids of try cells are unique in the course", () => {
  const ids = lessons.flatMap(({ body }) => tryCellsIn(body));
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id, number) => ids.indexOf(id) !== number)).toEqual([]);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

describe("the starting code of every try cell runs, and reads its thread as all others do", () => {
  test.each(lessons.flatMap(({ body }) => tryProps(body)).map((props) => [props.id, props] as const))("%s", async (_, props) => {
    expect(await sandbox.sketch(trySketch(props))).toMatchObject({ status: "ran" });
    expect(otherThreadReadings(props.code)).toEqual([]);
  });
});

test("a cell of one access may read what nothing was stored in, and is counted like any other", async () => {
  const code = "export function index({ threadIdx }: Thread) {\n  return 32 * threadIdx.x;\n}";
  const outcome = await sandbox.sketch(trySketch({ id: "one-bank", code, memory: "shared" }));
  expect(outcome).toMatchObject({ status: "ran", violations: [], accesses: [{ totals: { wavefronts: 32, bankConflicts: 31 } }] });
});

test.each([
  ["a function", "export function index() {\nreturn 1;\n}", "export function index() {\n  return 1;\n}"],
  ["nested brackets", "f(() => {\nif (a) {\ng();\n}\n});", "f(() => {\n  if (a) {\n    g();\n  }\n});"],
  ["what is indented already", "if (a) {\n  b();\n} else {\n  c();\n}", "if (a) {\n  b();\n} else {\n  c();\n}"],
])("code is indented by its brackets: %s", (_, code, expected) => expect(indented(code)).toBe(expected));
