import { MATRIX_COUNTS, PIECE_BYTES, ROWS_PER_MATRIX, matrixCost, swizzledAddress, type MatrixRequest, type SharedCost } from "#simulator";

/** A tile in shared memory, and the matrices of it that one `ldmatrix` loads. All bytes are counted from the tile's first, which is at a multiple of 1,024. */
export interface MatrixTile {
  readonly matrices: MatrixRequest["matrices"];
  /** Bytes from one row to the next, a multiple of 16; what it has beyond `rowBytes` is padding. */
  readonly pitchBytes: number;
  readonly swizzle: PieceSwizzle;
  /** Whether a matrix has eight rows that follow each other, or every second one of sixteen. */
  readonly rows: "neighbours" | "every second";
  /** The piece of 16 bytes at which matrix 0 begins in each of its rows. */
  readonly firstPiece: number;
}

/**
 * Where piece p of row r lies: "off" at place p of its row; "row" at place p xor r; "half row" at p xor ⌊r / 2⌋; "address" where the 128-byte
 * swizzle of TMA puts the address. The first three stay within the row.
 */
export type PieceSwizzle = "off" | "row" | "half row" | "address";

/** A row of a matrix: 16 bytes of a row of the tile. */
export interface MatrixRow {
  /** The lane that gives its address. */
  readonly lane: number;
  readonly matrix: number;
  readonly row: number;
  readonly piece: number;
  readonly byteAddress: number;
}

export const PITCHES = { min: 64, max: 272, step: PIECE_BYTES } as const;
/** Rows of the tile. */
export const TILE_ROWS = 16;

/** Bytes of a row that hold elements: 64, 128 or 256, the most that the pitch has room for. */
export function rowBytes({ pitchBytes }: Pick<MatrixTile, "pitchBytes">): number {
  return 2 ** Math.floor(Math.log2(pitchBytes));
}

export function piecesPerRow(tile: Pick<MatrixTile, "pitchBytes">): number {
  return rowBytes(tile) / PIECE_BYTES;
}

/** The tile with its first piece brought into its rows. */
export function fitted(tile: MatrixTile): MatrixTile {
  const beside = tile.matrices === MATRIX_COUNTS.at(-1) ? 2 : 1;
  return { ...tile, firstPiece: Math.max(0, Math.min(piecesPerRow(tile) - beside, tile.firstPiece)) };
}

/** The byte at which a piece of a row lies. */
export function pieceAddress(tile: MatrixTile, row: number, piece: number): number {
  const { pitchBytes, swizzle } = tile;
  const within = (key: number): number => row * pitchBytes + (piece ^ (key % piecesPerRow(tile))) * PIECE_BYTES;
  switch (swizzle) {
    case "off":
      return within(0);
    case "row":
      return within(row);
    case "half row":
      return within(Math.floor(row / 2));
    case "address":
      return swizzledAddress(within(0), "128B");
  }
}

/** The rows of all matrices, lane 0's first: matrix 1 lies below matrix 0, and 2 and 3 lie to their right. */
export function matrixRows(tile: MatrixTile): MatrixRow[] {
  return Array.from({ length: tile.matrices * ROWS_PER_MATRIX }, (_, lane) => {
    const matrix = Math.floor(lane / ROWS_PER_MATRIX);
    const [below, within] = [matrix % 2, lane % ROWS_PER_MATRIX];
    const row = tile.rows === "neighbours" ? below * ROWS_PER_MATRIX + within : 2 * within + below;
    const piece = tile.firstPiece + Math.floor(matrix / 2);
    return { lane, matrix, row, piece, byteAddress: pieceAddress(tile, row, piece) };
  });
}

/** What the `ldmatrix` costs. */
export function tileCost(tile: MatrixTile): SharedCost {
  return matrixCost({ op: "load", matrices: tile.matrices, sharedAddresses: matrixRows(tile).map(({ byteAddress }) => byteAddress) });
}

/** What one `ldmatrix` of a tile costs, for a lesson's text: `matrixTileCost({ pitchBytes: 144 }).wavefronts`. */
export function matrixTileCost(tile: Partial<MatrixTile> = {}): SharedCost {
  return tileCost({ ...DEFAULT_TILE, ...tile });
}

export const DEFAULT_TILE: MatrixTile = { matrices: 4, pitchBytes: 128, swizzle: "off", rows: "neighbours", firstPiece: 0 };
