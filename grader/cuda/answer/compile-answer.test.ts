import { describe, expect, it, test } from "vitest";
import { placeAt, SourceError } from "../source-error.ts";
import { compileAnswer } from "./compile-answer.ts";
import { KernelText, type Wanted } from "./kernel-text.ts";

const kernel = new KernelText(`constexpr int LANES = 32;

__global__ void copy(const float* in, float* out, int n, int rows, const int* order) {
  __shared__ float tile[LANES * {{pitch}}];
  for (int pass = 0; pass < rows; pass++) {
    const int from = {{read(pass)}};
    if (from >= 0) tile[{{word(pass, 0)}}] = in[from];
  }
}
`);
const wanted: readonly Wanted[] = [
  { name: "read", kind: "function", description: "read(thread, size, pass) gives the element that the thread reads, or null." },
  { name: "word", kind: "function", description: "word(row, column) gives the word of the tile." },
  { name: "pitch", kind: "number", description: "pitch is the number of words of a row." },
];
const REST = "\n__device__ int word(int row, int column) { return row * 33 + column; }\nconstexpr int pitch = LANES + 1;\n";

const thread = {
  threadIdx: { x: 3, y: 0, z: 0 },
  blockIdx: { x: 1, y: 0, z: 0 },
  blockDim: { x: 128, y: 1, z: 1 },
  gridDim: { x: 4, y: 1, z: 1 },
};
const size = { n: 1000, rows: 7, order: [5, 9, -2] };

type Index = (...given: readonly unknown[]) => number | null;

/** What `read` gives in pass 1, for a text with that function. */
function read(text: string): number | null {
  return (compileAnswer(text + REST, kernel, wanted)["read"] as Index)(thread, size, 1);
}

const returning = (expression: string): string =>
  `__device__ int read(int pass, int n, int rows, const int* order) { return ${expression}; }`;

describe("a function computes as C does", () => {
  test.each<[string, number | null]>([
    ["blockIdx.x * blockDim.x + threadIdx.x", 131],
    ["n / 32 + pass", 32],
    ["7 / 2 * 2", 6],
    ["3 + -7 % 4", 0],
    ["(threadIdx.x - 5) / 2 > 1000", 1],
    ["(threadIdx.x - 5) % 32", 30],
    ["(int)(threadIdx.x - 5) < 0", 1],
    ["threadIdx.x < -1", 1],
    ["2.9f * 2", 5],
    ["(1 << 31) >> 31 == -1", 1],
    ["65536 * 65536 + 4", 4],
    ["(int)((long long)65536 * 65536 >> 30)", 4],
    ["min(n, rows) + max(1, 2) + __popc(7)", 12],
    ["order[pass]", 9],
    ["order[2]", null],
    ["pass > 0 ? -1 : 4", null],
    ["gridDim.x == 4 && !(rows > 7) ? LANES : 0", 32],
  ])("%s is %s", (expression, result) => expect(read(returning(expression))).toBe(result));

  test.each<[string, string, number]>([
    [
      "loops, local arrays and helpers",
      `constexpr int odd[4] = {1, 3, 5, 7};
       template <int K> __device__ int scaled(int value) { return K * value; }
       __device__ int read(int pass) {
         int kept[4];
         for (int k = 0; k < 4; k++) { if (k == 2) continue; kept[k] = scaled<10>(odd[k]); }
         int sum = 0, k = 4;
         while (k-- > 0) { if (k == 2) continue; if (k == 0) break; sum += kept[k]; }
         return sum + kept[pass - 1];
       }`,
      110,
    ],
    [
      "structs, references and pointers to variables",
      `struct Place { int row, column; };
       __device__ void move(Place& place, int* by) { place.row += *by; *by = 0; }
       __device__ int read(int pass) { Place place = {pass, 2}; int by = 5; move(place, &by); return 10 * place.row + place.column + by; }`,
      62,
    ],
    ["macros", "#define ROW(y) ((y) * 100)\n__device__ int read(int pass) { return ROW(pass + 1); }", 200],
    ["a result of another type", "__device__ unsigned read() { return threadIdx.x; }", 3],
  ])("with %s", (_, text, result) => expect(read(text)).toBe(result));

  it("with its other function and its number", () => {
    const { word, pitch } = compileAnswer(returning("0") + REST, kernel, wanted);
    expect([pitch, (word as Index)(2, 5)]).toEqual([33, 71]);
  });

  it("with a word on pointers that point to nothing", () => {
    expect(() => read("__device__ int read() { return *(int*)0; }")).toThrow("the function reads through a pointer that points to nothing");
  });

  it("with nothing left of another call", () => {
    const compiled = compileAnswer(
      `__device__ int read(int pass) { int a[3]; if (pass == 0) a[1] = 7; return a[pass]; }${REST}`,
      kernel,
      wanted,
    );
    const index = compiled["read"] as Index;
    expect([index(thread, size, 1), index(thread, size, 0), index(thread, size, 1)]).toEqual([0, 0, 0]);
  });
});

test.each(["null", "pass < n ? pass : null"])("who writes %s is told to return -1", (expression) => {
  expect(() => read(returning(expression))).toThrow("C++ has no `null` for an index: return -1 where there is no element.");
});

describe("what it may not read ends in words", () => {
  test.each<[string, string]>([
    ["order[3]", "element 3 of order is read, which has 3"],
    ["order[-1]", "element -1 of order is read, which has 3"],
    ["((const float*)order)[0]", "`order` holds ints, and is read as something else"],
  ])("%s", (expression, message) => expect(() => read(returning(expression))).toThrow(message));
});

/** The error of a text, with the line that it is at. */
function errorOf(text: string): string {
  try {
    compileAnswer(text, kernel, wanted);
  } catch (error) {
    const line = error instanceof SourceError ? `line ${placeAt(text, error.span.from).line}: ` : "";
    return line + (error as Error).message;
  }
  return "none";
}

describe("an error names its line in the answer, and the remedy", () => {
  test.each<[string, RegExp]>([
    ["__device__ int read(int pass) {\n  return pass +;\n}", /^line 2: /],
    ["__device__ int read(int pass) {\n  return pas;\n}", /^line 2: .*pas/],
    [
      "\n__device__ int read(int step) { return step; }",
      /^line 2: The parameter `step` is nothing that the kernel can pass to `read`: it can have `int pass`, `int n`, `int rows`, `const int\* order`/,
    ],
    ["int read(int pass) { return pass; }", /^line 1: `read` runs on the GPU: begin it with `__device__`/],
    [
      "__device__ int red(int pass) { return pass; }",
      /^Write a function `__device__ int read\(int pass, int n, int rows, const int\* order\)` that gives the element that the thread reads, or -1\./,
    ],
    ["__global__ void mine() {}", /^line 1: The kernel is given/],
    ["__device__ int read(int pass) {\n  __syncthreads();\n  return pass;\n}", /^line 2: This waits for other threads\./],
    ['__device__ int read(int pass) {\n  printf("%d", pass);\n  return pass;\n}', /^line 2: This prints\./],
    [
      "__device__ int read(int pass, const int* order) {\n  ((int*)order)[0] = 3;\n  return pass;\n}",
      /^line 2: This stores through a pointer\./,
    ],
    [
      "__device__ int read(int pass) { return pass; }\n__device__ int word(int row, int column) {\n  return threadIdx.x;\n}\nconstexpr int pitch = 3;",
      /^line 3: This function is asked for the same place by every thread: it has no threadIdx\.x/,
    ],
    [
      "__device__ int read(int pass) { return pass; }\n__device__ int word(int row, int column) { return 0; }",
      /^Write a constant `pitch`, `constexpr int pitch = …;`/,
    ],
    ["__device__ int read(int pass) { return read(pass); }", /^line 1: /],
    ["struct S { int x; };\n__device__ S read(int pass) { return S{pass}; }", /^line 2: /],
  ])("%j", (text, error) => expect(errorOf(text.includes(" word(") ? text : text + REST)).toMatch(error));

  it.each([
    "(",
    "{ int x = 0;",
    "/* never closed",
    "#if 1",
    `__device__ int read() { return ${"(".repeat(20_000)}1${")".repeat(20_000)}; }`,
  ])("and a text that is left open, or nested without end, is none that crashes: %#", (text) =>
    expect(errorOf(text + (text.startsWith("_") ? REST : ""))).toMatch(/^(line 1|Write)/),
  );
});
