import { describe, expect, it, test } from "vitest";
import { learnerFunction, learnerNumber } from "../families/parts.ts";
import { fillKernel, reasonOf } from "./fill-kernel.ts";
import { KernelText } from "#cuda/answer/kernel-text.ts";
import { translateAnswer } from "./translate-answer.ts";

const kernel = new KernelText(`
__global__ void copy(const float* in, float* out, int n, int rows, const int* order) {
  const int from = {{read(pass)}};
  if (from >= 0) out[from] = in[from];
}
`);
const exports = [learnerFunction("read(thread, size, pass) gives the element that the thread reads, or null.")];

/** The text for the hole and the definitions before it, for an answer. */
function translated(source: string) {
  const translation = translateAnswer(source, exports, kernel);
  const [read] = translation.exports;
  if (read?.status !== "translated") throw new Error(read === undefined ? "nothing" : reasonOf(read));
  return {
    hole: read.fill(["pass"]),
    definitions: translation.definitions,
    notes: read.notes.map(({ line, message }) => `${line}: ${message}`),
  };
}

const arrow = (expression: string): string =>
  `export const read = ({ threadIdx, blockIdx, blockDim }: Thread, size: Size, pass: number): number | null => ${expression};`;

describe("an expression goes into its hole", () => {
  test.each<[string, string]>([
    ["threadIdx.x", "threadIdx.x"],
    ["blockIdx.x * blockDim.x + threadIdx.x", "blockIdx.x * blockDim.x + threadIdx.x"],
    ["(pass + 1) * size.n", "(pass + 1) * n"],
    ["size.order[pass]", "order[pass]"],
    ["Math.floor(size.n / 4)", "n / 4"],
    ["Math.floor(size.n / 4 / pass)", "n / 4 / pass"],
    ["Math.ceil(size.n / 32)", "(n + 31) / 32"],
    ["Math.ceil(size.n / size.rows)", "(n + rows - 1) / rows"],
    ["Math.trunc(pass / 2)", "pass / 2"],
    ["Math.min(size.n, size.rows, pass)", "min(min(n, rows), pass)"],
    ["Math.abs(pass - 3)", "abs(pass - 3)"],
    ["pass < size.n ? pass : null", "pass < n ? pass : -1"],
    ["2 ** pass", "1 << pass"],
    ["0x1f & pass", "31 & pass"],
    ["pass ^ (pass >> 1)", "pass ^ (pass >> 1)"],
    ["size.n - (size.n % 4)", "n - n % 4"],
    ["pass - (size.n - 1)", "pass - (n - 1)"],
    ["~pass + -pass", "~pass + -pass"],
    ["pass > 0 && (pass < 3 || pass === 7) ? 1 : 0", "pass > 0 && (pass < 3 || pass == 7) ? 1 : 0"],
    ["!(pass > 0) ? 1 : 0", "!(pass > 0) ? 1 : 0"],
  ])("%s → %s", (source, expected) => {
    expect(translated(arrow(source))).toEqual({ hole: expected, definitions: [], notes: [] });
  });
});

describe("threadIdx is unsigned in CUDA: it becomes int where that makes a difference", () => {
  test.each<[string, string]>([
    ["threadIdx.x % 2", "threadIdx.x % 2"],
    ["threadIdx.x < size.n ? 1 : 0", "threadIdx.x < n ? 1 : 0"],
    ["threadIdx.x - 5 >= 0 ? 1 : 0", "(int)(threadIdx.x - 5) >= 0 ? 1 : 0"],
    ["threadIdx.x < pass ? 1 : 0", "(int)threadIdx.x < pass ? 1 : 0"],
    ["Math.min(threadIdx.x, size.n)", "min((int)threadIdx.x, n)"],
    ["(pass - 1) % blockDim.x", "(pass - 1) % (int)blockDim.x"],
  ])("%s → %s", (source, expected) => {
    expect(translated(arrow(source)).hole).toBe(expected);
  });
});

describe("several statements become a function", () => {
  it("with the fields of the size that it needs, in the kernel's order", () => {
    const { hole, definitions } = translated(`
      const GROUP = 8;
      export function read({ threadIdx: { x } }: Thread, { order, n }: Size, pass: number): number | null {
        const place = x + GROUP * pass;
        if (place >= n) return null;
        else if (place === 3) { return 0; }
        return order[place];
      }`);
    expect(hole).toBe("read(pass, n, order)");
    expect(definitions).toEqual([
      "constexpr int GROUP = 8;",
      `__device__ int read(int pass, int n, const int* order) {
  const int place = threadIdx.x + GROUP * pass;
  if (place >= n) return -1;
  else if (place == 3) return 0;
  return order[place];
}`,
    ]);
  });

  it("a helper is a function of its own, once for all that call it", () => {
    const { hole, definitions } = translated(`
      const global = ({ threadIdx, blockIdx, blockDim }: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;
      export function read(thread: Thread, size: { n: number }): number | null {
        return global(thread) < size.n ? global(thread) : null;
      }`);
    expect(hole).toBe("global() < n ? global() : -1");
    expect(definitions).toEqual(["__device__ int global() {\n  return blockIdx.x * blockDim.x + threadIdx.x;\n}"]);
  });

  it("an object is a struct, which says whether it is there if it can be null", () => {
    const { definitions } = translated(`
      function place({ threadIdx }: Thread, pass: number) {
        return pass < 4 ? { row: pass, column: threadIdx.x } : null;
      }
      export function read(thread: Thread, size: { n: number }, pass: number): number | null {
        const found = place(thread, pass);
        return found && found.row * size.n + found.column;
      }`);
    expect(definitions).toEqual([
      "struct Place {\n  bool exists;\n  int row;\n  int column;\n};",
      "__device__ Place place(int pass) {\n  return pass < 4 ? Place{true, pass, (int)threadIdx.x} : Place{};\n}",
      "__device__ int read(int pass, int n) {\n  const Place found = place(pass);\n  return found.exists ? found.row * n + found.column : -1;\n}",
    ]);
  });

  it("loops and variables are C's", () => {
    const { definitions } = translated(`
      export function read(thread: Thread, size: { n: number }, pass: number): number {
        let sum = 0;
        for (let k = 0; k < pass; k++) {
          if (k === 2) continue;
          sum += k;
        }
        while (sum > 10) sum -= 3;
        return sum;
      }`);
    expect(definitions).toEqual([
      `__device__ int read(int pass) {
  int sum = 0;
  for (int k = 0; k < pass; k++) {
    if (k == 2) continue;
    sum += k;
  }
  while (sum > 10) {
    sum -= 3;
  }
  return sum;
}`,
    ]);
  });

  it("names that mean something in C++, or in the kernel, are spelled otherwise", () => {
    const { definitions } = translated(`
      const from = 3;
      function half(int: number, n: number) { const short = int + n; return short + from; }
      export const read = (thread: Thread, size: { n: number }, pass: number) => half(pass, size.n);`);
    expect(definitions).toEqual([
      "constexpr int from_ = 3;",
      "__device__ int half_(int int_, int n) {\n  const int short_ = int_ + n;\n  return short_ + from_;\n}",
    ]);
  });
});

describe("a text with another meaning in CUDA is noted", () => {
  test.each<[string, string]>([
    ["pass / 2", "1: / between integers drops the remainder in CUDA: the same as here only where the division comes out even."],
    ["Math.floor((pass - 5) / 2)", "1: Math.floor of a difference: the same in CUDA as long as it is not negative."],
  ])("%s", (source, note) => expect(translated(arrow(source)).notes).toEqual([note]));

  it("but not that a division of constants comes out even", () => {
    const { hole, notes } = translated("const WORDS = 2 * 32;\nexport const read = () => WORDS / 8;");
    expect({ hole, notes }).toEqual({ hole: "WORDS / 8", notes: [] });
  });

  it("console calls are left out", () => {
    const { definitions, notes } = translated("export function read(thread: Thread) {\n  console.log(thread);\n  return 0;\n}");
    expect(notes).toEqual(["2: console calls are left out."]);
    expect(definitions.join()).not.toContain("console");
  });
});

describe("an untranslatable part is reported with its line", () => {
  test.each<[string, string]>([
    ["export const read = () => 0.5;", "line 1 uses 0.5, which is not an int of CUDA"],
    ["export const read = () => Math.random();", "line 1 calls Math.random"],
    ["export const read = () => [1, 2][0];", "line 1 makes an array"],
    ["export function read() {\n  for (const x of [1]) return x;\n  return 0;\n}", "line 2 uses for … of"],
    ["export const read = () => `${1}`;", "line 1 uses a string"],
    ['export const read = () => "1";', "line 1 uses something other than a number"],
    ["export const read = () => later;", "line 1 uses later"],
    ["export const read = () => other();", "line 1 calls other"],
    ["export function read() {\n  return [1].length;\n}", "line 2 makes an array"],
    ["export async function read() { return 0; }", "line 1 is async or a generator"],
    ["let calls = 0;\nexport const read = () => calls++;", "line 2 counts with ++ or -- inside an expression"],
    ["export function read(t: Thread) { if (t.threadIdx.x > 3) return 1; }", "line 1 begins a function that can end without a return"],
    ["export const read = (t: Thread, size: any) => size.depth;", "line 1 uses depth of the size, which the kernel has no argument for"],
    ["export const read = (t: any) => t.threadIndex;", "line 1 uses threadIndex, which has no counterpart in CUDA"],
    ["export const read = (t: Thread) => read(t);", "line 1 needs read inside of read itself"],
    ["export const read = 3;", "line 1 exports a constant as read, not a function"],
    ["export const wrote = () => 0;", "the answer has no exported function read that it could read"],
    ["export const read = (a: Thread, b: any, c: number, d: number) => d;", "line 1 has a parameter that it is not given"],
    ["export const read = (t: Thread) => t;", "line 1 returns something other than a number"],
  ])("%s", (source, reason) => {
    expect(() => translated(source)).toThrow(reason);
  });
});

describe("a filled kernel", () => {
  it("has the definitions before the first declaration with a hole", () => {
    const translation = translateAnswer("const A = 1;\nconst B = 2;\nexport const read = () => A + B;", exports, kernel);
    expect(fillKernel(kernel, translation)).toMatchObject({
      text: `
constexpr int A = 1;
constexpr int B = 2;

__global__ void copy(const float* in, float* out, int n, int rows, const int* order) {
  const int from = A + B;
  if (from >= 0) out[from] = in[from];
}
`,
      missing: [],
    });
  });

  it("leaves calls where something could not be translated, and says which", () => {
    const translation = translateAnswer("export const read = () => Math.random();", exports, kernel);
    const { text, missing } = fillKernel(kernel, translation);
    expect(missing).toEqual(["read"]);
    expect(text).toContain("// read is left for you to write: line 1 calls Math.random.");
    expect(text).toContain("const int from = read(pass);");
  });

  it("has numbers as constants, and not twice those that the kernel has", () => {
    const tiled = new KernelText("constexpr int TILE = 32;\n\n__global__ void k() {\n  __shared__ float tile[TILE * {{pitch}}];\n}\n");
    const spec = learnerNumber("pitch is the number of words of a row.", [1, 64]);
    const { text } = fillKernel(tiled, translateAnswer("const TILE = 32;\nexport const pitch = TILE + 1;", [spec], tiled));
    expect(text).toBe(
      "constexpr int TILE = 32;\n\nconstexpr int pitch = TILE + 1;\n\n__global__ void k() {\n  __shared__ float tile[TILE * pitch];\n}\n",
    );
  });
});

it("the lines of a function include what it uses", () => {
  const { exports: done } = translateAnswer(
    "const A = 1;\nconst B = 2;\n/** F. */\nfunction f() {\n  return A;\n}\nexport const read = () => f();",
    exports,
    kernel,
  );
  expect(done[0]?.lines).toEqual([
    { first: 7, last: 7 },
    { first: 3, last: 6 },
    { first: 1, last: 1 },
  ]);
});
