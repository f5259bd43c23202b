import { ROWS_PER_MATRIX } from "#simulator/matrix-cost.ts";
import { WARP_SIZE } from "#simulator/warp-request.ts";
import { SCALAR_BYTES, type MatrixExchange, type Register, type Step, type Value } from "../../ir/program.ts";
import { comparison, constant, convert, read, special } from "../../ir/values.ts";
import type { Instructions, Meaning, Operation } from "./operation.ts";

/**
 * `ldmatrix`, `stmatrix` and `movmatrix`: matrices of 8 × 8 halves between shared memory and the registers of a warp. A lane loads or stores a
 * row of 16 bytes, and the lanes exchange its elements.
 */

const ROW_BYTES = 16;

/** The shape and the number of matrices, and whether they are transposed on the way. */
function shapeOf(operation: Operation): { readonly matrices: 1 | 2 | 4; readonly isTransposed: boolean } {
  operation.ignore("sync", "aligned");
  operation.oneOf("m8n8");
  const matrices = Number(operation.oneOf("x1", "x2", "x4").slice(1)) as 1 | 2 | 4;
  const isTransposed = operation.has("trans");
  operation.ignore("shared", "shared::cta");
  operation.oneOf("b16");
  operation.expectOperands(2);
  return { matrices, isTransposed };
}

function exchanged(exchange: MatrixExchange, values: readonly Value[], taken: number, operation: Operation): readonly Register[] {
  const into = Array.from({ length: taken }, () => operation.register("u32"));
  operation.add({ kind: "exchange", exchange, values, into, span: operation.span });
  return into;
}

/** Runs an access for the lanes whose addresses are those of rows. */
function forRows(matrices: number, access: Step, operation: Operation): void {
  const rows = ROWS_PER_MATRIX * matrices;
  if (rows === WARP_SIZE) return operation.add(access);
  const test = comparison("<", special("lane"), constant("u32", rows));
  operation.add({ kind: "if", test, then: [access], otherwise: [], span: operation.span });
}

const rowRegisters = (operation: Operation): readonly Register[] =>
  Array.from({ length: ROW_BYTES / SCALAR_BYTES.u32 }, () => operation.register("u32"));

const load: Meaning = (operation) => {
  const { matrices, isTransposed } = shapeOf(operation);
  const [results, from] = operation.operands;
  const targets = operation.vector(results!, matrices);
  const address = operation.address(from!);
  const row = rowRegisters(operation);
  const site = { ...operation.site("load", ROW_BYTES, "shared"), matrices };
  forRows(matrices, { kind: "load", site, address, into: row, span: operation.span }, operation);
  const fragments = exchanged({ kind: "rows to fragments", matrices, isTransposed }, row.map(read), matrices, operation);
  for (const [i, target] of targets.entries()) operation.set(target, read(fragments[i]!));
};

const store: Meaning = (operation) => {
  const { matrices, isTransposed } = shapeOf(operation);
  const [to, given] = operation.operands;
  const values = operation.vector(given!, matrices).map((operand) => operation.temporary(convert("u32", operation.value(operand, "u32"))));
  const address = operation.address(to!);
  const row = exchanged({ kind: "fragments to rows", matrices, isTransposed }, values, ROW_BYTES / SCALAR_BYTES.u32, operation);
  const site = { ...operation.site("store", ROW_BYTES, "shared"), matrices };
  forRows(matrices, { kind: "store", site, address, values: row.map(read), span: operation.span }, operation);
};

const move: Meaning = (operation) => {
  operation.ignore("sync", "aligned");
  operation.oneOf("m8n8");
  operation.oneOf("trans");
  operation.oneOf("b16");
  operation.expectOperands(2);
  const [result, from] = operation.operands;
  const exchange: MatrixExchange = { kind: "transpose", matrices: 1, isTransposed: true };
  const [moved] = exchanged(exchange, [operation.temporary(operation.value(from!, "u32"))], 1, operation);
  operation.set(result!, read(moved!));
};

export const FRAGMENTS: Instructions = [
  ["ldmatrix", load],
  ["stmatrix", store],
  ["movmatrix", move],
];
