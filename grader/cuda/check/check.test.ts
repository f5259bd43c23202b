import { describe, expect, it } from "vitest";
import { openFile } from "../compile.ts";
import { parse } from "../syntax/parse.ts";
import { checkKernel } from "./check.ts";
import type { CheckedExpression, CheckedFunction, CheckedStatement } from "./checked-tree.ts";
import { typeName } from "./types.ts";

function checked(text: string): CheckedFunction {
  const file = parse(text);
  const kernel = file.declarations.find((declared) => declared.kind === "function" && declared.runs.global);
  if (kernel?.kind !== "function") throw new Error("no kernel");
  return checkKernel(kernel, [], openFile(file)).function;
}

/** The expressions that are statements of a body. */
function expressionsOf(body: readonly CheckedStatement[]): CheckedExpression[] {
  return body.flatMap((statement) => (statement.kind === "expression" ? [statement.expression] : []));
}

/** An expression as text: conversions with their types, calls with the types of their functions' parameters. */
function printed(expression: CheckedExpression): string {
  switch (expression.kind) {
    case "constant":
      return expression.value.kind === "constant" ? String(expression.value.value) : "?";
    case "variable":
      return expression.variable.name;
    case "load":
      return `load(${printed(expression.operand)})`;
    case "convert":
      return `${typeName(expression.type)}(${printed(expression.operand)})`;
    case "truth":
      return `truth(${printed(expression.operand)})`;
    case "user-conversion":
      return `user-conversion(${printed(expression.call)})`;
    case "element":
      return `element(${printed(expression.base)}, ${expression.index ? printed(expression.index) : 0})`;
    case "member":
      return `${printed(expression.base)}.${expression.name}`;
    case "arithmetic":
    case "comparison":
    case "logic":
      return `(${printed(expression.left)} ${expression.operator} ${printed(expression.right)})`;
    case "operation":
      return `${expression.operation.kind === "function" ? expression.operation.name : expression.operation.kind}(${expression.operands.map(printed).join(", ")})`;
    case "call": {
      const { name, parameters } = expression.function;
      const types = parameters.map(({ variable }) => typeName(variable.type)).join(", ");
      return `${name}[${types}](${expression.arguments.map(printed).join(", ")})`;
    }
    default:
      return expression.kind;
  }
}

const DECLARED = `
struct Meters { float value; __device__ Meters(float given) : value(given) {} };
__device__ float length(Meters m) { return m.value; }
__device__ int pick(int a) { return a; }
__device__ float pick(float a) { return a; }
template <typename T> __device__ T twice(T x) { return x + x; }
`;

describe("the checked tree", () => {
  it.each([
    ["a variable is read, and converted to what it is assigned to", "n", "float(load(n))"],
    ["the smaller operand is converted to the type of both", "n + 1.5f", "(float(load(n)) + 1.5)"],
    ["a character is promoted", "c + c", "float((int(load(c)) + int(load(c))))"],
    ["a pointer is read, then followed", "out[n]", "load(element(load(out), load(n)))"],
    ["a condition is not zero, not null", "n && out", "float((truth(load(n)) && truth(load(out))))"],
    ["an overload is chosen by its arguments' types", "pick(1.5f) + pick(n)", "(load(pick[float](1.5)) + float(load(pick[int](load(n)))))"],
    ["a template is instantiated for them", "twice(n)", "float(load(twice[int](load(n))))"],
    ["a constructor converts", "length(2.5f)", "load(length[Meters](user-conversion(Meters[float](2.5))))"],
    ["what the headers declare for several types is chosen, too", "max(n, 2.0f)", "max.f32(float(load(n)), 2)"],
    ["sizes and names of constants are numbers", "sizeof(float4) + INT_MAX", "float((16 + unsigned long long(2147483647)))"],
  ])("%s: %s", (_, text, tree) => {
    const { body } = checked(`${DECLARED} __global__ void k(float* out, int n, char c) { out[0] = ${text}; }`);
    const [assignment] = expressionsOf(body);
    expect(assignment?.kind === "assignment" && printed(assignment.value)).toBe(tree);
  });

  it("has each function once for the types that it is called with", () => {
    const { body } = checked(`${DECLARED} __global__ void k(float x) { twice(1); twice(2); twice(x); twice<int>(x); }`);
    const [first, second, third, fourth] = expressionsOf(body).map((call) => call.kind === "call" && call.function);
    expect(second).toBe(first);
    expect(fourth).toBe(first);
    expect(third).not.toBe(first);
  });

  it("knows constants: a branch that cannot be taken is left out, and need not be right", () => {
    const { body } = checked(`__global__ void k(int* out) { if (sizeof(out) == 8 && warpSize > 16) out[0] = 1; else out.x = 2; }`);
    expect(body.map(({ kind }) => kind)).toEqual(["expression"]);
  });

  it("refuses a function that calls itself before its own result is known", () => {
    const text = "__device__ auto f(int n) { return n > 0 ? f(n - 1) : 0; } __global__ void k(int* out) { out[0] = f(4); }";
    expect(() => checked(text)).toThrow("`f` calls itself");
  });
});
