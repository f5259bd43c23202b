import { WARP_SIZE } from "#simulator";
import { matrixFragment, type Fragment } from "#simulator/fragments.ts";
import { ROWS_PER_MATRIX } from "#simulator/matrix-cost.ts";
import type { MatrixExchange } from "../ir/program.ts";

/**
 * Where the lanes of a warp get the halves from that `ldmatrix`, `stmatrix` and `movmatrix` move between them. A half is a place in what all
 * lanes hold: (lane × registers + register) × 2, and one more for the upper half of the register.
 */

/** For each half of the results the half of the operands that it is; registers per lane of both. */
interface Sources {
  readonly given: number;
  readonly taken: number;
  readonly halves: Int32Array;
}

/** Registers of a lane that hold a row of 16 bytes. */
const ROW_REGISTERS = 4;

const known = new Map<string, Sources>();

/** Moves halves between lanes: `given` and `taken` hold the registers of each lane side by side. */
export function exchangeHalves(exchange: MatrixExchange, given: Uint32Array, taken: Uint32Array): void {
  const key = `${exchange.kind} ${exchange.matrices} ${exchange.isTransposed}`;
  let sources = known.get(key);
  if (!sources) known.set(key, (sources = sourcesOf(exchange)));
  const from = new Uint16Array(given.buffer, given.byteOffset, 2 * given.length);
  const to = new Uint16Array(taken.buffer, taken.byteOffset, 2 * taken.length);
  const { halves } = sources;
  for (let half = 0; half < halves.length; half++) to[half] = halves[half]! < 0 ? 0 : from[halves[half]!]!;
}

/** The registers that each lane gives, and those that it gets. */
function exchangedRegisters({ kind, matrices }: MatrixExchange): { readonly given: number; readonly taken: number } {
  switch (kind) {
    case "rows to fragments":
      return { given: ROW_REGISTERS, taken: matrices };
    case "fragments to rows":
      return { given: matrices, taken: ROW_REGISTERS };
    case "transpose":
      return { given: 1, taken: 1 };
  }
}

function sourcesOf(exchange: MatrixExchange): Sources {
  const { kind, matrices, isTransposed } = exchange;
  const { given, taken } = exchangedRegisters(exchange);
  const halves = new Int32Array(2 * taken * WARP_SIZE).fill(-1);
  const fragment = matrixFragment(kind === "transpose" ? false : isTransposed);
  const inRow = (matrix: number, row: number, column: number, registers: number): number =>
    2 * registers * (ROWS_PER_MATRIX * matrix + row) + column;
  const inFragment = (matrix: number, lane: number, index: number, registers: number): number => 2 * (registers * lane + matrix) + index;
  eachElement(fragment, (lane, index, row, column) => {
    if (kind === "transpose") {
      // The lane's element (row, column) of the result is element (column, row) of the operand.
      eachElement(fragment, (other, position, ownRow, ownColumn) => {
        if (ownRow === column && ownColumn === row) halves[inFragment(0, lane, index, taken)] = inFragment(0, other, position, given);
      });
      return;
    }
    for (let matrix = 0; matrix < matrices; matrix++) {
      if (kind === "rows to fragments") halves[inFragment(matrix, lane, index, taken)] = inRow(matrix, row, column, given);
      else halves[inRow(matrix, row, column, taken)] = inFragment(matrix, lane, index, given);
    }
  });
  return { given, taken, halves };
}

function eachElement({ elements }: Fragment, visit: (lane: number, index: number, row: number, column: number) => void): void {
  for (const [lane, held] of elements.entries()) for (const [index, { row, column }] of held.entries()) visit(lane, index, row, column);
}
