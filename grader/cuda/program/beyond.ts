/** What the lab does not have, and what to do instead. */

const FUNCTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:tex|surf)(?:[123]D|Cubemap)/, "There are no textures: read from an array in global memory."],
  [/^__pipeline_|memcpy_async|^__cp_async/, "There are no asynchronous copies: copy with loads and stores, then __syncthreads()."],
  [/^(load|store|mma|fill)_(matrix|fragment)|mma_sync/, "There are no tensor cores: write the product as loops."],
  [/^cuda[A-Z]/, "Calls of the CUDA runtime belong in host code."],
  [/^(malloc|free)$/, "Memory cannot be allocated in a kernel: pass a buffer."],
  [
    /^__(?:shfl(?:_up|_down|_xor)?|any|all|ballot)$/,
    "Since Volta it ends in `_sync` and takes a mask first: `0xffffffff` for a whole warp.",
  ],
];

/** What to do instead of calling a function of CUDA that the lab does not have; undefined for any other. */
export function insteadOfFunction(name: string): string | undefined {
  return FUNCTIONS.find(([names]) => names.test(name))?.[1];
}

/** What to do instead of using a type of CUDA that the lab does not have, behind a space; empty for any other. */
export function insteadOfType(name: string): string {
  if (/texture|surface/i.test(name)) return " The lab has no textures: read from an array in global memory.";
  if (/fragment|wmma/.test(name)) return " The lab has no tensor cores: write the product as loops.";
  if (/pipeline|barrier|memcpy_async/.test(name))
    return " The lab has no asynchronous copies: copy with loads and stores, then __syncthreads().";
  return ofLibrary(name);
}

/** What is said of a name of cuBLAS, Thrust and the like. */
export function ofLibrary(name: string): string {
  return /^cu(?:blas|fft|rand|sparse|solver|dnn)|^(?:thrust|cub)::/.test(name)
    ? " The lab has none of CUDA's libraries: write a kernel."
    : "";
}
