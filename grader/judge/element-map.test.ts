import { describe, expect, test } from "vitest";
import copy from "#exercises/straight-copy/exercise.ts";
import transpose from "#exercises/transpose-naive/exercise.ts";
import tiled from "#exercises/transpose-padded/exercise.ts";
import pitchOfMatrices from "#exercises/ldmatrix-pitch/exercise.ts";
import readOnce from "#exercises/transpose-tiled/exercise.ts";
import matmul from "#exercises/matmul-tiles/exercise.ts";
import { dim3 } from "#simulator";
import { MAX_ELEMENTS_WITH_THREADS } from "./element-fates.ts";
import type { ElementMap } from "./element-map.ts";
import type { Exercise, Size } from "./exercise.ts";
import { mapElements } from "./grade.ts";
import { elementSentence, refusedSentence } from "./report/element-sentence.ts";

const small: Exercise = {
  ...copy,
  cases: [{ id: "small", title: "16 elements", size: { n: 16 }, launch: { gridDim: dim3(2), blockDim: dim3(8) } }],
};

const i = "const i = ({ threadIdx, blockIdx, blockDim }: Thread) => blockIdx.x * blockDim.x + threadIdx.x;";

function mapped(source: string, exercise = small, check = "every-element", element?: number): ElementMap {
  const first = exercise.cases[0]!.id;
  const job = { exercise: exercise.id, source, case: first, check, ...(element !== undefined && { element }) };
  const outcome = mapElements(job, exercise, () => undefined);
  if (outcome.status !== "mapped") throw new Error(JSON.stringify(outcome));
  return outcome;
}

describe("each element of a copy of 16 by two blocks of 8 threads", () => {
  test.each<[mistake: string, check: string, read: string, write: string, elements: string, element: number, sentence: string]>([
    [
      ...(["null in the second block", "every-element", "i(t)", "t.blockIdx.x === 1 ? null : i(t)"] as const),
      "........mmmmmmmm",
      9,
      "Element 9 of `out` is never written; element 9 of `in` belongs there.",
    ],
    [
      ...(["no block index", "written-once", "t.threadIdx.x", "t.threadIdx.x"] as const),
      "22222222mmmmmmmm",
      3,
      "Element 3 of `out` is written twice, first by thread 3 of block 0, last by thread 3 of block 1. It holds element 3 of `in`, as it should.",
    ],
    [
      ...(["all to one", "written-once", "i(t)", "0"] as const),
      "2mmmmmmmmmmmmmmm",
      0,
      "Element 0 of `out` is written 16 times, first by thread 0 of block 0, last by thread 7 of block 1. It ends with element 15 of `in`, where element 0 of `in` belongs.",
    ],
    [
      ...(["neighbours exchanged in the first block", "every-element", "t.blockIdx.x === 0 ? i(t) ^ 1 : i(t)", "i(t)"] as const),
      "wwwwwwww........",
      2,
      "Thread 2 of block 0 stores element 3 of `in` in element 2 of `out`, where element 2 of `in` belongs.",
    ],
    [
      ...(["read one further", "in-bounds", "i(t) + 1", "i(t)"] as const),
      "wwwwwwwwwwwwwwwx",
      15,
      "Thread 7 of block 1 stores nothing in element 15 of `out`, where element 15 of `in` belongs. It had read outside an array.",
    ],
    [
      ...(["written one further", "in-bounds", "i(t)", "i(t) + 1"] as const),
      "mwwwwwwwwwwwwwww",
      1,
      "Thread 0 of block 0 stores element 0 of `in` in element 1 of `out`, where element 1 of `in` belongs.",
    ],
  ])("%s", (_, check, read, write, elements, element, sentence) => {
    const map = mapped(`${i}\nexport const read = (t: Thread) => ${read};\nexport const write = (t: Thread) => ${write};`, small, check);
    expect(map).toMatchObject({ array: "out", op: "store", elements });
    expect(elementSentence(map, element)).toBe(sentence);
  });

  test("accesses that leave their array are counted, with the first thread", () => {
    const map = mapped(`${i}\nexport const read = (t: Thread) => i(t) + 2;\nexport const write = i;`);
    expect(map.refused.map((access) => refusedSentence(access, map))).toEqual([
      "`read` reads outside `in` twice: first for thread 6 of block 1, at element 16.",
    ]);
  });

  test("the map is plain data", () => {
    const map = mapped(`${i}\nexport const read = i;\nexport const write = () => null;`);
    expect(JSON.parse(JSON.stringify(map))).toEqual(map);
  });
});

const wholeTile =
  "const f = ({ threadIdx: { x, y } }: Thread) => y * 33 + x;\nexport const pitch = 33;\nexport const toTile = f;\nexport const fromTile = f;";
const inMatrix = (row: string, column: string): string =>
  `({ threadIdx: { x, y }, blockIdx: b }: Thread, s: { rows: number; columns: number }) => ${row} * s.columns + ${column}`;

test("what a thread read outside an array and passed on in shared memory is still seen", () => {
  const [first] = tiled.cases;
  const source = `${wholeTile}\nexport const read = ${inMatrix("(b.y * 32 + y + 32)", "b.x * 32 + x")};\nexport const write = ${inMatrix("(b.y * 32 + y)", "b.x * 32 + x")};`;
  const { elements } = mapped(source, { ...tiled, cases: [first!] }, "in-bounds");
  const { rows, columns } = first!.size as { rows: number; columns: number };
  expect([...elements].filter((sign) => sign === "x")).toHaveLength(32 * columns);
  expect(elements.slice(0, columns)).toBe("w".repeat(columns));
  expect(elements.slice(-columns)).toBe("x".repeat(columns));
  expect(rows).toBe(64);
});

test("rows of matrices that begin at no multiple of 8 are read misaligned, not out of bounds, and it shows at the lanes that hold them", () => {
  const map = mapped("export const pitch = 68;", pitchOfMatrices, "in-bounds");
  expect(map.refused.map((access) => refusedSentence(access, map))).toEqual([
    "`store` writes `tile` misaligned 128 times: first for thread 8 of block 0, at element 68.",
    "`ldmatrix` reads `tile` misaligned 128 times: first for thread 1 of block 0, at element 68.",
  ]);
  // Odd rows of each matrix are misaligned. A thread stores two halves of each of four matrices: those of row r are with lanes 4 r to 4 r + 3.
  const ofThread = (thread: number) => map.elements.slice(8 * thread, 8 * thread + 8);
  for (const row of [0, 1, 2, 3, 4, 5, 6, 7])
    for (const lane of [0, 1, 2, 3]) expect(ofThread(4 * row + lane)).toBe((row % 2 === 0 ? "." : "a").repeat(8));
  expect(map.elements).not.toContain("x");
  expect(elementSentence(map, 32)).toMatch(/ What it read was misaligned\.$/);
});

test.each<[string, Exercise<Size>, string, string, string]>([
  ["never read", readOnce, "null", "read-once", "m"],
  ["read by all threads", readOnce, "0", "read-once", "2"],
])("an input that must be read once: %s", (_, exercise, read, check, first) => {
  const source = `${wholeTile}\nexport const read = () => ${read};\nexport const write = () => null;`;
  expect(mapped(source, exercise, check)).toMatchObject({
    array: "in",
    op: "load",
    elements: expect.stringMatching(`^${first}m+$`) as unknown,
  });
});

test.each<[string, Exercise<Size>, number]>([
  ["a copy has rows of a warp", copy, 32],
  ["a transposed matrix has rows as long as the columns before", transpose, 16],
  ["a product has the columns of its size", matmul, 32],
])("%s", (_, exercise, columns) => {
  const source = exercise.exports
    .map(({ name, kind }) => (kind === "number" ? `export const ${name} = 33;` : `export const ${name} = () => null;`))
    .join("\n");
  expect(mapped(source, exercise).columns).toBe(columns);
});

describe("an array too long to keep all threads", () => {
  const n = MAX_ELEMENTS_WITH_THREADS + 256;
  const long: Exercise = {
    ...small,
    cases: [{ id: "long", title: "long", size: { n }, launch: { gridDim: dim3(n / 256), blockDim: dim3(256) } }],
  };
  const source = `${i}\nexport const read = i;\nexport const write = (t: Thread) => i(t) - (i(t) % 2);`;

  test("has the fates of all elements and the threads of none", () => {
    const map = mapped(source, long);
    expect(map.elements).toBe("2m".repeat(n / 2));
    expect(elementSentence(map, 70)).toBe("Element 70 of `out` is written more than once.");
  });

  test("has the threads of an element that is asked for", () => {
    expect(elementSentence(mapped(source, long, "written-once", 70), 70)).toBe(
      "Element 70 of `out` is written twice, first by thread 70 of block 0, last by thread 71 of block 0. It ends with element 71 of `in`, where element 70 of `in` belongs.",
    );
  });
});

test("a cost has no map, and an answer that is refused gives its error", () => {
  const job = {
    exercise: copy.id,
    source: `${i}\nexport const read = i;\nexport const write = i;`,
    case: "one-warp-each",
    check: "read-sectors",
  };
  expect(mapElements(job, copy, () => undefined)).toEqual({ status: "not-mapped" });
  expect(
    mapElements(
      { ...job, check: "every-element", source: "export const read = () => 0.5; export const write = read;" },
      copy,
      () => undefined,
    ),
  ).toMatchObject({
    status: "error",
    error: { kind: "not-an-index" },
  });
});
