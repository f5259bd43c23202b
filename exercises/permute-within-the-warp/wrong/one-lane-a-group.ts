/**
 * Lane 0 takes group 0, lane 1 group 1, …, so that all lanes
 * of a warp are at the same place of their groups.
 */
function split(
  { threadIdx, blockIdx, blockDim }: Thread,
  n: number,
): { group: number; place: number } {
  const groups = n / 32;
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return {
    group: t % groups,
    place: Math.floor(t / groups),
  };
}

export function read(
  thread: Thread,
  { n }: Size,
): number | null {
  const { group, place } = split(thread, n);
  return place < 32 ? group * 32 + place : null;
}
