import { TENSOR_MAP_BYTES, TENSOR_TYPES, encodeTensorMap } from "../machine/tensor-map.ts";
import { SWIZZLE_BITS, type SwizzleMode } from "#simulator/tma-tile.ts";
import { READ } from "./host-memory.ts";
import type { NativeCall, Natives } from "./native.ts";

/** `cuTensorMapEncodeTiled`, and the cluster of the next launch: what headers/tensor-maps.ts declares. */

const INVALID_VALUE = 1;
const MOST_DIMENSIONS = 5;
const MOST_BOX = 256;
const MOST_ELEMENT_STRIDE = 8;
const PIECE_BYTES = 16;
const MODES = Object.keys(SWIZZLE_BITS) as SwizzleMode[];

interface Asked {
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
function refusal({ type, rank, address, sizes, strides, box, elementStrides, interleave, swizzle }: Asked): string | undefined {
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
  const mode = MODES[swizzle];
  if (mode === undefined) return `${swizzle} is no swizzle that the lab has`;
  const most = PIECE_BYTES * 2 ** SWIZZLE_BITS[mode];
  if (mode !== "none" && boxBytes > most)
    return `a row of the box has ${boxBytes} bytes, and with the swizzle of ${mode} at most ${most}: make the box narrower and copy several, or choose another swizzle`;
  return undefined;
}

function encode({ machine, span }: NativeCall, given: readonly number[]): number {
  const [map, type, rank, address, sizes, strides, box, elementStrides, interleave, swizzle, fill] = given as [
    number, number, number, number, number, number, number, number, number, number, number,
  ]; // prettier-ignore
  const { memory } = machine;
  const list = (at: number, count: number, bytes: 4 | 8): number[] =>
    Array.from({ length: Math.max(0, Math.min(count, MOST_DIMENSIONS)) }, (_, i) => {
      const view = memory.locate(at + i * bytes, bytes, span, false);
      return Number(bytes === 8 ? READ.u64(view, memory.offset) : READ.u32(view, memory.offset));
    });
  const asked: Asked = {
    type,
    rank,
    address,
    sizes: list(sizes, rank, 8),
    strides: list(strides, rank - 1, 8),
    box: list(box, rank, 4),
    elementStrides: list(elementStrides, rank, 4),
    interleave,
    swizzle,
  };
  const why = refusal(asked);
  if (why !== undefined) {
    machine.notes.add(`\`cuTensorMapEncodeTiled\` returns CUDA_ERROR_INVALID_VALUE: ${why}.`);
    return INVALID_VALUE;
  }
  const elementBytes = TENSOR_TYPES[type]!.bytes;
  const bytes = encodeTensorMap({
    globalAddress: address,
    elementBytes,
    sizes: asked.sizes,
    strides: [elementBytes, ...asked.strides],
    box: asked.box,
    elementStrides: asked.elementStrides,
    swizzle: MODES[swizzle]!,
    fillsWithNan: fill === 1,
    type,
  });
  memory.bytes(map, TENSOR_MAP_BYTES, span, true).set(bytes);
  return 0;
}

export const TENSOR_MAPS: Natives = {
  __encode_tensor_map:
    (call) =>
    (...given) =>
      encode(call, given.map(Number)),
  __next_cluster:
    ({ machine }) =>
    (...extents) => {
      const [x, y, z] = extents.map(Number) as [number, number, number];
      machine.nextCluster = [Math.max(1, x), Math.max(1, y), Math.max(1, z)];
      return 0;
    },
};
