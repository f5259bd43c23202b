export const pitch = HEAD_DIM;

function place({ threadIdx, blockDim }: Thread, pass: number) {
  return {
    key: threadIdx.x,
    chunk: pass * blockDim.y + threadIdx.y,
  };
}
