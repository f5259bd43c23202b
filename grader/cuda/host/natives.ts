import { C_LIBRARY } from "./c-library.ts";
import { CUDA_RUNTIME } from "./cuda-runtime.ts";
import type { Natives } from "./native.ts";
import { PRINTING } from "./printing.ts";
import { SCANNING } from "./scanning.ts";
import { STREAMS } from "./streams.ts";
import { TENSOR_MAPS } from "./tensor-maps.ts";
import { VECTORS } from "./vectors.ts";

/** All functions that the headers declare and the lab itself does. */
export const NATIVES: Natives = { ...C_LIBRARY, ...PRINTING, ...SCANNING, ...STREAMS, ...VECTORS, ...CUDA_RUNTIME, ...TENSOR_MAPS };
