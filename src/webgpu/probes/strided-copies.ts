import { NUMBERED_THREADS, THREADS, WORD, arraysText, grid, memoryKernel, type ProbeArrays, type ProbeKernel } from "./probe-kernels.ts";

/**
 * A copy of words whose reads have a stride: `target[n] = source[n * stride]`, as the stride benchmark in CUDA does. All of the source is
 * passed over, so a larger stride copies fewer words.
 *
 * @param bytes of the source
 */
export function stridedCopyKernel(arrays: ProbeArrays, bytes: number, stride: number): ProbeKernel {
  const workgroups = Math.max(1, Math.floor(bytes / WORD / stride / THREADS));
  const text = `${arraysText("u32")}

${NUMBERED_THREADS}
  target_[id] = source[id * ${stride}u];
}
`;
  return {
    at: stride,
    kernel: memoryKernel(`copy, stride ${stride}`, arrays, text, grid(workgroups)),
    work: 2 * workgroups * THREADS * WORD,
  };
}
