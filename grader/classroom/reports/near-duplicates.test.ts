import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { similarAnswers, solutionCopies, type ComparedAnswer } from "./near-duplicates.ts";
import { commonLines } from "./winnowing.ts";

const read = (file: string): Promise<string> => readFile(new URL(`../../../exercises/transpose-padded/${file}`, import.meta.url), "utf8");
const [starter, solution] = await Promise.all([read("starter.ts"), read("solution.ts")]);

/** An unusual answer, which no two students would write independently. */
const original = `export const pitch = 33;
const clamp = (value: number, low: number) => (value < low ? low : value);
export function read(thread: Thread, size: { rows: number; columns: number }) {
  let total = 0;
  for (let step = 0; step < 4; step++) total += clamp(thread.threadIdx.x * step - 7, 3) % 11;
  if (total === 12345) return null;
  switch (total % 3) {
    case 0: return thread.threadIdx.y * size.columns + 5;
    default: return thread.threadIdx.x + 32 * thread.blockIdx.x;
  }
}`;
const renamed = original
  .replaceAll("clamp", "atLeast")
  .replaceAll("total", "sum")
  .replaceAll("step", "k")
  .replace("let sum", "// my own idea\n  let   sum");
/** The given number of unrelated answers. */
const unrelatedAnswers = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    student: `unrelated-${i}`,
    source: Array.from(
      { length: 12 },
      (_, j) => `export const f${j} = [${(i * 37 + j * 11) % 97}, ${i}, ${j}, ${i + j}].map((v) => v * ${i} + ${j * 3});`,
    ).join("\n"),
  }));

/** The same computation with other names, other statements, and lines in another order. */
const chosen = `export function write(t: Thread, s: Size, pass: number): number | null {
  const c = myColumn(t);
  const start = pass * s.columns;
  const end = start + s.columns;
  const e = start + c;
  return e < end ? e : null;
}
const myColumn = (t: Thread): number => t.blockIdx.x * t.blockDim.x + t.threadIdx.x;`;
const restructured = `function spalte({ blockIdx, blockDim, threadIdx: { x } }) { return x + blockDim.x * blockIdx.x; }
export const write = (faden, { columns }, runde) => {
  const anfang = columns * runde;
  let element = anfang;
  element += spalte(faden);
  if (element >= anfang + columns) { return null; }
  return element;
};`;

describe("answers that are alike", () => {
  const ada = { student: "ada", source: original };
  const alike = (answers: readonly ComparedAnswer[], given: readonly string[] = []) =>
    similarAnswers(answers, given).map(({ students }) => students.join(" "));

  test.each<[string, string, string, boolean]>([
    ["with other names, spacing and comments", original, renamed, false],
    ["with other line ends", original, original.replaceAll("\n", "\r\n"), true],
    ["with other statements in another order", chosen, restructured, false],
  ])("are found %s", (_, one, other, identical) => {
    const answers = [...unrelatedAnswers(8), { student: "ada", source: one }, { student: "bob", source: other }];
    const [pair, ...more] = similarAnswers(answers, [starter, solution]);
    expect([pair, more]).toMatchObject([{ students: ["ada", "bob"], identical }, []]);
    expect(pair?.similarity).toBeGreaterThan(0.8);
  });

  test.each<[string, string]>([
    ["the starter", starter],
    ["the solution", solution],
    ["the solution with other names", solution.replaceAll("threadIdx", "t").replaceAll("blockIdx", "b")],
  ])("are not those that are %s", (_, source) => {
    expect(alike([{ student: "ada", source }, { student: "bob", source }, ...unrelatedAnswers(4)], [starter, solution])).toEqual([]);
  });

  test("are not those that many wrote: that is how one writes it", () => {
    const wrote = (many: number) => Array.from({ length: many }, (_, i) => ({ student: `s${i}`, source: i % 2 ? chosen : restructured }));
    expect(alike([...wrote(3), ...unrelatedAnswers(30)])).toEqual(["s0 s1 s2"]);
    expect(alike([...wrote(15), ...unrelatedAnswers(45)])).toEqual([]);
  });

  test("are of this class, or of it and another, never two of another", () => {
    const former = ["2025: cleo", "2025: dan"].map((student) => ({ student, source: renamed, isFormer: true }));
    expect(alike([ada, ...unrelatedAnswers(8), ...former])).toEqual(["ada 2025: cleo 2025: dan"]);
    expect(alike([...unrelatedAnswers(8), ...former])).toEqual([]);
  });

  test("have more in common than half", () => {
    const half = original.slice(0, original.indexOf("switch"));
    const others = unrelatedAnswers(9);
    const bob = { student: "bob", source: `${half}}}\n${others[0]?.source}` };
    expect(alike([ada, bob, ...others.slice(1)])).toEqual([]);
  });

  test("are found among three hundred answers to six exercises in less than five seconds of work, half of them copied in pairs", () => {
    const start = process.cpuUsage();
    const bodies = unrelatedAnswers(300);
    const copied = bodies.map(({ student }, i) => ({ student, source: `${bodies[i - (i % 4 === 1 ? 1 : 0)]?.source}\n// ${i}` }));
    for (let exercise = 0; exercise < 6; exercise++) expect(alike(copied)).toHaveLength(75);
    expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  });

  test("take time in proportion to the answers", () => {
    const pairs = (count: number) =>
      unrelatedAnswers(count).map(({ student }, i) => ({
        student,
        source: unrelatedAnswers(count / 2)[i >> 1]?.source.slice(0, 300) ?? "",
      }));
    /** The processor time of this thread in microseconds: other work of the machine hardly changes the ratio of two. */
    const timeFor = (answers: readonly ComparedAnswer[]): number => {
      const start = process.threadCpuUsage();
      expect(alike(answers)).toHaveLength(answers.length / 2);
      return process.threadCpuUsage(start).user;
    };
    const few = pairs(200);
    const many = pairs(1_000);
    timeFor(few);
    expect(timeFor(many) / timeFor(few)).toBeLessThan(12);
  });

  test.each(["", "/* never closed", "`${", '"\\', "🦜".repeat(1000), "(".repeat(50_000), "export const f = (a) => f(f(a)) + f(a);"])(
    "odd text %# is compared like any other",
    (source) => {
      expect(() =>
        alike([
          { student: "ada", source },
          { student: "bob", source: `${source} ` },
        ]),
      ).not.toThrow();
    },
  );

  test("have their common lines marked on both sides", () => {
    const [inOriginal, inRenamed] = commonLines([original, `${unrelatedAnswers(1)[0]?.source}\n${renamed}`]);
    expect(inOriginal?.size).toBe(original.split("\n").length);
    expect(Math.min(...(inRenamed ?? []))).toBeGreaterThanOrEqual(12);
    expect([...commonLines([chosen, restructured])].map(({ size }) => size)).toEqual([0, 0]);
  });
});

/** A long and unusual answer to transpose-tiled, with names of its own. */
const long = (copier: number) =>
  `const w${copier} = 32;
type Shape${copier} = { rows: number; columns: number };
function locate(block: number, lane: number): number {
  let found${copier} = lane;
  let k = 0;
  while (k < block) { found${copier} = found${copier} + w${copier}; k = k + 1; }
  return found${copier};
}
export function read(q: Thread, m: Shape${copier}): number | null {
  const a = locate(q.blockIdx.y, q.threadIdx.y);
  const b = locate(q.blockIdx.x, q.threadIdx.x);
  if (!(a < m.rows)) return null;
  if (!(b < m.columns)) return null;
  return b + a * m.columns;
}${copier % 2 ? "\n// the tile has a column more" : ""}
export function toTile(q: Thread): number { return q.threadIdx.x + 33 * q.threadIdx.y; }
export function fromTile(q: Thread): number { return q.threadIdx.y + 33 * q.threadIdx.x; }
export function write(q: Thread, m: Shape${copier}): number | null {
  const a = locate(q.blockIdx.x, q.threadIdx.y);
  const b = locate(q.blockIdx.y, q.threadIdx.x);
  if (!(a < m.columns)) return null;
  if (!(b < m.rows)) return null;
  return b + a * m.rows;
}`;

describe.each([60, 250])("a ring of copiers in a class of %i", (size) => {
  /** Two of three write one of three common things; the others share nothing. */
  const ways = [chosen, `${chosen.replace("e < end ? e : null", "null")}\n// not yet`, original];
  const ofWays = (count: number) =>
    unrelatedAnswers(count).map((answer, i) => (i % 3 === 2 ? answer : { ...answer, source: ways[Math.floor(i / 3) % 3]! }));
  const ringOf = (count: number, answer: (copier: number) => string) =>
    Array.from({ length: count }, (_, i) => ({ student: `ring-${i}`, source: answer(i) }));
  const short = (copier: number) => (copier % 2 ? original : renamed.replaceAll("sum", `sum${copier}`));
  const rings = (answers: readonly ComparedAnswer[]) => similarAnswers(answers, [starter, solution]).map(({ students }) => students);

  test.each([4, 6, 10])("of %i people is listed as one group: by a long answer, or where nobody else has met", (copiers) => {
    const members = ringOf(copiers, long).map(({ student }) => student);
    expect(rings([...ringOf(copiers, long), ...ofWays(size - copiers)])).toEqual([members]);
    expect(rings([...ringOf(copiers, short), ...unrelatedAnswers(size - copiers)])).toEqual([members]);
  });

  test("is not reported for common code, long or short, or for a few lines in which others agree, too", () => {
    expect(rings(ofWays(size))).toEqual([]);
    expect(rings([...ringOf(size / 5, long), ...ofWays(size - size / 5)])).toEqual([]);
    const met = ringOf(6, (i) => (i < 3 ? ways[0]! : ways[1]!)).map((answer, i) => ({ ...answer, student: `met-${i}` }));
    expect(rings([...ringOf(7, short), ...met, ...unrelatedAnswers(size - 13)]).filter(({ length }) => length > 3)).toEqual([]);
  });

  test("is listed beside another", () => {
    const other = ringOf(6, () => unrelatedAnswers(1000).at(-1)!.source).map((answer, i) => ({ ...answer, student: `other-${i}` }));
    const found = rings([...ringOf(4, long), ...other, ...ofWays(size - 10)]);
    expect(found.map(({ length }) => length).sort()).toEqual([4, 6]);
  });
});

describe("copies of the course's solution", () => {
  const copiesAmong = (source: string, others = 8) => solutionCopies([...unrelatedAnswers(others), { student: "ada", source }])(solution);

  test.each<[string, string]>([
    ["as it is", solution],
    ["with other names", solution.replaceAll("threadIdx", "t").replaceAll("blockIdx", "b")],
    ["with comments and other spacing", `// mine\n${solution.replaceAll("  ", "\t").replaceAll(";\n", " ;  /* so */\r\n")}`],
  ])("are found %s", (_, source) => expect(copiesAmong(source)).toEqual(["ada"]));

  test.each<[string, string]>([
    ["the starter", starter],
    ["another answer", original],
    ["another number", solution.replace("TILE + 1", "TILE + 3")],
    ["nothing", ""],
  ])("are not %s", (_, source) => expect(copiesAmong(source)).toEqual([]));

  test("are not reported if more than a third of the class wrote the same", () => {
    const everybody = Array.from({ length: 6 }, (_, i) => ({ student: `s${i}`, source: solution }));
    expect(solutionCopies([...everybody, ...unrelatedAnswers(4)])(solution)).toEqual([]);
    expect(solutionCopies([...everybody, ...unrelatedAnswers(40)])(solution)).toHaveLength(6);
  });
});
