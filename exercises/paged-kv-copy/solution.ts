type Size = {
  tokens: number;
  heads: number;
  headDim: number;
  blockTable: readonly number[];
};

const TOKENS_PER_PAGE = 16;
const VECTOR = 8;

function elementsOfPage({ heads, headDim }: Size): number {
  return TOKENS_PER_PAGE * heads * headDim;
}

/**
 * The block walks through its page, one vector per thread;
 * null past the end of the page or of the sequence.
 */
function placeInPage(
  { threadIdx, blockIdx, blockDim }: Thread,
  size: Size,
  pass: number,
): number | null {
  const { tokens, heads, headDim } = size;
  const place = VECTOR * (pass * blockDim.x + threadIdx.x);
  const left =
    tokens * heads * headDim -
    blockIdx.x * elementsOfPage(size);
  return place < Math.min(left, elementsOfPage(size))
    ? place
    : null;
}

/**
 * The table is used once per page; within a page, everything
 * is in order.
 */
export function read(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { blockTable } = size;
  const { blockIdx } = thread;
  const place = placeInPage(thread, size, pass);
  return place === null
    ? null
    : blockTable[blockIdx.x] * elementsOfPage(size) + place;
}

export function write(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { blockIdx } = thread;
  const place = placeInPage(thread, size, pass);
  return place === null
    ? null
    : blockIdx.x * elementsOfPage(size) + place;
}
