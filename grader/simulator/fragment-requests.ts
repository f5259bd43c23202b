import { ELEMENT_BYTES, wmmaFragment, type Element, type Operand, type Product } from "./fragments.ts";
import { ROWS_PER_MATRIX } from "./matrix-cost.ts";
import { WARP_SIZE, type AccessWidth, type MemoryOp, type MemorySpace } from "./warp-request.ts";

// The instructions that nvcc 13.0 makes of wmma for sm_90 (`cuobjdump -sass`), held to what an H200 counted: hardware/data/wmma-requests.jsonl.

/** A matrix of a product as `load_matrix_sync` or `store_matrix_sync` finds it in memory. */
export interface StoredMatrix {
  readonly product: Product;
  readonly operand: Operand;
  /** Of a and b that of the product, of a sum its own. */
  readonly elementBytes: number;
  /** Whether rows are contiguous; else columns are. */
  readonly byRows: boolean;
  readonly space: MemorySpace;
  readonly op: MemoryOp;
}

/** One instruction that moves a part of a fragment: its places in the matrix, which are those of lane 0 and steps from lane to lane. */
export type FragmentAccess =
  /** Lane l accesses contiguous elements at `corner` + `perGroup` × ⌊l / 4⌋ + `perPlace` × (l mod 4). */
  | {
      readonly kind: "lanes";
      readonly bytesPerLane: AccessWidth;
      readonly corner: Element;
      readonly perGroup: Element;
      readonly perPlace: Element;
      /** The elements of a lane's fragment that it moves, by their indexes. */
      readonly indexes: readonly number[];
      /** Whether lanes access the places of the transposed matrix, and `movmatrix` brings the halves to their lanes. */
      readonly isTransposed: boolean;
    }
  /** `ldmatrix`: lane 8 m + r gives the address of line r of matrix m, at `corners[m]` + `perLine` × r. */
  | {
      readonly kind: "matrices";
      readonly corners: readonly Element[];
      readonly perLine: Element;
      /** The indexes of the elements that it brings: those of each matrix side by side. */
      readonly indexes: readonly number[];
      readonly isTransposed: boolean;
    };

/** Matrices that one `ldmatrix` brings. */
const MATRICES_PER_REQUEST = { halves: 4, bytes: 2 } as const;

/** The instructions that load or store a fragment, in which all lanes take part. */
export function fragmentAccesses({ product, operand, elementBytes, byRows, op, space }: StoredMatrix): FragmentAccess[] {
  const { elements } = wmmaFragment(product, operand);
  const [held, , , , nextGroup] = elements as [Element[], Element[], Element[], Element[], Element[]];
  // What a lane holds in one register lies side by side in memory, or across.
  const perRegister = operand === "d" ? 2 : Math.max(1, 4 / elementBytes);
  const isBeside = perRegister > 1 && held[0]!.row === held[1]!.row;
  const isAlong = perRegister === 1 || isBeside === byRows;
  const starts = firstTimes(held).filter((index) => index % perRegister === 0);
  const isHalf = elementBytes === 2;
  const step = (by: number): Element => (byRows ? { row: 0, column: by } : { row: by, column: 0 });
  const line: Element = byRows ? { row: 1, column: 0 } : { row: 0, column: 1 };
  const indexesFrom = (start: number): number[] => Array.from({ length: perRegister }, (_, index) => start + index);
  if (op === "load" && space === "shared" && operand !== "d" && usesMatrices(product) && (isAlong || isHalf)) {
    const together = MATRICES_PER_REQUEST[isHalf ? "halves" : "bytes"];
    return chunks(starts, together).map((own) => ({
      kind: "matrices",
      corners: own.map((start) => held[start]!),
      perLine: line,
      indexes: own.flatMap(indexesFrom),
      isTransposed: !isAlong,
    }));
  }
  if (isHalf && !isAlong) {
    return starts.map((start) => ({
      kind: "lanes",
      bytesPerLane: 4,
      corner: held[start]!,
      perGroup: line,
      perPlace: step(2),
      indexes: indexesFrom(start),
      isTransposed: true,
    }));
  }
  const perGroup = difference(nextGroup[0]!, held[0]!);
  const perPlace = difference(elements[1]![0]!, held[0]!);
  const each = isAlong ? starts.map(indexesFrom) : starts.flatMap(indexesFrom).map((index) => [index]);
  return each.map((indexes) => ({
    kind: "lanes",
    bytesPerLane: (indexes.length * elementBytes) as AccessWidth,
    corner: held[indexes[0]!]!,
    perGroup,
    perPlace,
    indexes,
    isTransposed: false,
  }));
}

/** Indexes of the elements that no earlier one repeats: copies of what a fragment has already are not loaded again. */
function firstTimes(held: readonly Element[]): number[] {
  const seen = new Set<string>();
  return [...held.keys()].filter((index) => seen.size < seen.add(`${held[index]!.row} ${held[index]!.column}`).size);
}

/** Newer types come through pointers whose memory the compiler's functions do not know. */
const usesMatrices = ({ type }: Product): boolean => type === "f16" || ELEMENT_BYTES[type] === 1;

const difference = (a: Element, b: Element): Element => ({ row: a.row - b.row, column: a.column - b.column });

function chunks<T>(all: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / length) }, (_, number) => all.slice(number * length, (number + 1) * length));
}

/** A warp's request: lane by lane, or by `ldmatrix` with the addresses of rows. */
export type FragmentRequest =
  | { readonly kind: "lanes"; readonly bytesPerLane: AccessWidth; readonly addresses: readonly number[] }
  | { readonly kind: "matrices"; readonly matrices: 1 | 2 | 4; readonly addresses: readonly number[] };

/**
 * The requests that load or store a fragment.
 *
 * @param address of the first element, in bytes
 * @param leadingDimension elements from one row to the next, or from one column to the next
 */
export function fragmentRequests(matrix: StoredMatrix, address: number, leadingDimension: number): FragmentRequest[] {
  const { elementBytes, byRows } = matrix;
  const addressOf = (corner: Element, ...steps: readonly (readonly [Element, number])[]): number => {
    const row = steps.reduce((sum, [step, times]) => sum + step.row * times, corner.row);
    const column = steps.reduce((sum, [step, times]) => sum + step.column * times, corner.column);
    return address + elementBytes * (byRows ? row * leadingDimension + column : column * leadingDimension + row);
  };
  return fragmentAccesses(matrix).map((access): FragmentRequest => {
    if (access.kind === "matrices") {
      const { corners, perLine } = access;
      const addresses = corners.flatMap((corner) =>
        Array.from({ length: ROWS_PER_MATRIX }, (_, line) => addressOf(corner, [perLine, line])),
      );
      return { kind: "matrices", matrices: corners.length as 1 | 2 | 4, addresses };
    }
    const { bytesPerLane, corner, perGroup, perPlace } = access;
    const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => addressOf(corner, [perGroup, lane >> 2], [perPlace, lane & 3]));
    return { kind: "lanes", bytesPerLane, addresses };
  });
}
