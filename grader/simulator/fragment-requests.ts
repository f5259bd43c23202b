import { ELEMENT_BYTES, matrixFragment, wmmaFragment, type Element, type Operand, type Product } from "./fragments.ts";
import { ROWS_PER_MATRIX } from "./matrix-cost.ts";
import { WARP_SIZE, type AccessWidth, type MemorySpace } from "./warp-request.ts";

// The instructions that nvcc 13.0 makes of wmma for sm_90 (`cuobjdump -sass`), held to what an H200 counted: hardware/data/wmma-requests.jsonl.

/** A matrix of a product as wmma finds it in memory. */
export interface StoredMatrix {
  readonly product: Product;
  readonly operand: Operand;
  /** Of a and b that of the product, of a sum its own. */
  readonly elementBytes: number;
  /** Whether rows are contiguous; else columns are. */
  readonly byRows: boolean;
  readonly space: MemorySpace;
  readonly op: "load" | "store";
  /** The address of the first element, in bytes. */
  readonly address: number;
  /** Elements from one row to the next, or from one column to the next. */
  readonly leadingDimension: number;
}

/** One instruction by which a fragment is loaded or stored: lane by lane, or by `ldmatrix` with the addresses of rows. */
export type FragmentRequest =
  | { readonly kind: "lanes"; readonly bytesPerLane: AccessWidth; readonly addresses: readonly number[] }
  | { readonly kind: "matrices"; readonly matrices: 1 | 2 | 4; readonly addresses: readonly number[] };

/** The requests of `load_matrix_sync` or `store_matrix_sync`, in which all lanes take part. */
export function fragmentRequests(matrix: StoredMatrix): FragmentRequest[] {
  const { product, operand, elementBytes, byRows, op, space } = matrix;
  const fragment = wmmaFragment(product, operand);
  const addressOf = ({ row, column }: Element): number =>
    matrix.address + elementBytes * (byRows ? row * matrix.leadingDimension + column : column * matrix.leadingDimension + row);
  // What a lane holds in one register lies side by side in memory, or across.
  const perRegister = operand === "d" ? 2 : Math.max(1, 4 / elementBytes);
  const [first, second] = fragment.elements[0]!;
  const isAlong = perRegister === 1 || addressOf(second!) === addressOf(first!) + elementBytes;
  const registers = new Set<string>();
  const starts: number[] = [];
  for (let index = 0; index < fragment.elements[0]!.length; index += perRegister) {
    const { row, column } = fragment.elements[0]![index]!;
    // Copies of what a fragment has already are not loaded again.
    if (registers.size < registers.add(`${row},${column}`).size) starts.push(index);
  }
  const isHalves = elementBytes === 2;
  if (op === "load" && space === "shared" && operand !== "d" && usesMatrices(product) && (isAlong || isHalves))
    return matrixRequests(matrix, starts, isAlong, addressOf);
  // Halves that lie across are moved to their lanes by movmatrix: in memory the lane reads the place of the transposed matrix.
  if (isHalves && !isAlong) {
    const across = matrixFragment(true).elements;
    const along = matrixFragment(false).elements;
    return starts.map((start) => {
      const corner = fragment.elements[0]![start]!;
      const isFlipped = fragment.elements[1]![start]!.row !== corner.row;
      const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => {
        const { row, column } = (isFlipped ? along : across)[lane]![0]!;
        return addressOf({ row: corner.row + row, column: corner.column + column });
      });
      return { kind: "lanes", bytesPerLane: 4, addresses };
    });
  }
  const together = isAlong ? perRegister : 1;
  return starts.flatMap((start) =>
    Array.from({ length: perRegister / together }, (_, part): FragmentRequest => {
      const addresses = fragment.elements.map((held) => addressOf(held[start + part]!));
      return { kind: "lanes", bytesPerLane: (together * elementBytes) as AccessWidth, addresses };
    }),
  );
}

/** Newer types come through pointers whose memory the compiler's functions do not know. */
const usesMatrices = ({ type }: Product): boolean => type === "f16" || ELEMENT_BYTES[type] === 1;

function matrixRequests(
  { product, operand }: StoredMatrix,
  starts: readonly number[],
  isAlong: boolean,
  addressOf: (element: Element) => number,
): FragmentRequest[] {
  const { elements } = wmmaFragment(product, operand);
  const rows = starts.map((start) => {
    const held = elements.map((own) => own[start]!);
    const top = Math.min(...held.map(({ row }) => row));
    const left = Math.min(...held.map(({ column }) => column));
    // Eight rows of 16 bytes, as they lie in memory.
    const alongRows = isAlong === (operand === "a");
    return Array.from({ length: ROWS_PER_MATRIX }, (_, line) =>
      addressOf(alongRows ? { row: top + line, column: left } : { row: top, column: left + line }),
    );
  });
  const perRequest = MATRICES_PER_REQUEST[product.type === "f16" ? "halves" : "bytes"];
  const requests: FragmentRequest[] = [];
  for (let at = 0; at < rows.length; at += perRequest) {
    const part = rows.slice(at, at + perRequest);
    requests.push({ kind: "matrices", matrices: part.length as 1 | 2 | 4, addresses: part.flat() });
  }
  return requests;
}

const MATRICES_PER_REQUEST = { halves: 4, bytes: 2 } as const;
