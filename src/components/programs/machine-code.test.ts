import { expect, test } from "vitest";
import { bytesPerLane, isGlobal, machineCode } from "./machine-code.ts";

test.each([
  ["saxpy_floats<32>", ["LDG.E.CONSTANT", "LDG.E", "STG.E"], 4],
  ["saxpy_vectors<32>", ["LDG.E.128", "LDG.E.128.CONSTANT", "STG.E.128"], 16],
])("%s moves as many bytes per lane as it is written to", (kernel, opcodes, width) => {
  const code = machineCode("saxpy-benchmark", kernel);
  expect(code.at(-1)?.opcode).toBe("EXIT");
  expect(code.map(({ offset }) => offset)).toEqual(code.map((_, at) => 16 * at));
  const memory = code.filter(isGlobal);
  expect(memory.map(({ opcode }) => opcode)).toEqual(opcodes);
  expect(memory.map(bytesPerLane)).toEqual(opcodes.map(() => width));
  expect(code.filter(({ opcode }) => opcode === "FFMA")).toHaveLength(width / 4);
});

test("a kernel that isn't there is an error", () => {
  expect(() => machineCode("saxpy-benchmark", "saxpy_floats<3>")).toThrow("has no saxpy_floats<3>");
});
