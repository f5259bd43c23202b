import { describe, expect, it } from "vitest";
import type { Operand } from "#simulator/fragments.ts";
import { INSTRUCTIONS, model, type InstructionId } from "./model.ts";

describe("the picture of a fragment", () => {
  it.each<[InstructionId, Operand, number, number, string]>([
    ["mma-f16", "a", 3, 5, "Row 3, column 5: lane 14 has it in the upper half of register a0."],
    ["mma-f16", "a", 11, 12, "Row 11, column 12: lane 14 has it in the lower half of register a3."],
    ["mma-f16", "b", 3, 5, "Row 3, column 5: lane 21 has it in the upper half of register b0."],
    ["mma-f16", "d", 3, 5, "Row 3, column 5: lane 14 has it in register d1."],
    ["mma-tf32", "a", 3, 5, "Row 3, column 5: lane 13 has it in register a2."],
    ["mma-s8", "a", 3, 5, "Row 3, column 5: lane 13 has it in byte 1 of register a0."],
    ["wmma-f16", "a", 3, 5, "Row 3, column 5: lane 14 has it in x[1] and x[9]."],
    ["ldmatrix", "a", 3, 5, "Row 3, column 5: lane 14 has it in the upper half of its register."],
    ["ldmatrix-trans", "a", 3, 5, "Row 3, column 5: lane 21 has it in the upper half of its register."],
  ])("%s, %s: who holds (%i, %i)", (instruction, matrix, row, column, words) => {
    const drawn = model({ instruction, matrix, pointed: { row, column } });
    expect(drawn.pointed).toBe(words);
    const lane = Number(/lane (\d+)/.exec(words)![1]);
    expect(drawn.cells.find((cell) => cell.row === row && cell.column === column)!.lane).toBe(lane);
    // What is lit is what the lane holds.
    expect(drawn.cells.filter(({ emphasis }) => emphasis === "lit").every((cell) => cell.lane === lane)).toBe(true);
  });

  it("has each element once, and as many registers as there are to hold them", () => {
    for (const instruction of Object.keys(INSTRUCTIONS) as InstructionId[]) {
      for (const matrix of ["a", "b", "d"] as const) {
        const { rows, columns, cells, details } = model({ instruction, matrix });
        expect(cells).toHaveLength(rows * columns);
        expect(details).toHaveLength(32);
        const lanes = Map.groupBy(cells, ({ lane }) => lane);
        expect(new Set([...lanes.values()].map((own) => own.length))).toEqual(new Set([(rows * columns) / 32]));
      }
    }
  });

  it("says how many elements a lane holds, and how", () => {
    expect(model({ instruction: "mma-f16", matrix: "a" }).sentence).toBe(
      "A of mma.m16n8k16 has 16 × 16 = 256 halves: each lane holds 8 of them, 2 in each register of 32 bits.",
    );
    expect(model({ instruction: "wmma-f16", matrix: "b" }).sentence).toMatch(
      /each lane holds 8 of them, 2 in .*, and each of them twice\.$/,
    );
    expect(model({ instruction: "mma-f16", matrix: "d", hoveredLane: 14 }).pointed).toBe(
      "Lane 14 holds 4 elements: (3, 4), (3, 5), (11, 4) and (11, 5).",
    );
  });
});
