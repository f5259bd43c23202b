import { WORD, arraysText, memoryKernel, type ProbeArrays, type ProbeKernel } from "./probe-kernels.ts";

/** Rows of threads in a workgroup: each thread moves `side / ROWS` elements of a tile. */
const ROWS = 8;

/** How a tile of a transpose lies in shared memory. */
export interface Tile {
  /** Rows and columns of the tile. */
  readonly side: 8 | 16 | 32;
  /** Words from one row of it to the next. */
  readonly pitch: number;
  /** Whether the column of an element is XORed with its row. */
  readonly isSwizzled?: boolean;
}

/** Transposes of a square matrix of words, and a copy of it to compare them with. */
export const TRANSPOSES = {
  copy: "copy",
  naive: "strided writes",
  "tile 8": { side: 8, pitch: 8 },
  "tile 16": { side: 16, pitch: 16 },
  "tile 32": { side: 32, pitch: 32 },
  "tile 32, pitch 34": { side: 32, pitch: 34 },
  "tile 32, pitch 33": { side: 32, pitch: 33 },
  "tile 32, swizzled": { side: 32, pitch: 32, isSwizzled: true },
} as const satisfies Readonly<Record<string, "copy" | "strided writes" | Tile>>;
export type TransposeName = keyof typeof TRANSPOSES;

/** @param matrixSide rows and columns of the matrix: a multiple of 32 */
export function transposeKernel(arrays: ProbeArrays, matrixSide: number, name: TransposeName): ProbeKernel {
  const way: "copy" | "strided writes" | Tile = TRANSPOSES[name];
  const tile = typeof way === "string" ? undefined : way;
  const side = tile?.side ?? 32;
  const text = `${arraysText("u32")}
${tile === undefined ? "" : `var<workgroup> tile: array<u32, ${side * tile.pitch}>;\n`}
@compute @workgroup_size(${side}, ${ROWS})
fn main(@builtin(local_invocation_id) thread: vec3<u32>, @builtin(workgroup_id) block: vec3<u32>) {
${tile === undefined ? untiledBody(matrixSide, way === "copy") : tiledBody(matrixSide, tile)}}
`;
  return {
    at: name,
    kernel: memoryKernel(
      name === "copy" ? "copy of the matrix" : `transpose, ${name}`,
      arrays,
      text,
      [matrixSide / side, matrixSide / side, 1],
      [side, ROWS, 1],
      tile === undefined ? 0 : side * tile.pitch * WORD,
    ),
    work: 2 * matrixSide * matrixSide * WORD,
  };
}

function untiledBody(matrixSide: number, isCopy: boolean): string {
  return `  let x = block.x * 32u + thread.x;
  for (var row = thread.y; row < 32u; row += ${ROWS}u) {
    let y = block.y * 32u + row;
    target_[${isCopy ? `y * ${matrixSide}u + x` : `x * ${matrixSide}u + y`}] = source[y * ${matrixSide}u + x];
  }
`;
}

function tiledBody(matrixSide: number, { side, pitch, isSwizzled = false }: Tile): string {
  const cell = (row: string, column: string) => `${row} * ${pitch}u + ${isSwizzled ? `(${column} ^ ${row})` : column}`;
  return `  for (var row = thread.y; row < ${side}u; row += ${ROWS}u) {
    tile[${cell("row", "thread.x")}] = source[(block.y * ${side}u + row) * ${matrixSide}u + block.x * ${side}u + thread.x];
  }
  workgroupBarrier();
  for (var row = thread.y; row < ${side}u; row += ${ROWS}u) {
    target_[(block.x * ${side}u + row) * ${matrixSide}u + block.y * ${side}u + thread.x] = tile[${cell("thread.x", "row")}];
  }
`;
}
