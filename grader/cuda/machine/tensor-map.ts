import { SWIZZLE_BITS, tilePitch, tileSectors, swizzledAddress, PIECE_BYTES, type SwizzleMode } from "#simulator/tma-tile.ts";
import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator/warp-request.ts";

/** A tensor in global memory and the box of it that a copy moves: what `cuTensorMapEncodeTiled` writes into the 128 bytes of a `CUtensorMap`. */
export interface TensorMap {
  readonly globalAddress: number;
  readonly elementBytes: number;
  /** Elements along each dimension, the innermost first. */
  readonly sizes: readonly number[];
  /** Bytes from one element to the next along each dimension. */
  readonly strides: readonly number[];
  readonly box: readonly number[];
  /** Elements of the tensor from one element of the box to the next. */
  readonly elementStrides: readonly number[];
  readonly swizzle: SwizzleMode;
  /** What elements outside of the tensor are filled with: NaN instead of 0. */
  readonly fillsWithNan: boolean;
  /** Index in `TENSOR_TYPES`. */
  readonly type: number;
}

/** `CUtensorMapDataType`, in its order: the bytes of an element, and those of its NaN if it is a float. */
export const TENSOR_TYPES = [
  { name: "UINT8", bytes: 1 },
  { name: "UINT16", bytes: 2 },
  { name: "UINT32", bytes: 4 },
  { name: "INT32", bytes: 4 },
  { name: "UINT64", bytes: 8 },
  { name: "INT64", bytes: 8 },
  { name: "FLOAT16", bytes: 2, nan: [0xff, 0x7f] },
  { name: "FLOAT32", bytes: 4, nan: [0xff, 0xff, 0xff, 0x7f] },
  { name: "FLOAT64", bytes: 8, nan: [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f] },
  { name: "BFLOAT16", bytes: 2, nan: [0xff, 0x7f] },
  { name: "FLOAT32_FTZ", bytes: 4, nan: [0xff, 0xff, 0xff, 0x7f] },
  { name: "TFLOAT32", bytes: 4, nan: [0xff, 0xff, 0xff, 0x7f] },
  { name: "TFLOAT32_FTZ", bytes: 4, nan: [0xff, 0xff, 0xff, 0x7f] },
] as const satisfies readonly { name: string; bytes: number; nan?: readonly number[] }[];

export const TENSOR_MAP_BYTES = 128;
/** Marks the bytes of a map that was encoded. */
const MAGIC = 0x54_4d_41_31;
/** `CUtensorMapSwizzle`, in its order. */
export const SWIZZLE_MODES = Object.keys(SWIZZLE_BITS) as SwizzleMode[];
const MOST_BOX = 256;
const MOST_ELEMENT_STRIDE = 8;

export const MOST_DIMENSIONS = 5;

/** What `cuTensorMapEncodeTiled` is asked for. */
export interface AskedMap {
  readonly type: number;
  readonly rank: number;
  readonly address: number;
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
  readonly box: readonly number[];
  readonly elementStrides: readonly number[];
  readonly interleave: number;
  readonly swizzle: number;
}

/** Why the driver refuses a map (CUDA Driver API, `cuTensorMapEncodeTiled`), with what to do; undefined for one that it takes. */
export function refusedMap({
  type,
  rank,
  address,
  sizes,
  strides,
  box,
  elementStrides,
  interleave,
  swizzle,
}: AskedMap): string | undefined {
  const element = TENSOR_TYPES[type];
  if (element === undefined) return `${type} is no data type`;
  if (rank < 1 || rank > MOST_DIMENSIONS) return `a tensor has 1 to ${MOST_DIMENSIONS} dimensions, and ${rank} are asked for`;
  if (interleave !== 0) return "the lab has no interleaved layouts: `CU_TENSOR_MAP_INTERLEAVE_NONE`";
  if (address % PIECE_BYTES !== 0)
    return `the tensor begins ${address % PIECE_BYTES} bytes behind a multiple of ${PIECE_BYTES}: pass what \`cudaMalloc\` gave, and move by coordinates`;
  for (let axis = 0; axis < rank; axis++) {
    const size = sizes[axis]!;
    if (size < 1 || size > 2 ** 32) return `dimension ${axis} has ${size} elements: 1 to 2³² are allowed`;
    if (box[axis]! < 1 || box[axis]! > MOST_BOX)
      return `the box has ${box[axis]!} elements along dimension ${axis}: 1 to ${MOST_BOX} are allowed`;
    const stride = elementStrides[axis]!;
    if (stride < 1 || stride > MOST_ELEMENT_STRIDE)
      return `the element stride of dimension ${axis} is ${stride}: 1 to ${MOST_ELEMENT_STRIDE} are allowed, 1 is every element`;
    if (axis === 0) continue;
    const bytes = strides[axis - 1]!;
    if (bytes % PIECE_BYTES !== 0)
      return `the stride of dimension ${axis} is ${bytes} bytes: strides are multiples of ${PIECE_BYTES}, so pad the rows (\`cudaMallocPitch\`)`;
    if (bytes >= 2 ** 40) return `the stride of dimension ${axis} is ${bytes} bytes: it is below 2⁴⁰`;
  }
  const boxBytes = box[0]! * element.bytes;
  if (boxBytes % PIECE_BYTES !== 0) return `a row of the box has ${boxBytes} bytes: it is a multiple of ${PIECE_BYTES}`;
  const mode = SWIZZLE_MODES[swizzle];
  if (mode === undefined) return `${swizzle} is no swizzle that the lab has`;
  const most = PIECE_BYTES * 2 ** SWIZZLE_BITS[mode];
  if (mode !== "none" && boxBytes > most)
    return `a row of the box has ${boxBytes} bytes, and with the swizzle of ${mode} at most ${most}: make the box narrower and copy several, or choose another swizzle`;
  return undefined;
}

/**
 * Writes a map. 32-bit words: mark, dimensions, type and modes, address; then sizes, which go up to 2³², less 1, strides, box and element
 * strides.
 */
export function encodeTensorMap(map: TensorMap): Uint8Array {
  const bytes = new Uint8Array(TENSOR_MAP_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint8(4, map.sizes.length);
  view.setUint8(5, map.type);
  view.setUint8(6, SWIZZLE_MODES.indexOf(map.swizzle));
  view.setUint8(7, Number(map.fillsWithNan));
  view.setFloat64(8, map.globalAddress, true);
  for (let axis = 0; axis < map.sizes.length; axis++) {
    view.setUint32(16 + 4 * axis, map.sizes[axis]! - 1, true);
    view.setFloat64(36 + 8 * axis, map.strides[axis]!, true);
    view.setUint16(76 + 2 * axis, map.box[axis]!, true);
    view.setUint8(86 + axis, map.elementStrides[axis]!);
  }
  return bytes;
}

/** Reads a map; undefined for bytes that are none. */
export function decodeTensorMap(bytes: Uint8Array): TensorMap | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) return undefined;
  const dimensions = view.getUint8(4);
  const type = view.getUint8(5);
  const swizzle = SWIZZLE_MODES[view.getUint8(6)];
  const element = TENSOR_TYPES[type];
  if (dimensions < 1 || dimensions > MOST_DIMENSIONS || swizzle === undefined || element === undefined) return undefined;
  const axes = Array.from({ length: dimensions }, (_, axis) => axis);
  return {
    globalAddress: view.getFloat64(8, true),
    elementBytes: element.bytes,
    sizes: axes.map((axis) => view.getUint32(16 + 4 * axis, true) + 1),
    strides: axes.map((axis) => view.getFloat64(36 + 8 * axis, true)),
    box: axes.map((axis) => view.getUint16(76 + 2 * axis, true)),
    elementStrides: axes.map((axis) => view.getUint8(86 + axis)),
    swizzle,
    fillsWithNan: view.getUint8(7) === 1,
    type,
  };
}

/** A run of bytes of a box: side by side in global and in shared memory. */
export interface TilePiece {
  /** Undefined for what lies outside of the tensor: it is filled, or not stored. */
  readonly global: number | undefined;
  readonly shared: number;
  readonly bytes: number;
}

/** A box of a tensor as a copy moves it. */
export interface Tile {
  readonly pieces: readonly TilePiece[];
  /** Bytes that the box takes in shared memory, those that are filled included: so many complete on a barrier. */
  readonly bytes: number;
  /** Bytes from the tile's beginning to its end in shared memory. */
  readonly span: number;
  /** Where each row of the box that is in the tensor begins in global memory, by its number. */
  readonly rows: readonly { readonly row: number; readonly global: number; readonly bytes: number }[];
}

/**
 * What lands where of a box: row after row of the innermost dimension, each 16 bytes at the place that the swizzle of the shared address gives
 * them.
 *
 * @param corner coordinates of the box's first element, the innermost first; they may lie outside of the tensor
 */
export function tileOf(map: TensorMap, corner: readonly number[], sharedAddress: number): Tile {
  const { box, sizes, strides, elementBytes, elementStrides, swizzle } = map;
  const boxBytes = box[0]! * elementBytes;
  const pitch = tilePitch({ mode: swizzle, boxBytes, sharedAddress });
  const rowCount = box.slice(1).reduce((product, length) => product * length, 1);
  const pieces: TilePiece[] = [];
  const rows: { row: number; global: number; bytes: number }[] = [];
  for (let row = 0; row < rowCount; row++) {
    let rest = row;
    let isInside = true;
    let base = map.globalAddress;
    for (let axis = 1; axis < box.length; axis++) {
      const at = corner[axis]! + (rest % box[axis]!) * elementStrides[axis]!;
      rest = Math.floor(rest / box[axis]!);
      if (at < 0 || at >= sizes[axis]!) isInside = false;
      base += at * strides[axis]!;
    }
    const first = corner[0]!;
    const isDense = elementStrides[0] === 1;
    const from = Math.max(0, -first);
    const to = Math.min(box[0]!, sizes[0]! - first);
    if (isInside && isDense && to > from)
      rows.push({ row, global: base + (first + from) * elementBytes, bytes: (to - from) * elementBytes });
    // A swizzle keeps 16 bytes together, an edge of the tensor may cut them.
    for (let byte = 0; byte < boxBytes;) {
      const column = Math.floor(byte / elementBytes);
      const within = byte % PIECE_BYTES;
      let bytes = Math.min(PIECE_BYTES - within, boxBytes - byte);
      const at = first + column * elementStrides[0]!;
      const isHere = isInside && at >= 0 && at < sizes[0]!;
      if (!isDense) bytes = Math.min(bytes, elementBytes);
      else if (isInside) {
        const edge = column < from ? from : column < to ? to : box[0]!;
        bytes = Math.min(bytes, edge * elementBytes - byte);
      }
      const shared = swizzledAddress(sharedAddress + row * pitch + byte, swizzle);
      pieces.push({ global: isHere ? base + at * elementBytes : undefined, shared, bytes });
      if (isHere && !isDense) rows.push({ row, global: base + at * elementBytes, bytes });
      byte += bytes;
    }
  }
  return { pieces, bytes: rowCount * boxBytes, span: (rowCount - 1) * pitch + boxBytes, rows };
}

/** Pieces side by side in shared memory as one. */
export function merged(pieces: readonly TilePiece[]): { readonly shared: number; readonly bytes: number }[] {
  const sorted = pieces.map(({ shared, bytes }) => ({ shared, bytes })).sort((a, b) => a.shared - b.shared);
  const found: { shared: number; bytes: number }[] = [];
  for (const piece of sorted) {
    const last = found.at(-1);
    if (last && last.shared + last.bytes === piece.shared) last.bytes += piece.bytes;
    else found.push(piece);
  }
  return found;
}

/** Sectors of a tile, by the rule of `tileSectors`; where a row isn't one of whole pieces, those that it touches. */
export function tensorSectors(
  map: TensorMap,
  rows: readonly { readonly row: number; readonly global: number; readonly bytes: number }[],
  sharedAddress: number,
): number {
  const boxBytes = map.box[0]! * map.elementBytes;
  const isWhole = boxBytes % PIECE_BYTES === 0 && rows.every(({ bytes }) => bytes === boxBytes);
  const rowCount = map.box.slice(1).reduce((all, length) => all * length, 1);
  if (isWhole && rows.length === rowCount)
    return tileSectors({ mode: map.swizzle, boxBytes, sharedAddress }, rows.map(({ global }) => global)); // prettier-ignore
  const pitch = tilePitch({ mode: map.swizzle, boxBytes, sharedAddress });
  let sectors = 0;
  for (const { row, global, bytes } of rows) {
    let [lastSector, lastLine] = [-1, -1];
    for (let byte = 0; byte < bytes; byte += Math.min(PIECE_BYTES, map.elementBytes * map.box[0]!)) {
      const sector = Math.floor((global + byte) / SECTOR_BYTES);
      const line = Math.floor(swizzledAddress(sharedAddress + row * pitch + byte, map.swizzle) / CACHE_LINE_BYTES);
      if (sector !== lastSector || line !== lastLine) sectors++;
      [lastSector, lastLine] = [sector, line];
    }
  }
  return sectors;
}
