import { afterAll, describe, expect, it } from "vitest";
import { KERNEL_FILE, readExerciseFolder, wrongSources } from "#kit/folder.ts";
import { launch } from "#kit/vocabulary.ts";
import type { GradeResult } from "#judge/result.ts";
import type { FreeKernel } from "#judge/sketch.ts";
import { adversarialAnswers } from "#testing/adversarial-answers.ts";
import { MOST_LINES } from "#judge/printed.ts";
import { oneLoad, sketchOf, stridedRead } from "#testing/sketches.ts";
import { LONGEST_SENTENCE } from "../answer/answer-error.ts";
import { childProcess } from "./node-transport.ts";
import { Sandbox } from "./sandbox.ts";

const folder = await readExerciseFolder("straight-copy");
const sandbox = new Sandbox(childProcess);
afterAll(() => sandbox.close());

function grade(source: string, host = sandbox): Promise<GradeResult> {
  return host.grade({ exercise: "straight-copy", exerciseVersion: folder.version, source, wrongSources: wrongSources(folder.files) });
}

it.each(adversarialAnswers)("an answer that $title ends in a clear non-pass", async ({ source, ends }) => {
  const result = await grade(source);
  expect(ends).toContain(result.status === "error" ? result.error.kind : result.status);
  if (result.status === "error") expect(JSON.stringify(result).length).toBeLessThan(LONGEST_SENTENCE + 1_000);
});

// Not among the answers that pages run, too: there, the engine's own limit on a worker is the only one.
it.each([
  ["outside the heap", '"a".match("(a)?".repeat(5e6))'],
  ["for more elements than an array can have", '"a".repeat(2 ** 28).split("").length'],
])("stops an answer that takes memory %s", async (_, taking) => {
  const source = `export const read = () => ${taking};\nexport const write = read;`;
  const result = await grade(source);
  expect(["out-of-memory", "out-of-time", "threw", "not-an-index"]).toContain(
    result.status === "error" ? result.error.kind : result.status,
  );
});

it.each<[string, string, string[]]>([
  ["that does not end", "int k = 0; while (n > 0) k++; return k;", ["out-of-time"]],
  [
    "with more local variables than a thread can have",
    "int a[1 << 28]; a[n] = 1; return a[threadIdx.x];",
    ["does-not-parse", "out-of-memory"],
  ],
  ["that calls itself", "return read(n - 1);", ["does-not-parse"]],
  [
    "whose constant does not end",
    "constexpr int k = [] { int i = 0; while (true) i++; return i; }(); return k;",
    ["does-not-parse", "out-of-time"],
  ],
  ["that reads its neighbours", "int a[2]; return a[threadIdx.x - 40];", ["threw"]],
])("an answer in CUDA %s ends in a clear non-pass", async (_, body, ends) => {
  const source = `__device__ int read(int n) { ${body} }\n__device__ int write(int n) { return read(n); }\n`;
  const job = { exercise: "straight-copy", exerciseVersion: folder.version, source, wrongSources: {} };
  const result = await sandbox.grade({ ...job, kernel: folder.files.get(KERNEL_FILE) ?? "" });
  expect(ends).toContain(result.status === "error" ? result.error.kind : JSON.stringify(result));
});

it.each([
  ["takes too long", "for (;;);"],
  ["takes all memory", "for (const kept: number[][] = []; ; ) kept.push(new Array<number>(1e6).fill(1));"],
])("of an answer that %s in a hidden case it is said in which", async (_, statement) => {
  const index = `({ threadIdx, blockIdx, blockDim }: Thread, { n }: { n: number }) => {
  if (![64, 1000, 2 ** 20].includes(n)) ${statement}
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : null;
}`;
  const job = { exercise: "straight-copy", exerciseVersion: folder.version, wrongSources: {}, hiddenSeeds: [1, 2] };
  const result = await sandbox.grade({ ...job, source: `export const read = ${index};\nexport const write = read;` });
  expect(result).toMatchObject({ status: "error", error: { call: { case: "hidden-1" } } });
});

it("times a large case until another job waits, if it is told to give way", async () => {
  const job = { exercise: "straight-copy", source: folder.files.get("solution.ts") ?? "" };
  expect(await sandbox.time(job, { givesWay: true })).toMatchObject({ status: "timed", growth: 1 });
  // It takes many seconds.
  const tile = (await readExerciseFolder("k-tile-transposed")).files.get("solution.ts") ?? "";
  const timed = sandbox.time({ exercise: "k-tile-transposed", source: tile, growth: 64 }, { givesWay: true });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const graded = grade(job.source);
  const alsoTimed = sandbox.time(job, { givesWay: true });
  const timedAfter = sandbox.time(job);
  expect(await timed).toEqual({ status: "interrupted" });
  expect(await graded).toMatchObject({ status: "pass" });
  expect(await alsoTimed, "it never began").toEqual({ status: "interrupted" });
  expect(await timedAfter).toMatchObject({ status: "timed" });
});

it("passes the solution after all of them, in the same sandbox", async () => {
  expect(await grade(folder.files.get("solution.ts") ?? "")).toMatchObject({ status: "pass" });
});

it("grades plain answers in one process, hands back what must not run there, and gives the solution the same bytes after all of them", async () => {
  const plain = new Sandbox(childProcess);
  const common = { exercise: "straight-copy", exerciseVersion: folder.version, wrongSources: wrongSources(folder.files) };
  for (const { source, ends } of adversarialAnswers) {
    const result = await plain.gradeIfPlain({ ...common, source });
    if (result?.status === "error") expect(ends).toContain(result.error.kind);
    else expect(result?.status ?? "fail").toBe("fail");
  }
  const source = folder.files.get("solution.ts") ?? "";
  expect(await plain.gradeIfPlain({ ...common, source })).toEqual(await grade(source));
  await plain.close();
});

it("gives the same result for the same answer, in a fresh process and in a used one", async () => {
  const fresh = new Sandbox(childProcess, { jobs: 1 });
  const starter = folder.files.get("starter.ts") ?? "";
  const results = [await grade(starter, fresh), await grade(starter, fresh), await grade(starter)];
  await fresh.close();
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
});

it("calls an exercise that does not exist a fault, not a mistake of the answer", async () => {
  expect(await sandbox.preview({ exercise: "no-such", source: "" })).toMatchObject({ status: "fault" });
  const job = { exercise: "no-such", exerciseVersion: "v1", source: "", wrongSources: {} };
  expect(await sandbox.grade(job)).toMatchObject({
    schema: "coalesce/result/v1",
    exercise: "no-such",
    exerciseVersion: "v1",
    status: "fault",
  });
});

describe("a sketch", () => {
  const lanes = "export const read = ({ threadIdx }: Thread) => threadIdx.x * 2;";

  it("runs a kernel of its own: counts, the lanes' indexes, and what it printed", async () => {
    const source =
      "export function read({ threadIdx }: Thread) { console.log(threadIdx); return threadIdx.x < 2 ? threadIdx.x * 8 : null; }";
    const outcome = await sandbox.sketch(stridedRead(source));
    expect(outcome).toMatchObject({ status: "ran", device: "h100", violations: [] });
    if (outcome.status !== "ran") return;
    const [access] = outcome.accesses;
    expect(access?.totals).toMatchObject({ requests: 1, sectors: 2 });
    expect(access?.warps[0]?.indexes.slice(0, 3)).toEqual([0, 8, null]);
    expect(outcome.printed.lines[1]).toEqual({ text: "(1, 0, 0)", call: { access: "read", thread: "thread 1 of block 0" } });
  });

  it("may store what it has loaded wherever it likes, but nothing that it has not loaded, and not twice", async () => {
    const store = { kind: "store", name: "write", array: "out" } as const;
    const out = { name: "out", space: "global", bytesPerElement: 4, length: 64, contents: "empty" } as const;
    const kernel = { ...oneLoad, arrays: [...oneLoad.arrays, out] };
    const both = `${lanes}\nexport const write = ({ threadIdx }: Thread) => `;
    const run = async (steps: FreeKernel["steps"], source: string) => {
      const outcome = await sandbox.sketch(sketchOf({ ...kernel, steps }, source));
      return outcome.status === "ran" ? outcome.violations.map(({ message }) => message) : [outcome.status];
    };
    expect(await run([...oneLoad.steps, store], `${both} 63 - threadIdx.x;`)).toEqual([]);
    expect(await run([...oneLoad.steps, store], `${both} threadIdx.x >> 1;`)).toMatchObject([expect.stringContaining("written twice")]);
    const sitsOut = "export const read = () => null;\nexport const write = ({ threadIdx }: Thread) => threadIdx.x;";
    expect(await run([...oneLoad.steps, store], sitsOut)).toMatchObject([expect.stringContaining("stores nothing")]);
  });

  it("runs an exercise's kernel with a launch and a size of its own, and says what is wrong", async () => {
    const kernel = { kind: "exercise", exercise: "straight-copy", launch: launch([1], [32]), size: { n: 40 } } as const;
    const outcome = await sandbox.sketch(sketchOf(kernel, folder.files.get("solution.ts") ?? ""));
    expect(outcome).toMatchObject({ status: "ran", violations: [{ message: expect.stringContaining("never written") as string }] });
  });

  it.each<[string, Partial<FreeKernel>, RegExp]>([
    ["two arrays of one name", { arrays: [...oneLoad.arrays, ...oneLoad.arrays] }, /Two arrays are called "in"/],
    ["a block that is too large", { launch: launch([1], [2048]) }, /at most 1024/],
    ["a launch that would keep the learner waiting", { launch: launch([4096], [1024]) }, /Launch fewer blocks/],
    [
      "an access to an array that is not there",
      { steps: [{ kind: "load", name: "read", array: "nowhere" }] },
      /There is no array “nowhere”; there are: in\./,
    ],
    [
      "an access to what every object has",
      { steps: [{ kind: "repeat", times: 2, steps: [{ kind: "load", name: "read", array: "constructor" }] }] },
      /There is no array “constructor”; there are: in\. Change the array of read/,
    ],
    ["an access and no array", { arrays: [] }, /There is no array “in”; the kernel has no arrays/],
    ["more elements than fit", { arrays: [{ ...oneLoad.arrays[0]!, length: 2 ** 25 }] }, /Make them shorter/],
  ])("with %s is refused, and told what to change", async (_, changes, message) => {
    const outcome = await sandbox.sketch(sketchOf({ ...oneLoad, ...changes }, lanes));
    expect(outcome).toMatchObject({ status: "refused", message: expect.stringMatching(message) as string });
  });

  it("that guards with a name that is declared nowhere is told so: every lane sits out", async () => {
    const outcome = await sandbox.sketch(stridedRead("export const read = ({ threadIdx }: Thread) =>\n  threadIdx.x < n ? 0 : null;"));
    const message = "Line 2: `n` isn't declared here, so it's undefined.";
    expect(outcome).toMatchObject({ status: "ran", violations: [{ message }] });
  });

  it("that throws is an error with its line, and keeps what it printed before", async () => {
    const outcome = await sandbox.sketch(stridedRead("export function read() {\n  console.log('so far');\n  throw new Error('no');\n}"));
    expect(outcome).toMatchObject({ status: "error", error: { kind: "threw", line: 3 }, printed: { lines: [{ text: "so far" }] } });
  });
});

it("prints for the command line, without changing the verdict", async () => {
  const solution = folder.files.get("solution.ts") ?? "";
  const chatty = solution.replace("return i < n", "console.log('here', threadIdx);\n  return i < n");
  expect(chatty).not.toBe(solution);
  const job = { exercise: "straight-copy", exerciseVersion: folder.version, wrongSources: {} };
  const { result, printed } = await sandbox.gradeAndPrint({ ...job, source: chatty, hiddenSeeds: [1] });
  expect(result).toEqual(await sandbox.grade({ ...job, source: solution, hiddenSeeds: [1] }));
  expect(printed.lines[0]).toMatchObject({ text: "here (0, 0, 0)", call: { case: "one-warp-each", thread: "thread 0 of block 0" } });
  // One call for read and one for write, per thread of the visible cases: the output of their second passes, and of the hidden case, is
  // dropped.
  expect(printed.omitted).toBe(2 * (64 + 1024 + 2 ** 20) - MOST_LINES);
});
