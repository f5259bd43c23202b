import { describe, expect, test } from "vitest";
import copy from "#exercises/straight-copy/exercise.ts";
import { grade } from "../grade.ts";
import type { GradeResult, Judged } from "../result.ts";
import { adviceFor } from "./advice.ts";
import {
  comparedObjects,
  fractionalDivision,
  missingEntry,
  missingReturn,
  undeclaredName,
  wholeCoordinate,
  bareCoordinate,
} from "./beginner-mistake.ts";

const graded = (source: string): GradeResult =>
  grade({ exercise: "straight-copy", exerciseVersion: "v", source, wrongSources: {} }, copy, () => undefined);

const GUARDED = `({ threadIdx, blockIdx, blockDim }: Thread, { n }: { n: number }): number | null => {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < n ? index : null;
};`;
const WRITE = `export const write = ${GUARDED}\n`;

/** The source after the edit that is offered. */
function corrected(source: string, fix: { edits: readonly { start: number; end: number; text: string }[] } | undefined): string {
  return (fix?.edits ?? [])
    .toReversed()
    .reduce((text, { start, end, text: added }) => text.slice(0, start) + added + text.slice(end), source);
}

describe("an answer that could not be judged is told why, where, and how to correct it", () => {
  test.each<[string, string, RegExp, number, string]>([
    [
      "a value declared as in CUDA",
      "export function read(thread: Thread) {\n  int i = thread.threadIdx.x;\n  return i;\n}",
      /`int i = …` is how CUDA declares a value/,
      2,
      "  const i = thread.threadIdx.x;",
    ],
    [
      "threadIdx without its thread",
      "export function read(thread: Thread) {\n  return threadIdx.x;\n}",
      /belongs to the thread.*parameter list, `\{ threadIdx \}: Thread`/,
      2,
      "export function read({ threadIdx }: Thread) {",
    ],
    [
      "threadIdx without its thread, where the thread is read by its name",
      "export function read(thread: Thread) {\n  const block = thread.blockIdx.x;\n  return 32 * block + threadIdx.x;\n}",
      /write `thread\.threadIdx`/,
      3,
      "  return 32 * block + thread.threadIdx.x;",
    ],
    [
      "threadIdx in an arrow function without brackets",
      "export const read = thread =>\n  threadIdx.x;",
      /parameter list/,
      2,
      "export const read = ({ threadIdx }) =>",
    ],
    [
      "two of them in one line",
      "export function read(t: Thread) {\n  return blockIdx.x * 64 + blockIdx.x;\n}",
      /`\{ blockIdx \}: Thread`/,
      2,
      "export function read({ blockIdx }: Thread) {",
    ],
    [
      "all three without their thread",
      "export function read(t: Thread) {\n  return blockIdx.x * blockDim.x + threadIdx.x;\n}",
      /`blockIdx` belongs.*`\{ threadIdx, blockIdx, blockDim \}: Thread`/,
      2,
      "export function read({ threadIdx, blockIdx, blockDim }: Thread) {",
    ],
    [
      "one that isn't named in the braces",
      "export function read({ threadIdx }: Thread) {\n  return blockIdx.x + threadIdx.x;\n}",
      /name it in the braces as well, `\{ …, blockIdx \}`/,
      2,
      "export function read({ threadIdx, blockIdx }: Thread) {",
    ],
    [
      "no parameter at all",
      "export const read = () =>\n  threadIdx.x;",
      /parameter list, `\(\{ threadIdx \}: Thread\)`/,
      2,
      "export const read = ({ threadIdx }: Thread) =>",
    ],
    [
      "an integer division of CUDA",
      "export function read({ threadIdx }: Thread) {\n  return threadIdx.x / 2;\n}",
      /Math\.floor\(threadIdx\.x \/ 2\)/,
      2,
      "  return Math.floor(threadIdx.x / 2);",
    ],
    [
      "a missing return",
      "export function read({ threadIdx }: Thread) {\n  threadIdx.x * 2;\n}",
      /needs `return`/,
      2,
      "  return threadIdx.x * 2;",
    ],
    [
      "a thread that is calculated with",
      "export const read = ({ threadIdx }: Thread) => threadIdx * 4;",
      /three coordinates/,
      1,
      "export const read = ({ threadIdx }: Thread) => threadIdx.x * 4;",
    ],
  ])("%s", (_, read, message, line, correctedLine) => {
    const source = `${read}\n${WRITE}`;
    const result = graded(source);
    if (result.status !== "error") throw new Error(`the answer was judged: ${result.status}`);
    expect(result.error.message).toMatch(message);
    expect(result.error.line).toBe(line);
    expect(corrected(source, result.error.fix).split("\n")).toContain(correctedLine);
    expect(graded(corrected(source, result.error.fix)).status).not.toBe("error");
  });

  test.each<[string, string, RegExp, string]>([
    [
      "a property without its parameter",
      "export const read = (thread: Thread, size: { n: number }) => n;",
      /`n` isn't declared here.*parameter list, `\{ n \}: \{ n: number \}`/,
      "export const read = (thread: Thread, { n }: { n: number }) => n;",
    ],
    [
      "a property of a parameter whose type has a name",
      "type Size = { rows: number; columns: number };\nexport const read = (thread: Thread, size: Size) => rows * columns;",
      /parameter list, `\{ rows, columns \}: Size`/,
      "type Size = { rows: number; columns: number };\nexport const read = (thread: Thread, { rows, columns }: Size) => rows * columns;",
    ],
    [
      "a property that isn't named in the braces",
      "type Size = { rows: number; columns: number };\nexport const read = (thread: Thread, { rows }: Size) => rows * columns;",
      /braces as well, `\{ …, columns \}`/,
      "type Size = { rows: number; columns: number };\nexport const read = (thread: Thread, { rows, columns }: Size) => rows * columns;",
    ],
    [
      "a property of a parameter that is read by its name",
      "export const read = (thread: Thread, size: { n: number }) => size.n - n;",
      /write `size\.n`/,
      "export const read = (thread: Thread, size: { n: number }) => size.n - size.n;",
    ],
    [
      "a misspelled name",
      "const column = 1;\nexport const read = () => colum;",
      /`colum` isn't declared here.*`column`\?/,
      "const column = 1;\nexport const read = () => column;",
    ],
    [
      "a parameter of another function",
      "const twice = (n: number) => 2 * n;\nexport const read = (thread: Thread, size: { n: number }) => twice(n);",
      /`n` isn't declared here.*`\{ n \}: \{ n: number \}`/,
      "const twice = (n: number) => 2 * n;\nexport const read = (thread: Thread, { n }: { n: number }) => twice(n);",
    ],
  ])("%s is undeclared, and told what it may stand for", (_, source, message, wanted) => {
    const lesson = undeclaredName(source);
    expect(lesson?.message).toMatch(message);
    expect(corrected(source, lesson?.fix)).toBe(wanted);
  });

  test("a name that isn't in scope is not suggested", () => {
    const source = "const f = (column: { n: number }) => column.n;\nexport const read = () => n + colum;";
    expect(undeclaredName(source)?.message).toBe("`n` isn't declared here, so it's undefined.");
    expect(undeclaredName(source.replace("n + ", ""))?.message).toBe("`colum` isn't declared here, so it's undefined.");
  });

  test("an undeclared name is named also where it makes every thread sit out", () => {
    const write = "export const write = (thread: Thread, size: { n: number }) => (0 < n ? thread.threadIdx.x : null);";
    expect(adviceFor(graded(`${write}\nexport const read = write;`), write)).toMatchObject({
      line: 1,
      fix: { title: "Write { n }: { n: number }" },
    });
  });

  test.each<[string, string]>([
    ["a + b.x / 2 * c", "a + Math.floor(b.x / 2) * c"],
    ["a * b / 4", "Math.floor(a * b / 4)"],
    ["(a + b) / (c - d)", "Math.floor((a + b) / (c - d))"],
    ["f(a)[1] / g(2)", "Math.floor(f(a)[1] / g(2))"],
    ["Math.floor(a / 2) + b / 3", "Math.floor(a / 2) + Math.floor(b / 3)"],
  ])("the division in %s is rounded as CUDA does it", (expression, expected) => {
    const source = `export function read(a, b) {\n  return ${expression};\n}`;
    expect(corrected(source, fractionalDivision(source, "read", 0.5)?.fix)).toContain(`return ${expected};`);
  });

  test.each<[string, Parameters<typeof fractionalDivision>[3], string | undefined, string]>([
    [
      "a count that is right when it is rounded up",
      { mayBeCount: true, isRight: (tried) => tried.includes("ceil") },
      "Write Math.ceil(n / 2)",
      "partly filled",
    ],
    [
      "a count that is right when it is rounded down",
      { mayBeCount: true, isRight: (tried) => tried.includes("floor") },
      "Write Math.floor(n / 2)",
      "drops the fraction",
    ],
    ["a count that neither makes right", { mayBeCount: true }, undefined, "Math.ceil"],
    [
      "an index that is right when it is rounded up",
      { isRight: (tried) => tried.includes("ceil") },
      "Write Math.ceil(n / 2)",
      "partly filled",
    ],
  ])("%s", (_, options, title, says) => {
    const source = "export const times = (n) => n / 2;";
    const lesson = fractionalDivision(source, "times", 0.5, options);
    expect(lesson?.fix?.title).toBe(title);
    expect(lesson?.message).toContain(says);
  });

  test("an entry past the end of a table is asked about, not a return that is there", () => {
    const source = "export function read({ blockIdx }, { table }) {\n  const i = blockIdx.x;\n  return table[i];\n}";
    expect(missingEntry(source, "read", undefined)).toMatchObject({ line: 3, message: expect.stringContaining("`table[i]`") as string });
    expect(missingEntry(source, "read", 7)).toBeUndefined();
    expect(missingEntry("export function read() {\n  1;\n}", "read", undefined)).toBeUndefined();
  });

  test("a way through a function without return is asked about", () => {
    const source = "export function read({ threadIdx }) {\n  if (threadIdx.x < 4) {\n    return 1;\n  }\n}";
    expect(missingReturn(source, "read", undefined)).toMatchObject({ line: 1, message: expect.stringContaining("every path") as string });
  });

  test("what has nothing to do with these mistakes has no such words", () => {
    const source = "export const read = ({ threadIdx }) => threadIdx.x;";
    expect(fractionalDivision(source, "read", 0.5)).toBeUndefined();
    expect(fractionalDivision("export const read = (a) => a / 2;", "read", 3)).toBeUndefined();
    expect(missingReturn(source, "read", 1)).toBeUndefined();
    expect(wholeCoordinate(source, "read", Number.NaN)).toBeUndefined();
    expect(comparedObjects("export const read = ({ threadIdx }) => (threadIdx.x == 0 ? 1 : 2);")).toBeUndefined();
    expect(bareCoordinate(source, { message: "It threw TypeError: x is undefined" })).toBeUndefined();
    const taken = "export function read(thread) {\n  const { threadIdx } = thread;\n  return threadIdx.x;\n}";
    expect(bareCoordinate(taken, { message: "It threw TypeError: x is undefined" })).toBeUndefined();
  });
});

describe("an answer that failed is asked a question", () => {
  const adviceOn = (read: string, write = GUARDED): ReturnType<typeof adviceFor> => {
    const source = `export const read = ${read}\nexport const write = ${write}\n`;
    return adviceFor(graded(source), source);
  };

  test("objects that are compared", () => {
    const advice = adviceOn(
      "({ threadIdx, blockIdx, blockDim }: Thread) =>\n  threadIdx === blockIdx ? blockIdx.x * blockDim.x + threadIdx.x : 0;",
    );
    expect(advice).toMatchObject({ line: 2, message: expect.stringContaining("the same object") as string });
  });

  test.each<[string, string, number]>([
    ["after an arrow", "({ threadIdx, blockIdx, blockDim }: Thread) => 4 * (blockIdx.x * blockDim.x + threadIdx.x);", 1],
    ["below an arrow", "({ threadIdx, blockIdx, blockDim }: Thread): number | null =>\n  4 * (blockIdx.x * blockDim.x + threadIdx.x);", 2],
    ["by return", GUARDED.replace("? index", "? 4 * index"), 3],
    [
      "before the others sit out",
      GUARDED.replace("return index < n ? index : null;", "if (index < n) return 4 * index;\n  return null;"),
      3,
    ],
    ["after a guard", GUARDED.replace("return index < n ? index : null;", "if (index >= n) return null;\n  return 4 * index;"), 4],
  ])("byte addresses, returned %s: at the line of the return", (_, read, line) => {
    expect(adviceOn(read)).toMatchObject({ line, message: expect.stringContaining("Does `read` return a byte address?") as string });
  });

  test("no guard for the last block", () => {
    const unguarded = "({ threadIdx, blockIdx, blockDim }: Thread) => blockIdx.x * blockDim.x + threadIdx.x;";
    expect(adviceOn(unguarded, unguarded)).toMatchObject({ line: 1, message: expect.stringContaining("past the end") as string });
  });

  test.each<[string, string]>([
    ["by constants", "export const read = element;\nexport const write = read;\n"],
    ["by a list", "export { element as read, element as write };\n"],
  ])("no guard, in a function that is exported %s under other names", (_, exports) => {
    const source = `const element = ({ threadIdx, blockIdx, blockDim }: Thread) =>\n  blockIdx.x * blockDim.x + threadIdx.x;\n${exports}`;
    expect(adviceFor(graded(source), source)?.message).toMatch(/^What does `element` return for a thread past the end/);
  });

  test("a guard that lets one too many through", () => {
    const loose = GUARDED.replace("index < n", "index <= n");
    expect(adviceOn(loose, loose)).toMatchObject({ line: 3, message: expect.stringContaining("one thread too many") as string });
  });

  test("an answer that passes is not; one that fails otherwise is asked what helps with failures of its kind", () => {
    expect(adviceOn(GUARDED)).toBeUndefined();
    expect(adviceOn(GUARDED.replace("? index", "? n - 1 - index"))?.message).toMatch(/Take this one thread/);
    expect((graded(`export const read = ${GUARDED}\n${WRITE}`) as Judged).status).toBe("pass");
  });
});
