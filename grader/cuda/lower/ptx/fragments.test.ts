import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { matrixFragment } from "#simulator/fragments.ts";
import { matrixCost } from "#simulator/matrix-cost.ts";
import { measuredAsync } from "#hardware/measured-async.ts";
import { compileProgram, type CompiledKernel } from "../../compile.ts";
import { parseLaunch } from "../../launch/launch.ts";
import { runLaunch } from "../../launch/run-launch.ts";
import { parse } from "../../syntax/parse.ts";

const MATRICES = [1, 2, 4] as const;
/** Halves of shared memory: element i holds i. */
const HALVES = 32 * 1024;

const programs = new Map<string, CompiledKernel>();
function compiled(source: string): CompiledKernel {
  const program = programs.get(source) ?? compileProgram(parse(source), "k", []);
  programs.set(source, program);
  return program;
}

/** Runs one warp. `rows` has the address of each lane's row, in halves; `out` 32 words for each register. */
function run(body: string, rows: readonly number[]) {
  const source = `__global__ void k(unsigned* out, const int* rows) {
    __shared__ __align__(1024) unsigned short s[${HALVES}];
    unsigned lane = threadIdx.x, r[4];
    for (int i = lane; i < ${HALVES / 2}; i += 32) ((unsigned*)s)[i] = 2 * i | (2 * i + 1) << 16;
    __syncthreads();
    unsigned at = (unsigned)__cvta_generic_to_shared(s + rows[lane]);
    ${body} }`;
  const launch = parseLaunch({
    kernel: "k",
    grid: [1, 1, 1],
    block: [32, 1, 1],
    arguments: [
      { array: "out", type: "unsigned int", length: 256 },
      { array: "rows", type: "int", fill: { values: rows }, length: 32 },
    ],
  });
  const { memory, arrays, findings, sites } = runLaunch(compiled(source), launch, { device: h200 });
  const start = arrays[0]!.address >>> 2;
  const counts = sites.find(({ site }) => site.matrices !== undefined)?.counts.find(({ space }) => space === "shared");
  return { out: memory.u32.slice(start, start + 256), findings, counts };
}

const instruction = (name: "ldmatrix" | "stmatrix", matrices: number, isTransposed: boolean): string =>
  `${name}.sync.aligned.m8n8.x${matrices}${isTransposed ? ".trans" : ""}.shared.b16`;
const registers = (matrices: number): string => Array.from({ length: matrices }, (_, i) => `%${i}`).join(", ");
const rowsWithPitch = (pitch: number): number[] => Array.from({ length: 32 }, (_, lane) => 1024 + lane * pitch);

const load = (matrices: number, isTransposed: boolean): string => `asm volatile("${instruction("ldmatrix", matrices, isTransposed)} {${registers(matrices)}}, [%${matrices}];" : ${Array.from({ length: matrices }, (_, i) => `"=r"(r[${i}])`).join(", ")} : "r"(at));`; // prettier-ignore
const store = (matrices: number, isTransposed: boolean): string => `asm volatile("${instruction("stmatrix", matrices, isTransposed)} [%${matrices}], {${registers(matrices)}};" :: ${Array.from({ length: matrices }, (_, i) => `"r"(r[${i}])`).join(", ")}, "r"(at) : "memory");`; // prettier-ignore

const cases = MATRICES.flatMap((matrices) => [false, true].map((isTransposed) => ({ matrices, isTransposed })));

describe("matrices of 8 × 8 halves", () => {
  it.each(cases)("ldmatrix brings each lane its fragment: %o", ({ matrices, isTransposed }) => {
    const { out, findings } = run(
      `${load(matrices, isTransposed)} for (int i = 0; i < ${matrices}; i++) out[32 * i + lane] = r[i];`,
      rowsWithPitch(72),
    );
    expect(findings).toEqual([]);
    const { elements } = matrixFragment(isTransposed);
    for (let matrix = 0; matrix < matrices; matrix++)
      for (const [lane, held] of elements.entries()) {
        const [low, high] = held.map(({ row, column }) => 1024 + (8 * matrix + row) * 72 + column);
        expect(out[32 * matrix + lane], `lane ${lane} of matrix ${matrix}`).toBe((low! | (high! << 16)) >>> 0);
      }
  });

  it.each(cases)("stmatrix puts back what ldmatrix brought: %o", ({ matrices, isTransposed }) => {
    const { out, findings } = run(
      `${load(matrices, isTransposed)} __syncwarp(); at += 2 * 8192; ${store(matrices, isTransposed)} __syncwarp();
       for (int i = 0; i < 8 * ${matrices}; i++) if (lane < 4) out[4 * i + lane] = ((unsigned*)s)[(8192 + 1024 + 72 * i) / 2 + lane];`,
      rowsWithPitch(72),
    );
    expect(findings).toEqual([]);
    for (let row = 0; row < 8 * matrices; row++)
      for (let word = 0; word < 4; word++) {
        const half = 1024 + 72 * row + 2 * word;
        expect(out[4 * row + word]).toBe((half | ((half + 1) << 16)) >>> 0);
      }
  });

  it("movmatrix makes of a fragment that of the transposed matrix", () => {
    const move = 'asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r[1]) : "r"(r[0]));';
    const { out } = run(`${load(1, false)} ${move} ${load(1, true)} out[lane] = r[0]; out[32 + lane] = r[1];`, rowsWithPitch(8));
    expect(out.slice(32, 64)).toEqual(out.slice(0, 32));
  });

  it("rows that overlap lose what a higher lane stores", () => {
    const { findings } = run(`r[0] = lane; ${store(1, false)}`, new Array<number>(32).fill(0));
    expect(findings.map(({ kind }) => kind)).toEqual(["race"]);
  });

  it.each([
    ["a row that does not begin at a multiple of 16 bytes", "at += 8;", "misaligned"],
    ["a row beyond the array", "at += 65536;", "out-of-bounds"],
    ["an address of global memory", "at = (unsigned)(size_t)out;", "out-of-bounds"],
  ])("%s is a finding", (_, change, kind) => {
    const { findings } = run(`${change} ${load(4, false)} out[lane] = r[0];`, rowsWithPitch(8));
    expect(findings[0]!.kind).toBe(kind);
  });

  it("an instruction of the whole warp that some lanes don’t execute is a finding", () => {
    const { findings } = run(`r[0] = 0; if (lane < 16) ${load(1, false)} out[lane] = r[0];`, rowsWithPitch(8));
    expect(findings.map(({ kind }) => kind)).toEqual(["partial-warp"]);
  });

  it.each([
    ["a row of 128 bytes has its eight rows on the same banks", "lane / 16", 32],
    ["with its pieces of 16 bytes swizzled, none", "(lane / 16 ^ lane & 7)", 4],
  ])("%s", (_, piece, wavefronts) => {
    const place = `at = (unsigned)__cvta_generic_to_shared(&s[lane % 16 * 64 + ${piece} * 8]);`;
    const { counts } = run(`${place} ${load(4, false)} out[lane] = r[0] + r[3];`, rowsWithPitch(8));
    expect(counts).toMatchObject({ requests: 1, wavefronts, bankConflicts: wavefronts - 4 });
  });

  it("counts as an H100 does, whatever the rows", () => {
    const measured = measuredAsync().filter((line) => line.instruction.includes("matrix"));
    for (const line of measured.filter((_, index) => index % 7 === 0)) {
      if (!("matrices" in line)) continue;
      const { instruction: name, matrices, sharedAddresses, wavefronts, bankConflicts } = line;
      const isStore = name.startsWith("st");
      const isTransposed = name.endsWith("trans");
      const rows = Array.from({ length: 32 }, (_, lane) => (sharedAddresses[lane] ?? 0) / 2);
      const body = isStore
        ? `for (int i = 0; i < 4; i++) r[i] = 7; ${store(matrices, isTransposed)}`
        : `${load(matrices, isTransposed)} out[lane] = r[0];`;
      const { counts } = run(body, rows);
      expect(counts, JSON.stringify(line)).toMatchObject({ wavefronts, bankConflicts });
      expect(matrixCost({ op: isStore ? "store" : "load", matrices, sharedAddresses })).toMatchObject({ wavefronts, bankConflicts });
    }
    expect(measured.length).toBeGreaterThan(500);
  });
});
