import {
  MOST_DIMENSIONS,
  SWIZZLE_MODES,
  TENSOR_MAP_BYTES,
  TENSOR_TYPES,
  encodeTensorMap,
  refusedMap,
  type AskedMap,
} from "../machine/tensor-map.ts";
import { READ } from "./host-memory.ts";
import type { NativeCall, Natives } from "./native.ts";

/** `cuTensorMapEncodeTiled`, and the cluster of the next launch: what headers/tensor-maps.ts declares. */

const INVALID_VALUE = 1;

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
  const asked: AskedMap = {
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
  const why = refusedMap(asked);
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
    swizzle: SWIZZLE_MODES[swizzle]!,
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
