/** Three extents or coordinates, as CUDA's dim3. */
interface Dim3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Prints below the cell, with the thread that printed. It does not affect the verdict. */
declare const console: {
  log(...values: readonly unknown[]): void;
  info(...values: readonly unknown[]): void;
  debug(...values: readonly unknown[]): void;
  warn(...values: readonly unknown[]): void;
  error(...values: readonly unknown[]): void;
};

/** The thread that an index function answers for: CUDA's built-in variables. */
interface Thread {
  /** The thread's place in its block. */
  readonly threadIdx: Dim3;
  /** The block's place in the grid. */
  readonly blockIdx: Dim3;
  /** Threads in a block. */
  readonly blockDim: Dim3;
  /** Blocks in the grid. */
  readonly gridDim: Dim3;
}
