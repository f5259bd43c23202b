import { PRODUCT_ROWS } from "#simulator/matrix-descriptor.ts";
import { MOST_COLUMNS, WARPGROUP_WARPS, columnsOf, type WarpgroupProduct } from "#simulator/warpgroup-product.ts";
import { WARP_SIZE } from "#simulator/warp-request.ts";
import { ptxOperandKind, ptxRefused, ptxWarpgroupProduct } from "../../errors/ptx-errors.ts";
import type { InstructionName } from "../../ir/instructions.ts";
import type { ScalarType, Value } from "../../ir/program.ts";
import { constant, read } from "../../ir/values.ts";
import type { PtxOperand } from "../../ptx/ptx-tree.ts";
import { addInstruction } from "../built-ins.ts";
import type { Instructions, Meaning, Operation } from "./operation.ts";

/** Products of warpgroups: `wgmma`. */

type FactorType = WarpgroupProduct["type"];
type SumType = WarpgroupProduct["sum"];

/** The types of sums, for each type of a and b. */
const SUMS: Readonly<Record<FactorType, readonly SumType[]>> = {
  f16: ["f32", "f16"],
  bf16: ["f32"],
  tf32: ["f32"],
  s8: ["s32"],
  u8: ["s32"],
  e4m3: ["f32", "f16"],
  e5m2: ["f32", "f16"],
};

const isFactor = (type: string): type is FactorType => Object.hasOwn(SUMS, type);
const isShort = (type: string): type is "e4m3" | "e5m2" => type === "e4m3" || type === "e5m2";
const isInteger = (type: string): type is "s8" | "u8" => type === "s8" || type === "u8";

/** Whether there is a product of so many columns: a multiple of 8; of integers 8, 16, 24 and multiples of 16. */
function hasColumns(n: number, type: FactorType): boolean {
  return n >= 8 && n <= MOST_COLUMNS && n % (isInteger(type) && n !== 8 && n !== 24 ? 16 : 8) === 0;
}

/** The types of d, a and b, in the order in which they stand. */
function typesOf(operation: Operation): readonly [sum: string, a: string, b: string] {
  const short = operation.all("e4m3", "e5m2");
  if (short.length === 2) return [operation.typeName(), short[0]!, short[1]!];
  const [b, a, sum] = [operation.typeName(), operation.typeName(), operation.typeName()];
  return [sum, a, b];
}

/** The kind of product that the instruction's name says, its matrices along k. */
function productOf(operation: Operation): Omit<WarpgroupProduct, "negates" | "majors"> {
  operation.ignore("sync", "aligned");
  const prefix = `m${PRODUCT_ROWS}n`;
  const shape = operation.shape(prefix);
  const saturates = operation.has("satfinite");
  const [sum, type, typeOfB] = typesOf(operation);
  const asked = `${shape}.${sum}.${type}.${typeOfB}`;
  const isOneKind = type === typeOfB || (isInteger(type) && isInteger(typeOfB)) || (isShort(type) && isShort(typeOfB));
  if (!isFactor(type) || !isOneKind) throw ptxWarpgroupProduct(operation.span, asked, undefined, 0, []);
  const [n = NaN, k = NaN] = shape
    .slice(prefix.length)
    .split("k")
    .map((part) => (part === "" ? NaN : Number(part)));
  const known = SUMS[type].find((one) => one === sum);
  if (known === undefined || !hasColumns(n, type) || k !== columnsOf({ type }))
    throw ptxWarpgroupProduct(operation.span, asked, type, columnsOf({ type }), SUMS[type]);
  return {
    n,
    type,
    sum: known,
    ...(type !== typeOfB && (isInteger(typeOfB) || isShort(typeOfB)) && { typeOfB }),
    ...(saturates && { saturates }),
  };
}

/** `wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {d…}, a, b, scale-d, scale-a, scale-b, trans-a, trans-b;` */
const product: Meaning = (operation) => {
  const kind = productOf(operation);
  const { n, type, sum } = kind;
  const [d, a, b, adds, ...more] = operation.operands;
  if (!adds) operation.expectOperands(4);
  const isHeld = a?.kind === "vector";
  const isHalf = type === "f16" || type === "bf16";
  operation.expectOperands(4 + (isInteger(type) ? 0 : 2) + (isHalf ? (isHeld ? 1 : 2) : 0));
  const negates = more.slice(0, 2).map((scale) => oneOf(scale, operation, 1, -1) === -1);
  const turned = more.slice(2).map((turn) => oneOf(turn, operation, 0, 1) === 1);
  const majorOf = (isTurned: boolean | undefined): "k" | "mn" => (isTurned ? "mn" : "k");
  const own: WarpgroupProduct = {
    ...kind,
    negates: [negates[0] ?? false, negates[1] ?? false],
    majors: isHeld ? ["k", majorOf(turned[0])] : [majorOf(turned[0]), majorOf(turned[1])],
  };
  const sums = (PRODUCT_ROWS * n) / (WARPGROUP_WARPS * WARP_SIZE) / (sum === "f16" ? 2 : 1);
  const held = SUM_REGISTERS[sum];
  const targets = operation.vector(d!, sums);
  const site = { ...operation.site("load", 16, "shared"), isProduct: true as const };
  const step = {
    a: isHeld ? operation.vector(a!, 4).map((one) => operation.value(one, "u32")) : [operation.value(a!, "u64")],
    b: operation.value(b!, "u64"),
    c: targets.map((one) => operation.value(one, held)),
    adds: predicateOf(adds!, operation),
    into: targets.map(() => operation.register(held)),
  };
  operation.add({ kind: "warpgroupProduct", product: own, site, ...step, span: operation.span });
  for (const [i, target] of targets.entries()) operation.set(target, read(step.into[i]!));
};

/** The types of registers with sums: of halves, a register has two. */
const SUM_REGISTERS: Readonly<Record<SumType, ScalarType>> = { f32: "f32", f16: "u32", s32: "i32" };

/** `scale-d`: a predicate, or a number that stands for one. */
function predicateOf(operand: PtxOperand, operation: Operation): Value {
  const isConstant = operand.kind === "number" || (operand.kind === "placeholder" && operation.holds(operand)?.kind === "constant");
  return isConstant ? constant("bool", operation.constant(operand) === 0 ? 0 : 1) : operation.predicate(operand);
}

function oneOf(operand: PtxOperand, operation: Operation, ...choices: readonly [number, number]): number {
  const number = operation.constant(operand);
  if (!choices.includes(number)) throw ptxOperandKind(operand.span, `${choices[0]} or ${choices[1]}`);
  return number;
}

const instruction =
  (name: InstructionName, operands: number): Meaning =>
  (operation) => {
    operation.ignore("sync", "aligned");
    operation.expectOperands(operands);
    const given = operation.operands.map((operand) => constant("u32", operation.constant(operand)));
    addInstruction(name, given, operation.lowering, operation.span);
  };

const refused: Meaning = (operation) => {
  throw ptxRefused(operation.span, operation.name);
};

export const WARPGROUP: Instructions = [
  ["wgmma.fence", instruction("wgmma.fence", 0)],
  ["wgmma.mma_async", product],
  ["wgmma.mma_async.sp", refused],
  ["wgmma.commit_group", instruction("wgmma.commit", 0)],
  ["wgmma.wait_group", instruction("wgmma.wait", 1)],
];
