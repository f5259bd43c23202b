import { expect, it } from "vitest";
import { compileProgram } from "../compile.ts";
import { parse } from "../syntax/parse.ts";

const COUNT = 40;

it("puts all variables into memory that need an address, and no other", () => {
  const names = Array.from({ length: COUNT }, (_, i) => `v${i}`);
  // Which of two variables a pointer points to is known only when the kernel runs.
  const text = `__global__ void k(int* out) {
    int sum = 0, other = 3;
    ${names.map((name, i) => `int ${name} = ${i};`).join("\n")}
    ${names.map((name, i) => `{ int* p = threadIdx.x & 1 ? &${name} : &${names[(i + 1) % COUNT]}; p = p + 0; sum += *p + other; }`).join("\n")}
    out[threadIdx.x] = sum;
  }`;
  const { program } = compileProgram(parse(text), "k", []);
  expect(program.localVariables).toHaveLength(COUNT);
  expect(program.registers.some(({ name }) => name === "sum")).toBe(true);
});
