import { initialWords, type GpuKernel } from "#wgsl/gpu-kernel.ts";
import type { ComputeKernel, GpuArray } from "./compute-kernel.ts";

/** A kernel of an exercise as it is dispatched, and its arrays by the names of its buffers: "faults", "out". */
export interface DispatchableKernel {
  readonly kernel: ComputeKernel;
  readonly arrays: ReadonlyMap<string, GpuArray>;
}

/** @param name as results name it: "yours" */
export function dispatchable(
  name: string,
  { code, buffers, bindings, workgroups, workgroupSize, sharedBytes }: GpuKernel,
): DispatchableKernel {
  const arrays = buffers.map((buffer): GpuArray => {
    const { contents, bytes } = buffer;
    return { name: buffer.name, byteLength: bytes, ...(contents.kind !== "zeros" && { contents: initialWords(buffer) }) };
  });
  const kernel: ComputeKernel = {
    name,
    wgsl: code,
    bindings: bindings.map(({ buffer, access }, binding) => ({ binding, array: arrays[buffer]!, kind: access })),
    workgroups,
    workgroupSize,
    sharedBytes,
  };
  return { kernel, arrays: new Map(arrays.map((array) => [array.name, array])) };
}
