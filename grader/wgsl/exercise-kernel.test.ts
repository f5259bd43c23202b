import { describe, expect, it, test } from "vitest";
import { map } from "#kit/families/map.ts";
import type { Exercise } from "#judge/exercise.ts";
import { gpuKernel, type GpuLimits } from "./exercise-kernel.ts";

const LIMITS: GpuLimits = { maxComputeInvocationsPerWorkgroup: 256, maxStorageBufferBindingSize: 2 ** 27, maxBufferSize: 2 ** 28 };

type Size = { readonly n: number; readonly order: readonly number[] };

/** A copy of 1,000 elements by four blocks of 256 threads. */
const copy: Exercise = map<Size>({
  id: "a-copy",
  title: "",
  summary: "",
  part: 1,
  concepts: [],
  difficulty: 1,
  minutes: 1,
  in: ({ n }) => n,
  cases: [{ id: "ragged", title: "", size: { n: 1000, order: [3, 1, 2] }, threads: 256 }],
  hidden: () => ({ size: { n: 10, order: [0] }, threads: 32 }),
  checks: [],
  hints: [],
  wrong: {},
});

const WRITES = "export const write = () => 0;";

function translate(source: string, threads = LIMITS.maxComputeInvocationsPerWorkgroup) {
  const [ragged] = copy.cases;
  if (ragged === undefined) throw new Error("there is a case");
  return gpuKernel(copy, ragged, `${source}\n${WRITES}`, { ...LIMITS, maxComputeInvocationsPerWorkgroup: threads });
}

function codeOf(source: string, threads?: number): string {
  const translation = translate(source, threads);
  if (translation.status !== "translated") throw new Error(`line ${translation.line} ${translation.reason}`);
  return translation.kernel.code;
}

/** The body of the first function that the answer's have become. */
function bodyOf(source: string): string {
  const [, body = ""] = /\nfn f\d+\([^)]*\) -> i32 \{\n([\s\S]*?)\n\}\n/.exec(codeOf(source)) ?? [];
  return body;
}

const arrow = (expression: string): string =>
  `export const read = ({ threadIdx, blockIdx, blockDim }: Thread, size: Size) => ${expression};`;

describe("an expression, with the ranges of its numbers", () => {
  test.each<[string, string]>([
    ["threadIdx.x", "threadIdx.x"],
    ["blockIdx.x * blockDim.x + threadIdx.x", "((blockIdx.x * 256) + threadIdx.x)"],
    ["size.n - (size.n % 32)", "992"],
    ["threadIdx.x < 300 ? 1 : 0", "1"],
    ["threadIdx.x < 30 ? threadIdx.x : null", "select(NOTHING, threadIdx.x, (threadIdx.x < 30))"],
    [
      "threadIdx.x > 0 && (threadIdx.x < 3 || threadIdx.x === 7) ? 1 : 0",
      "select(0, 1, ((threadIdx.x > 0) && !(!(threadIdx.x < 3) && !(threadIdx.x == 7))))",
    ],
    ["Math.min(threadIdx.x, 7)", "min(threadIdx.x, 7)"],
    ["Math.abs(threadIdx.x - 3)", "abs((threadIdx.x - 3))"],
    ["2 ** (threadIdx.x % 5)", "(1 << u32((threadIdx.x % 5)))"],
    ["threadIdx.x ^ (threadIdx.x >> 1)", "(threadIdx.x ^ (threadIdx.x >> 1u))"],
    ["~threadIdx.x & 31", "((threadIdx.x ^ (-1)) & 31)"],
    ["size.order[threadIdx.x % 3]", "table0[(threadIdx.x % 3)]"],
    ["size.order[threadIdx.x]", "entry0(threadIdx.x)"],
    ["[3, blockIdx.x][1]", "blockIdx.x"],
  ])("%s → %s", (source, expected) => expect(bodyOf(arrow(source))).toBe(`  return ${expected};`));
});

describe("a quotient is rounded as JavaScript does, and counts a fault where it should have come out even", () => {
  test.each<[string, string]>([
    ["Math.floor(threadIdx.x / 4)", "(threadIdx.x / 4)"],
    ["(threadIdx.x / 4) | 0", "(threadIdx.x / 4)"],
    ["Math.floor(threadIdx.x / 4 / 8)", "(threadIdx.x / 32)"],
    ["Math.floor(threadIdx.x / 4 + 1)", "((threadIdx.x + 4) / 4)"],
    ["Math.floor((threadIdx.x - 5) / 4)", "floor_quotient((threadIdx.x - 5), 4)"],
    ["Math.trunc((threadIdx.x - 5) / 4)", "((threadIdx.x - 5) / 4)"],
    ["Math.ceil(threadIdx.x / 32)", "((threadIdx.x + 31) / 32)"],
    ["Math.floor(threadIdx.x / blockIdx.x)", "floor_quotient(threadIdx.x, blockIdx.x)"],
    ["threadIdx.x / 4", "exact_quotient(threadIdx.x, 4)"],
    ["(threadIdx.x - (threadIdx.x % 4)) / 4", "((threadIdx.x - (threadIdx.x % 4)) / 4)"],
    ["threadIdx.x < size.n / 8 ? 1 : 0", "select(0, 1, ((threadIdx.x * 8) < 1000))"],
  ])("%s → %s", (source, expected) => expect(bodyOf(arrow(source))).toBe(`  return ${expected};`));

  it("only in the branch that needs it", () => {
    expect(bodyOf(arrow("threadIdx.x % 4 === 0 ? threadIdx.x / 4 : null"))).toBe(
      [
        "  var v0: i32;",
        "  if ((threadIdx.x % 4) == 0) {",
        "    v0 = exact_quotient(threadIdx.x, 4);",
        "  } else {",
        "    v0 = NOTHING;",
        "  }",
        "  return v0;",
      ].join("\n"),
    );
  });
});

describe("statements", () => {
  it("a loop ends after so many turns, whatever its condition says, and its variables keep to what it adds", () => {
    const code = codeOf(`export function read({ threadIdx }: Thread, { n }: Size) {
      let sum = 0;
      for (let i = threadIdx.x; i < n; i += 256) {
        if (i === 5) continue;
        sum += 2;
      }
      return sum;
    }`);
    expect(code).toContain(">= 65536) { fault(1u); break; }");
    expect(code).toContain("continuing {");
  });

  it("a helper becomes a function for the ranges of its arguments, an object a struct that says whether it is there", () => {
    const code = codeOf(`
      const place = (thread: Thread, row: number) => (row < 3 ? { row, column: thread.threadIdx.x } : null);
      export function read(thread: Thread, size: Size) {
        const found = place(thread, thread.blockIdx.x);
        return found && found.row * 32 + found.column;
      }`);
    expect(code).toMatch(/struct Sf\d+ \{ exists: bool, f0: i32, f1: i32 \}/);
  });

  it("a block with more threads than a workgroup may have is run by fewer, which take turns", () => {
    const code = codeOf(arrow("threadIdx.x"), 64);
    expect(code).toContain("@workgroup_size(64, 1, 1)");
    expect(code.match(/threadIdx = vec3/g)).toHaveLength(4);
  });
});

describe("what is beyond a GPU's integers, or beyond arithmetic, is refused with its line", () => {
  test.each<[string, string]>([
    [arrow("threadIdx.x * 100000000"), "line 1 calculates a number that could reach 25,500,000,000: a GPU's integers end at 2,147,483,647"],
    [arrow("0.3 * threadIdx.x"), "line 1 uses 0.3, which is not a whole number"],
    [
      "export function read({ threadIdx }: Thread) {\n  let sum = 1;\n  while (sum !== threadIdx.x) sum *= 2;\n  return sum;\n}",
      "line 3 calculates a number that could grow without a limit",
    ],
    [
      "const f = (n: number): number => (n > 0 ? f(n - 1) : 0);\nexport const read = ({ threadIdx }: Thread) => f(threadIdx.x);",
      "line 1 needs f inside of f itself, and WGSL has no recursion",
    ],
    [arrow("[1, 2][threadIdx.x]"), "line 1 uses [ ] on something other than a table of the size"],
    [arrow("[...size.order][0]"), "line 1 uses …"],
    [arrow('"1"'), "line 1 uses something other than a number"],
    [arrow("Math.random()"), "line 1 calls Math.random"],
    [arrow("later"), "line 1 uses later"],
    ["export async function read() { return 0; }", "line 1 is async or a generator"],
    ["export const read = 3;", "line 1 exports a constant as read, not a function"],
    ["export const wrote = () => 0;", "line undefined has no exported function read that it could read"],
    ["__device__ int read() { return 0; }", "line undefined is not in TypeScript, the only language that is translated"],
  ])("%s", (source, reason) => expect(() => codeOf(source)).toThrow(reason));
});
