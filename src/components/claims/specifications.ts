import type { Specified } from "./evidence.ts";

/** Where the texts of vendors are published; headers come with the toolkit. */
export const SPECIFICATIONS: Readonly<Record<Specified["in"], string>> = {
  "PTX ISA": "https://docs.nvidia.com/cuda/parallel-thread-execution/",
  "CUDA driver API": "https://docs.nvidia.com/cuda/cuda-driver-api/",
  "CUDA headers": "https://developer.nvidia.com/cuda-toolkit",
  CuTe: "https://docs.nvidia.com/cutlass/latest/media/docs/cpp/cute/",
};
