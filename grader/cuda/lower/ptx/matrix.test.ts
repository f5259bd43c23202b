import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { compileProgram } from "../../compile.ts";
import { parseLaunch } from "../../launch/launch.ts";
import { runLaunch, type LaunchResult } from "../../launch/run-launch.ts";
import { parse } from "../../syntax/parse.ts";

/** Loads of the fragments of m16n8 register by register, from a by rows and b by columns; the product; and the stores of the sum. */
function kernel(instruction: string, k: number, element: string, perRegister: number, sum: "float" | "int"): string {
  const registers = (16 * k) / 32 / perRegister;
  const list = (from: number, count: number): string => `{${Array.from({ length: count }, (_, i) => `%${from + i}`).join(", ")}}`;
  const letter = sum === "float" ? "f" : "r";
  const operands = [
    ...Array.from({ length: registers }, (_, i) => `"r"(ra[${i}])`),
    ...Array.from({ length: registers / 2 }, (_, i) => `"r"(rb[${i}])`),
  ];
  return `__global__ void multiply(const ${element}* a, const ${element}* b, ${sum}* d) {
  int group = threadIdx.x >> 2, place = threadIdx.x & 3;
  unsigned ra[${registers}], rb[${registers / 2}];
  #pragma unroll
  for (int r = 0; r < ${registers}; r++)
    ra[r] = *(const unsigned*)(a + (group + 8 * (r % 2)) * ${k} + ${4 * perRegister} * (r / 2) + ${perRegister} * place);
  #pragma unroll
  for (int r = 0; r < ${registers / 2}; r++)
    rb[r] = *(const unsigned*)(b + group * ${k} + ${4 * perRegister} * r + ${perRegister} * place);
  ${sum} s[4] = {1, 2, 3, 4};
  asm volatile("mma.sync.aligned.${instruction} ${list(0, 4)}, ${list(4, registers)}, ${list(4 + registers, registers / 2)}, ${list(0, 4)};"
    : ${[0, 1, 2, 3].map((i) => `"+${letter}"(s[${i}])`).join(", ")} : ${operands.join(", ")});
  d[group * 8 + 2 * place] = s[0];
  d[group * 8 + 2 * place + 1] = s[1];
  d[(group + 8) * 8 + 2 * place] = s[2];
  d[(group + 8) * 8 + 2 * place + 1] = s[3];
}`;
}

const small = (length: number, offset: number): number[] => Array.from({ length }, (_, i) => ((i * 7 + offset) % 11) - 5);

function launched(source: string, k: number, element: string, sum: string, threads = 32): LaunchResult {
  const launch = parseLaunch({
    kernel: "multiply",
    grid: [1, 1, 1],
    block: [threads, 1, 1],
    arguments: [
      { array: "a", type: element, length: 16 * k, fill: { values: small(16 * k, 3) } },
      { array: "b", type: element, length: 8 * k, fill: { values: small(8 * k, 1) } },
      { array: "d", type: sum, length: 128, fill: { constant: 0 } },
    ],
  });
  return runLaunch(compileProgram(parse(source), "multiply", []), launch, { device: h200 });
}

/** The product of the host, with what the sums begin as. */
function expected(k: number): number[] {
  const [a, b] = [small(16 * k, 3), small(8 * k, 1)];
  return Array.from({ length: 128 }, (_, i) => {
    const [row, column] = [Math.floor(i / 8), i % 8];
    const first = 1 + (column % 2) + (row >= 8 ? 2 : 0);
    return Array.from({ length: k }, (_, j) => a[row * k + j]! * b[column * k + j]!).reduce((sum, product) => sum + product, first);
  });
}

describe("mma.sync", () => {
  it.each<[instruction: string, k: number, element: string, perRegister: number, sum: "float" | "int"]>([
    ["m16n8k8.row.col.f32.f16.f16.f32", 8, "half", 2, "float"],
    ["m16n8k16.row.col.f32.f16.f16.f32", 16, "half", 2, "float"],
    ["m16n8k16.row.col.f32.bf16.bf16.f32", 16, "__nv_bfloat16", 2, "float"],
    ["m16n8k4.row.col.f32.tf32.tf32.f32", 4, "float", 1, "float"],
    ["m16n8k8.row.col.f32.tf32.tf32.f32", 8, "float", 1, "float"],
    ["m16n8k16.row.col.s32.s8.s8.s32", 16, "signed char", 4, "int"],
    ["m16n8k32.row.col.satfinite.s32.s8.s8.s32", 32, "signed char", 4, "int"],
  ])("multiplies as %s", (instruction, k, element, perRegister, sum) => {
    const { memory, arrays, findings } = launched(kernel(instruction, k, element, perRegister, sum), k, element, sum);
    expect(findings).toEqual([]);
    const start = arrays[2]!.address >>> 2;
    expect(Array.from((sum === "float" ? memory.f32 : memory.i32).subarray(start, start + 128))).toEqual(expected(k));
  });

  it("takes the whole warp", () => {
    const { findings } = launched(kernel("m16n8k8.row.col.f32.f16.f16.f32", 8, "half", 2, "float"), 8, "half", "float", 24);
    expect(findings.map(({ kind }) => kind)).toEqual(["partial-warp"]);
    expect(findings[0]!.message).toMatch(/^Warp 0 of the block has threads for 24 of 32 lanes only/);
  });
});
