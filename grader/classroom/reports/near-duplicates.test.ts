import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { nearDuplicates, solutionCopies } from "./near-duplicates.ts";

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

describe("near-duplicates", () => {
  test("renaming, spacing and comments make no difference", () => {
    const answers = [...unrelatedAnswers(8), { student: "ada", source: original }, { student: "bob", source: renamed }];
    expect(nearDuplicates(answers, [starter, solution])).toEqual([{ students: ["ada", "bob"], similarity: 1, identical: false }]);
  });

  test("texts that differ only in line ends are identical", () => {
    const answers = [
      { student: "ada", source: original },
      ...unrelatedAnswers(4),
      { student: "bob", source: original.replaceAll("\n", "\r\n") },
    ];
    expect(nearDuplicates(answers, [])).toMatchObject([{ students: ["ada", "bob"], identical: true }]);
  });

  test.each<[string, string]>([
    ["the starter", starter],
    ["the solution", solution],
    ["the solution with other names", solution.replaceAll("threadIdx", "t").replaceAll("blockIdx", "b")],
  ])("%s, handed in by two, is no evidence", (_, source) => {
    expect(nearDuplicates([{ student: "ada", source }, { student: "bob", source }, ...unrelatedAnswers(4)], [starter, solution])).toEqual(
      [],
    );
  });

  test("what more than a third of the class wrote is no evidence", () => {
    const many = Array.from({ length: 6 }, (_, i) => ({ student: `s${i}`, source: original }));
    expect(nearDuplicates([...many, ...unrelatedAnswers(6)], [])).toEqual([]);
  });

  test("half of an answer in common is not enough", () => {
    const half = original.slice(0, original.indexOf("switch"));
    const answers = [
      { student: "ada", source: original },
      {
        student: "bob",
        source: `${half}}}\n${unrelatedAnswers(1)
          .map(({ source }) => source)
          .join()}`,
      },
      ...unrelatedAnswers(9).slice(1),
    ];
    expect(nearDuplicates(answers, [])).toEqual([]);
  });

  test("three hundred answers to six exercises take less than two seconds of work, half of them copied", () => {
    const start = process.cpuUsage();
    const copied = unrelatedAnswers(300).map((answer, i) => (i % 2 ? { ...answer, source: `${original}\n// ${i}` } : answer));
    for (let exercise = 0; exercise < 6; exercise++) nearDuplicates(copied, [starter, solution]);
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });

  test("of thousands of answers that are nearly the same, not every two are compared, and each is in its group", () => {
    const bodies = unrelatedAnswers(4).map(({ source }) => source.split("\n").slice(0, 5).join("\n"));
    const alike = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        student: `s${i}`,
        source: `${bodies[i % 4]!}\nconst own = ${i} + [${i}].map((v) => ${i});`,
      }));
    /** The processor time of this thread that it takes, in microseconds: other work of the machine hardly changes the ratio of two. */
    const timeFor = (count: number): number => {
      const start = process.threadCpuUsage();
      expect(nearDuplicates(alike(count), []).map(({ students }) => students.length)).toEqual(Array<number>(4).fill(count / 4));
      return process.threadCpuUsage(start).user;
    };
    timeFor(400);
    expect(timeFor(6_000) / timeFor(1_200)).toBeLessThan(12);
  });

  test.each(["", "/* never closed", "`${", '"\\', "🦜".repeat(1000), "(".repeat(50_000)])(
    "odd text %# is compared like any other",
    (source) => {
      expect(() =>
        nearDuplicates(
          [
            { student: "ada", source },
            { student: "bob", source },
          ],
          [],
        ),
      ).not.toThrow();
    },
  );
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

  test("are not what more than a third of the class wrote", () => {
    const everybody = Array.from({ length: 6 }, (_, i) => ({ student: `s${i}`, source: solution }));
    expect(solutionCopies([...everybody, ...unrelatedAnswers(4)])(solution)).toEqual([]);
    expect(solutionCopies([...everybody, ...unrelatedAnswers(40)])(solution)).toHaveLength(6);
  });
});
