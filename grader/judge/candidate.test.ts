import { describe, expect, test } from "vitest";
import chunks from "#exercises/aosoa-chunks/exercise.ts";
import copy from "#exercises/straight-copy/exercise.ts";
import type { Exercise } from "./exercise.ts";
import { grade } from "./grade.ts";
import type { GradeResult } from "./result.ts";

const gradeIn = (exercise: Exercise, source: string): GradeResult =>
  grade({ exercise: exercise.id, exerciseVersion: "v", source, wrongSources: {}, hiddenSeeds: [1, 2, 3] }, exercise, () => undefined);

const honest = `const index = (thread: any, { n }: any) => {
  const i = thread.blockIdx.x * thread.blockDim.x + thread.threadIdx.x;
  return i < n ? i : null;
};
`;

describe("an answer that keeps what it has computed passes, as the next launch knows nothing of it", () => {
  test.each([
    [
      "by block",
      `const firsts = new Map<number, number>();
const index = (thread: any, { n }: any) => {
  const block = thread.blockIdx.x;
  if (!firsts.has(block)) firsts.set(block, block * thread.blockDim.x);
  const i = firsts.get(block)! + thread.threadIdx.x;
  return i < n ? i : null;
};
export { index as read, index as write };`,
    ],
    [
      "for the present block",
      `let block = -1;
let first = 0;
const index = (thread: any, { n }: any) => {
  if (thread.blockIdx.x !== block) first = (block = thread.blockIdx.x) * thread.blockDim.x;
  const i = first + thread.threadIdx.x;
  return i < n ? i : null;
};
export { index as read, index as write };`,
    ],
    [
      "from the first call",
      `let threads = 0;
const index = (thread: any, { n }: any) => {
  threads ||= thread.blockDim.x;
  const i = thread.blockIdx.x * threads + thread.threadIdx.x;
  return i < n ? i : null;
};
export { index as read, index as write };`,
    ],
  ])("%s", (_, source) => expect(gradeIn(copy, source)).toMatchObject({ status: "pass" }));
});

describe("an answer that reads no thread does not pass by foreseeing the judge's calls", () => {
  /** Returns 0, 1, 2, … in the order of the first pass, and what it returned before where the judge asks again. */
  const playback = (audits: boolean): string => `
const FULL = 2 ** 20;
const player = () => {
  let call = 0;
  let last = -1;
  return (thread: any, { n }: any) => {
    if (n !== last) { call = 0; last = n; }
    const width = thread.blockDim.x;
    const isAudited = (block: number) => ${audits} && (n !== FULL || block % 61 === 0);
    let block = 0;
    let before = 0;
    const perCycle = ${audits} ? (n !== FULL ? 2 * width : 62 * width) : width;
    const blocksPerCycle = ${audits} && n === FULL ? 61 : 1;
    block = Math.floor(call / perCycle) * blocksPerCycle;
    before = call % perCycle;
    call++;
    let place = before;
    if (isAudited(block) && before >= width && before < 2 * width) place = 2 * width - 1 - before;
    else if (isAudited(block) && before >= 2 * width) { block += Math.floor(before / width) - 1; place = before % width; }
    const i = block * width + place;
    return i < n ? i : null;
  };
};
export const read = player();
export const write = player();
`;
  test.each([
    ["one after the other", false],
    ["with the second looks at small cases and at every 61st block", true],
  ])("%s", (_, audits) => expect(gradeIn(copy, playback(audits)).status).not.toBe("pass"));
});

test("an answer does not learn what an exercise withholds by telling the cases apart", () => {
  const calls = [2 * 6 * 96, 2 * 6 * 32, 2 * 6 * 1056];
  const source = `
let calls = 0;
export function address(item: number, field: number) {
  calls++;
  const count = calls <= ${calls[0]} ? 96 : calls <= ${calls[0]! + calls[1]!} ? 32 : calls <= ${calls[0]! + calls[1]! + calls[2]!} ? 1056 : 2 ** 17;
  return field * count + item;
}`;
  const { hidden: _, ...visible } = chunks;
  expect(gradeIn(visible, source).status).not.toBe("pass");
});

describe("nothing that an answer leaves behind is there when it is loaded again", () => {
  /** Places to leave a mark in: how to read it, and how to leave it. */
  test.each<[string, string, string]>([
    ["a variable", "mark", "mark = size.n"],
    ["the global object", "(globalThis as any).mark", "(globalThis as any).mark = size.n"],
    ["the getter of a coordinate", "getter(thread).mark", "getter(thread).mark = size.n"],
    ["the class of a coordinate", "thread.threadIdx.constructor.mark", "thread.threadIdx.constructor.mark = size.n"],
    ["the thread", "thread.mark", "thread.mark = size.n"],
    ["the size", "size.mark", "size.mark = size.n"],
    ["the console", "(console as any).mark", "(console as any).mark = size.n"],
    ["the console's log", "(console.log as any).mark", "(console.log as any).mark = size.n"],
    ["a prototype", "(Array.prototype as any).mark", "(Array.prototype as any).mark = size.n"],
    ["the length of stacks", "(Error as any).stackTraceLimit", "(Error as any).stackTraceLimit = size.n"],
    ["the last match", '(/a/.constructor as any)["$1"] || undefined', "/(.*)/.test(String(size.n))"],
    ["a template's strings", "(((strings: any) => strings)`x`).mark", "(((strings: any) => strings)`x`).mark = size.n"],
    ["a function of the language", "(Math.floor as any).mark", "(Math.floor as any).mark = size.n"],
  ])("%s", (_, read, leave) => {
    const source = `${honest}
let mark: any;
let before: any;
let isFirst = true;
const getter = (thread: any): any => Object.getOwnPropertyDescriptor(Object.getPrototypeOf(thread.threadIdx), "x")!.get;
const remembering = (thread: any, size: any) => {
  if (isFirst) {
    try { before = ${read}; } catch {}
    try { ${leave}; } catch {}
  }
  isFirst = false;
  return before === undefined || before === "" ? index(thread, size) : 0;
};
const first = (() => { const thread = undefined as any, size = undefined as any; try { return ${read}; } catch { return undefined; } })();
export const read = (thread: any, size: any) => (first === undefined || first === "" ? remembering(thread, size) : 0);
export const write = index;
`;
    expect(gradeIn(copy, source)).toMatchObject({ status: "pass" });
  });
});

describe("an answer with a memory gets the same verdict each time, in whatever order it was asked", () => {
  test.each<[string, string, object]>([
    ["counts its calls", "let n = 0; export const read = (thread: any, size: any) => n++ % size.n;", { error: { kind: "impure" } }],
    [
      "remembers the thread before",
      "let last = 0; export const read = (thread: any) => { const before = last; last = thread.threadIdx.x; return before; };",
      { error: { kind: "impure" } },
    ],
    [
      "notices an order that is not the first pass's",
      `let last = -1; let isStrange = false;
export const read = (thread: any, size: any) => {
  const at = thread.blockIdx.x * thread.blockDim.x + thread.threadIdx.x;
  if (at !== last + 1 && at !== last && at + 1 !== last) isStrange = true;
  last = at;
  return isStrange ? 0 : index(thread, size);
};`,
      { error: { kind: "impure", message: expect.stringContaining("another order") as string } },
    ],
    [
      "throws when it is called out of order",
      `let last = -1;
export const read = (thread: any, size: any) => {
  const at = thread.blockIdx.x * thread.blockDim.x + thread.threadIdx.x;
  if (at < last) throw new Error("no");
  last = at;
  return index(thread, size);
};`,
      { error: { kind: "threw" } },
    ],
    [
      "throws after a thousand calls",
      "let n = 0; export const read = (t: any, s: any) => { if (n++ > 1010) throw 1; return index(t, s); };",
      {},
    ],
  ])("%s", (_, source, expected) => {
    const verdicts = Array.from({ length: 12 }, () => gradeIn(copy, `${honest}export const write = index;\n${source}`));
    expect(verdicts[0]).toMatchObject({ status: "error", ...expected });
    expect(new Set(verdicts.map((verdict) => JSON.stringify(verdict))).size).toBe(1);
  });
});
