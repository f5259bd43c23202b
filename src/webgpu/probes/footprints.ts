import { IMPOSSIBLE, NUMBERED_THREADS, arraysText, grid, memoryKernel, type ProbeArrays, type ProbeKernel } from "./probe-kernels.ts";

const WORKGROUPS = 1024;
/** Bytes that a workgroup reads at once: 256 threads, 16 bytes each. */
const PASS_BYTES = 4096;
const VECTOR_BYTES = 16;

/** The sizes of a curve: powers of two from 16 KiB to the most. */
export function footprints(most: number): number[] {
  const sizes: number[] = [];
  for (let bytes = 16384; bytes <= most; bytes *= 2) sizes.push(bytes);
  return sizes;
}

/**
 * Reads or copies as many bytes whatever the footprint: each workgroup walks on from a place of its own, round and round. So what differs is
 * which cache holds the footprint.
 *
 * @param footprint bytes of memory that are touched, of both arrays for a copy; a power of two
 * @param bytes that a dispatch reads
 */
export function footprintKernel(arrays: ProbeArrays, footprint: number, bytes: number, action: "read" | "copy"): ProbeKernel {
  const passes = Math.max(1, Math.round(bytes / (WORKGROUPS * PASS_BYTES)));
  const vectors = footprint / VECTOR_BYTES / (action === "copy" ? 2 : 1);
  const places = `((group * ${Math.max(1, vectors / WORKGROUPS)}u) & ~7u) + local`;
  const text = `${arraysText("vec4<u32>")}

${NUMBERED_THREADS}
  var at = ${places};
  var sum = vec4<u32>();
  for (var turn = 0u; turn < ${passes}u; turn++) {
    ${action === "read" ? `sum ^= source[at & ${vectors - 1}u];` : `target_[at & ${vectors - 1}u] = source[at & ${vectors - 1}u];`}
    at += ${PASS_BYTES / VECTOR_BYTES}u;
  }
  ${action === "read" ? `if (all(sum == vec4<u32>(${IMPOSSIBLE}))) { target_[0] = sum; }` : ""}
}
`;
  return {
    at: footprint,
    kernel: memoryKernel(`${action} within ${footprint / 1024} KiB`, arrays, text, grid(WORKGROUPS)),
    work: passes * WORKGROUPS * PASS_BYTES * (action === "copy" ? 2 : 1),
  };
}
