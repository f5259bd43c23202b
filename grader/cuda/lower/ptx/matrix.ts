import { ELEMENT_BYTES } from "#simulator/fragments.ts";
import type { MatrixProduct } from "#simulator/tensor-sum.ts";
import { ptxMatrixLayout, ptxMatrixProduct } from "../../errors/ptx-errors.ts";
import type { ScalarType, Value } from "../../ir/program.ts";
import { bits, read } from "../../ir/values.ts";
import type { PtxOperand } from "../../ptx/ptx-tree.ts";
import type { Instructions, Meaning, Operation } from "./operation.ts";

/** Matrix instructions of PTX. */

/** The shapes of `mma.sync` by the type of a and b, each with what it can add up in. */
const SHAPES: Readonly<Record<MatrixProduct["type"], readonly [sums: readonly MatrixProduct["sum"][], ...shapes: string[]]>> = {
  f16: [["f32", "f16"], "m16n8k8", "m16n8k16"],
  bf16: [["f32"], "m16n8k8", "m16n8k16"],
  tf32: [["f32"], "m16n8k4", "m16n8k8"],
  s8: [["s32"], "m16n8k16", "m16n8k32"],
  u8: [["s32"], "m16n8k16", "m16n8k32"],
  f64: [["f64"], "m8n8k4"],
};

/** Every shape that PTX has for `mma.sync` of dense matrices; the lab has some of them. */
const ALL_SHAPES = ["m8n8k4", "m8n8k16", "m8n8k32", "m8n8k128", "m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32", "m16n8k64", "m16n8k128", "m16n8k256"]; // prettier-ignore

/** `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d…}, {a…}, {b…}, {c…};` */
const product: Meaning = (operation) => {
  operation.ignore("aligned");
  const shape = operation.oneOf(...ALL_SHAPES);
  const layouts = [operation.has("row"), operation.has("col")];
  const saturates = operation.has("satfinite");
  const [sum, typeOfB, type, result] = [operation.typeName(), operation.typeName(), operation.typeName(), operation.typeName()];
  const known = Object.hasOwn(SHAPES, type) ? SHAPES[type as MatrixProduct["type"]] : undefined;
  const isMixed = type !== typeOfB && !(isByte(type) && isByte(typeOfB));
  const shapes = known?.slice(1) as string[] | undefined;
  if (!known || isMixed || result !== sum || !(known[0] as readonly string[]).includes(sum) || !shapes!.includes(shape))
    throw ptxMatrixProduct(
      operation.span,
      `${shape}…${result}.${type}.${typeOfB}.${sum}`,
      known && !isMixed ? type : undefined,
      shapes,
      known?.[0],
    );
  if (!layouts[0] || !layouts[1]) throw ptxMatrixLayout(operation.span);
  const [m, n, k] = shape.slice(1).split("n").flatMap((part) => part.split("k")).map(Number) as [number, number, number]; // prettier-ignore
  const own: MatrixProduct = {
    m,
    n,
    k,
    type: type as MatrixProduct["type"],
    sum: sum as MatrixProduct["sum"],
    ...(type !== typeOfB && { typeOfB: typeOfB as "s8" | "u8" }),
    ...(saturates && { saturates: true }),
  };
  operation.expectOperands(4);
  const [d, a, b, c] = operation.operands;
  const perRegister = Math.max(1, 4 / ELEMENT_BYTES[own.type]);
  const factors = (operand: PtxOperand, elements: number): Value[] =>
    operation.vector(operand, elements / 32 / perRegister).map((one) => factor(one, own, operation));
  const sums = (m * n) / 32 / (sum === "f16" ? 2 : 1);
  const held = SUM_REGISTERS[own.sum];
  const targets = operation.vector(d!, sums);
  const step = {
    a: factors(a!, m * k),
    b: factors(b!, k * n),
    c: operation.vector(c!, sums).map((one) => operation.value(one, held)),
    into: targets.map(() => operation.register(held)),
  };
  operation.add({ kind: "matrixProduct", product: own, ...step, span: operation.span });
  for (const [i, target] of targets.entries()) operation.set(target, read(step.into[i]!));
};

/** The types of registers with sums: of halves, a register has two. */
const SUM_REGISTERS: Readonly<Record<MatrixProduct["sum"], ScalarType>> = { f32: "f32", f16: "u32", s32: "i32", f64: "f64" };

const isByte = (type: string): boolean => type === "s8" || type === "u8";

/** A register of a or b: packed elements as bits, a tf32 as the float that it is. */
function factor(operand: PtxOperand, { type }: MatrixProduct, operation: Operation): Value {
  if (type === "f64") return operation.value(operand, "f64");
  const value = operation.value(operand, "u32");
  return type === "tf32" ? bits("f32", value) : value;
}

export const MATRIX: Instructions = [["mma.sync", product]];
