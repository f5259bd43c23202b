import type { ComputeKernel, GpuArray } from "../compute-kernel.ts";

/** Threads of a workgroup in all probes of memory: within the limits of every device. */
export const THREADS = 256;

/** Bytes of a word. */
export const WORD = 4;

/** A kernel of a probe: a point of a curve, with what one dispatch of it moves or reads. */
export interface ProbeKernel {
  /** Where the point is on the curve: a stride, a number of bytes; of a transpose, its name. */
  readonly at: number | string;
  readonly kernel: ComputeKernel;
  /** Useful bytes that a dispatch moves, or the reads that its threads make: what times are divided by. */
  readonly work: number;
}

/** The two large arrays that all probes of memory share. */
export interface ProbeArrays {
  readonly source: GpuArray;
  readonly target: GpuArray;
}

export function probeArrays(bytes: number): ProbeArrays {
  return { source: { name: "source", byteLength: bytes }, target: { name: "target", byteLength: bytes } };
}

/** A kernel that reads `source` and writes `target`. */
export function memoryKernel(
  name: string,
  { source, target }: ProbeArrays,
  wgsl: string,
  workgroups: readonly [number, number, number],
  workgroupSize: readonly [number, number, number] = [THREADS, 1, 1],
  sharedBytes = 0,
): ComputeKernel {
  return {
    name,
    wgsl,
    bindings: [
      { binding: 0, array: source, kind: "read" },
      { binding: 1, array: target, kind: "read-write" },
    ],
    workgroups,
    workgroupSize,
    sharedBytes,
  };
}

/** The declarations of the two arrays, with elements of a type. */
export function arraysText(element: string): string {
  return `@group(0) @binding(0) var<storage, read> source: array<${element}>;
@group(0) @binding(1) var<storage, read_write> target_: array<${element}>;`;
}

/** Workgroups that are numbered along x, and along y where they are more than a dimension of the grid may have. */
export function grid(workgroups: number): readonly [number, number, number] {
  const most = 32768;
  return workgroups <= most ? [workgroups, 1, 1] : [most, Math.ceil(workgroups / most), 1];
}

/** The head of an entry point whose threads are numbered through all workgroups: `id`, in the workgroup `group` at the place `local`. */
export const NUMBERED_THREADS = `@compute @workgroup_size(${THREADS})
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) place: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let group = place.y * groups.x + place.x;
  let id = group * ${THREADS}u + local;`;

/** A sum that no array of zeros has, so that a compiler may not leave out the reads that it is made of. */
export const IMPOSSIBLE = "0x9e3779b9u";
