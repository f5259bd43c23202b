import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { compileProgram } from "../compile.ts";
import { parseLaunch } from "../launch/launch.ts";
import { runLaunch, type LaunchResult } from "../launch/run-launch.ts";
import { parse } from "../syntax/parse.ts";

const KINDS = {
  f16: { written: "half", element: "half", sum: "float" },
  bf16: { written: "__nv_bfloat16", element: "__nv_bfloat16", sum: "float" },
  tf32: { written: "wmma::precision::tf32", element: "float", sum: "float" },
  s8: { written: "signed char", element: "signed char", sum: "int" },
  u8: { written: "unsigned char", element: "unsigned char", sum: "int" },
  f64: { written: "double", element: "double", sum: "double" },
} as const;

interface Case {
  readonly type: keyof typeof KINDS;
  readonly shape: readonly [m: number, n: number, k: number];
  readonly layouts: readonly [a: "row" | "col", b: "row" | "col", d: "row" | "col"];
  readonly isShared: boolean;
  readonly sum?: string;
}

/** A product of one warp, of matrices that lie close together. */
function kernel({ type, shape, layouts, isShared, sum = KINDS[type].sum }: Case): string {
  const [m, n, k] = shape;
  const { written, element } = KINDS[type];
  const [lda, ldb, ldd] = [layouts[0] === "row" ? k : m, layouts[1] === "row" ? n : k, layouts[2] === "row" ? n : m];
  const staged = `__shared__ __align__(32) ${element} sa[${m * k}], sb[${k * n}];
  for (int i = threadIdx.x; i < ${m * k}; i += 32) sa[i] = a[i];
  for (int i = threadIdx.x; i < ${k * n}; i += 32) sb[i] = b[i];
  __syncthreads();`;
  return `#include <mma.h>
using namespace nvcuda;
__global__ void multiply(const ${element}* a, const ${element}* b, ${sum}* d) {
  ${isShared ? staged : ""}
  wmma::fragment<wmma::matrix_a, ${shape.join(", ")}, ${written}, wmma::${layouts[0]}_major> x;
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, ${shape.join(", ")}, ${written}, nvcuda::wmma::${layouts[1]}_major> y;
  wmma::fragment<wmma::accumulator, ${shape.join(", ")}, ${sum}> s;
  wmma::fill_fragment(s, 1);
  wmma::load_matrix_sync(x, ${isShared ? "sa" : "a"}, ${lda});
  wmma::load_matrix_sync(y, ${isShared ? "sb" : "b"}, ${ldb});
  wmma::mma_sync(s, x, y, s);
  for (int i = 0; i < s.num_elements; i++) s.x[i] = s.x[i] + (${sum})1;
  wmma::store_matrix_sync(d, s, ${ldd}, wmma::mem_${layouts[2]}_major);
  wmma::load_matrix_sync(s, d, ${ldd}, wmma::mem_${layouts[2]}_major);
  wmma::store_matrix_sync(d, s, ${ldd}, wmma::mem_${layouts[2]}_major);
}`;
}

const small = (length: number, offset: number, low: number): number[] => Array.from({ length }, (_, i) => ((i * 7 + offset) % 11) + low);

function launched(source: string, { type, shape: [m, n, k], sum = KINDS[type].sum }: Pick<Case, "type" | "shape" | "sum">): LaunchResult {
  const low = type === "u8" ? 0 : -5;
  const launch = parseLaunch({
    kernel: "multiply",
    grid: [1, 1, 1],
    block: [32, 1, 1],
    arguments: [
      { array: "a", type: KINDS[type].element, length: m * k, fill: { values: small(m * k, 3, low) } },
      { array: "b", type: KINDS[type].element, length: k * n, fill: { values: small(k * n, 1, low) } },
      { array: "d", type: sum, length: m * n },
    ],
  });
  return runLaunch(compileProgram(parse(source), "multiply", []), launch, { device: h200 });
}

/** The host's product, plus 2, as it lies in memory. */
function expected({ type, shape: [m, n, k], layouts }: Case): number[] {
  const low = type === "u8" ? 0 : -5;
  const [a, b] = [small(m * k, 3, low), small(k * n, 1, low)];
  const at = (all: number[], layout: string, row: number, column: number, rows: number, columns: number): number =>
    all[layout === "row" ? row * columns + column : column * rows + row]!;
  return Array.from({ length: m * n }, (_, place) => {
    const [row, column] = layouts[2] === "row" ? [Math.floor(place / n), place % n] : [place % m, Math.floor(place / m)];
    let sum = 2;
    for (let i = 0; i < k; i++) sum += at(a, layouts[0], row, i, m, k) * at(b, layouts[1], i, column, k, n);
    return sum;
  });
}

const cases: Case[] = (["row", "col"] as const).flatMap((order) => [
  ...([[16, 16, 16], [32, 8, 16], [8, 32, 16]] as const).flatMap((shape): Case[] => [
    { type: "f16", shape, layouts: [order, "row", order], isShared: order === "row" },
    { type: "f16", shape, layouts: [order, "col", order], isShared: order === "col" },
    { type: "f16", shape, layouts: ["row", order, order], isShared: false, sum: "half" },
    { type: "bf16", shape, layouts: [order, "row", order], isShared: order === "col" },
    { type: "s8", shape, layouts: [order, "col", "row"], isShared: true },
  ]),
  { type: "u8", shape: [16, 16, 16], layouts: ["row", order, "col"], isShared: false },
  { type: "tf32", shape: [16, 16, 8], layouts: [order, "row", order], isShared: true },
  { type: "f64", shape: [8, 8, 4], layouts: [order, order, order], isShared: false },
]); // prettier-ignore

describe("a product of wmma", () => {
  it.each(cases)("is that of the host: $type $shape, by $layouts, shared memory: $isShared", (one) => {
    const { memory, arrays, findings } = launched(kernel(one), one);
    expect(findings).toEqual([]);
    const sum = one.sum ?? KINDS[one.type].sum;
    const length = one.shape[0] * one.shape[1];
    const { address } = arrays[2]!;
    const found =
      sum === "half"
        ? Array.from(new Float16Array(memory.buffer, address, length))
        : Array.from({ float: memory.f32, int: memory.i32, double: memory.f64 }[sum as "float"].subarray(address / (sum === "double" ? 8 : 4)).subarray(0, length)); // prettier-ignore
    expect(found).toEqual(expected(one));
  });
});

describe("loads and stores of wmma in the lab", () => {
  interface Line {
    readonly op: "load" | "store";
    readonly space: "global" | "shared";
    readonly matrix: "a" | "b" | "d";
    readonly layout: "row" | "col";
    readonly type: string;
    readonly m: number;
    readonly n: number;
    readonly k: number;
    readonly leading: number;
    readonly offset: number;
  }

  /** One load or store of a fragment that nothing else uses. */
  function single({ op, space, matrix, layout, type, m, n, k, leading, offset }: Line): string {
    const element = type === "f32" ? "float" : type === "s32" ? "int" : KINDS[type as keyof typeof KINDS].element;
    const written = matrix === "d" ? element : KINDS[type as keyof typeof KINDS].written;
    const place = `${space === "shared" ? `(${element}*)bytes` : "memory"} + ${offset}, `;
    const order = matrix === "d" ? `, wmma::mem_${layout}_major` : "";
    const call = op === "load" ? `load_matrix_sync(f, ${place}${leading}${order})` : `store_matrix_sync(${place}f, ${leading}${order})`;
    return `#include <mma.h>
using namespace nvcuda;
__global__ void move(${element}* memory) {
  extern __shared__ unsigned char bytes[];
  wmma::fragment<wmma::${{ a: "matrix_a", b: "matrix_b", d: "accumulator" }[matrix]}, ${m}, ${n}, ${k}, ${written}${matrix === "d" ? "" : `, wmma::${layout}_major`}> f;
  ${op === "store" ? "wmma::fill_fragment(f, 1);" : ""}
  wmma::${call};
}`;
  }

  it("count what an H200 counted", () => {
    const file = readFileSync(new URL("../../hardware/data/wmma-requests.jsonl", import.meta.url), "utf8");
    const lines = file
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Line & Record<string, number>)
      // simulator/fragment-requests.ts is held to all of them.
      .filter((_, index) => index % 9 === 0);
    expect(lines.length).toBeGreaterThan(80);
    for (const line of lines) {
      const { space } = line;
      const type = line.type === "f32" ? "float" : line.type === "s32" ? "int" : KINDS[line.type as keyof typeof KINDS].element;
      const launch = parseLaunch({
        kernel: "move",
        grid: [1, 1, 1],
        block: [32, 1, 1],
        sharedBytes: 32768,
        arguments: [{ array: "memory", type, length: 8192, fill: { constant: 0 } }],
      });
      const { sites } = runLaunch(compileProgram(parse(single(line)), "move", []), launch, { device: h200 });
      const names = space === "global" ? ["requests", "sectors"] : ["wavefronts", "bankConflicts"];
      const counts = sites.flatMap(({ counts: own }) => own.filter((one) => one.space === space)) as unknown as Record<string, number>[];
      const found = Object.fromEntries(names.map((name) => [name, counts.reduce((sum, one) => sum + one[name]!, 0)]));
      expect(found, JSON.stringify(line)).toEqual(Object.fromEntries(names.map((name) => [name, line[name]])));
    }
  });
});

describe("what is wrong with the use of a fragment", () => {
  const one: Case = { type: "f16", shape: [16, 16, 16], layouts: ["row", "row", "row"], isShared: true };
  const findingsOf = (from: string, to: string): string[] => {
    const text = kernel(one);
    expect(text).toContain(from);
    return launched(text.replace(from, to), one).findings.map(({ kind, message }) => `${kind}: ${message}`);
  };

  it.each<[string, string, string, RegExp]>([
    [
      "a row that does not begin at 16 bytes",
      "(x, sa, 16)",
      "(x, sa + 4, 16)",
      /^misaligned: .* for a row of a matrix; the address must be a multiple of 16/,
    ],
    [
      "a sum at half a pair",
      "(d, s, 16, wmma::mem_row_major);\n  wmma::load",
      "(d + 1, s, 16, wmma::mem_row_major);\n  wmma::load",
      /^misaligned: .* 8 bytes/,
    ],
    ["rows beyond the array", "(y, sb, 16)", "(y, sb + 32, 16)", /^out-of-bounds: .*`sb`/],
    [
      "a part of the warp",
      "wmma::mma_sync(s, x, y, s)",
      "if (threadIdx.x < 31) wmma::mma_sync(s, x, y, s)",
      /^partial-warp: Thread \(31, 0, 0\) .* only 31 of 32 lanes/,
    ],
  ])("%s", (_, from, to, says) => {
    const found = findingsOf(from, to);
    expect(
      found.some((finding) => says.test(finding)),
      found.join("\n"),
    ).toBe(true);
  });
});
