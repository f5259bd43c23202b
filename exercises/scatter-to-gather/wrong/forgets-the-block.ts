type Permutation = { n: number; source: readonly number[] };

export function read({ threadIdx }: Thread, { n, source }: Permutation): number | null {
  return threadIdx.x < n ? source[threadIdx.x] : null;
}

export function write({ threadIdx }: Thread, { n }: Permutation): number | null {
  return threadIdx.x < n ? threadIdx.x : null;
}
