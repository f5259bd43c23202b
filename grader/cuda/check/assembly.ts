import { asmConstraint, asmNotConstant, asmOnHost, asmOperandType } from "../errors/ptx-errors.ts";
import { valueChanged } from "../errors/type-errors.ts";
import { readPtx } from "../ptx/read-ptx.ts";
import type { AssemblyNode, AssemblyOperandNode } from "../syntax/tree.ts";
import type { AssemblyOperand, CheckedStatement } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import { isLvalue, load } from "./conversions.ts";
import { bytesOf, isFloating, typeName, type CudaType } from "./types.ts";

/** `asm` statements: operands that fit their constraints, and the instructions of the text. */

/** The bytes of a constraint's register; null for a constant of any size. */
const BYTES = new Map<string, number | null>([["h", 2], ["r", 4], ["l", 8], ["f", 4], ["d", 8], ["n", null]]); // prettier-ignore

export function checkAssembly(node: AssemblyNode, context: Context): CheckedStatement {
  const { instructions, outputs, inputs, clobbers, isVolatile, span } = node;
  if (context.isHost) throw asmOnHost(span);
  const operands = [
    ...outputs.map((output) => checkOutput(output, context)),
    ...inputs.map((input) => checkInput(input, context, outputs)),
  ];
  return { kind: "assembly", items: readPtx(instructions), operands, isVolatile, clobbersMemory: clobbers.includes("memory"), span };
}

function checkOutput({ constraint, constraintSpan, value }: AssemblyOperandNode, context: Context): AssemblyOperand {
  // An `&` says that the register is set before all inputs are read: so is every output here.
  const letter = constraint.slice(1).replace("&", "");
  const sign = constraint.slice(0, 1);
  if ((sign !== "=" && sign !== "+") || letter === "n" || !BYTES.has(letter)) throw asmConstraint(constraintSpan, constraint, true);
  const expression = context.lvalue(value);
  if (!isLvalue(expression)) throw valueChanged(value.span);
  expectFit(letter, expression.type, value);
  return { use: sign === "+" ? "both" : "output", expression, span: value.span };
}

function checkInput(
  { constraint, constraintSpan, value }: AssemblyOperandNode,
  context: Context,
  outputs: readonly AssemblyOperandNode[],
): AssemblyOperand {
  // `"0"(x)`: the input is in the register of output 0.
  const tied = outputs[Number(constraint)];
  const letter = tied && constraint !== "" ? tied.constraint.slice(1).replace("&", "") : constraint;
  if (!BYTES.has(letter)) throw asmConstraint(constraintSpan, constraint, false);
  const expression = load(letter === "n" ? context.constant(value) : context.expression(value));
  if (letter === "n" && expression.kind !== "constant") throw asmNotConstant(value.span);
  expectFit(letter, expression.type, value);
  return {
    use: "input",
    expression,
    span: value.span,
    ...(letter !== constraint && { tiedTo: Number(constraint) }),
    ...(letter === "n" && { isImmediate: true }),
  };
}

function expectFit(letter: string, type: CudaType, { span }: AssemblyOperandNode["value"]): void {
  const bytes = BYTES.get(letter);
  const isScalar = type.kind === "scalar" || type.kind === "pointer";
  const isRightKind = letter === "f" || letter === "d" ? isFloating(type) : !isFloating(type);
  if (!isScalar || !isRightKind || (bytes !== null && bytesOf(type) !== bytes)) throw asmOperandType(span, letter, typeName(type));
}
