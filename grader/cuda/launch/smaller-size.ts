/** An integer that a launch gives its kernel, and a smaller one with which the launch is small enough. */
export interface SmallerSize {
  /** The parameter's name; absent for the number of threads along a side of the grid. */
  readonly name?: string | undefined;
  readonly value: number;
  readonly smaller: number;
}

/** A launch that is too large, as far as it is known. */
interface LargeLaunch {
  readonly shape: Readonly<Record<"grid" | "block", readonly [number, number, number]>>;
  /** The kernel's parameters that are integers. */
  readonly parameters: readonly { readonly name: string; readonly value: number }[];
  /** Steps of the whole launch over those that it may take. */
  readonly excess: number;
  /** Steps of a warp, on average. */
  readonly stepsPerWarp: number;
}

/** A smaller launch may take a little more than its share: blocks are whole, and each thread has a beginning and an end. */
const SLACK = 1.1;
/** Parameters below this are seldom sizes: a radius, a number of channels. */
const LEAST_SIZE = 32;

/**
 * The sizes with which a launch would be small enough, as far as its numbers tell: the grid covers a size in so many of its dimensions, and
 * each thread goes round a loop as often as a size says if it takes at least as many steps. Rounded down to a power of two, or to a multiple
 * of 16.
 */
export function smallerSizes({ shape: { grid, block }, parameters, excess, stepsPerWarp }: LargeLaunch): SmallerSize[] {
  const threads = grid.map((extent, i) => extent * block[i]!).filter((extent) => extent > 1);
  const covers = (size: number): boolean =>
    grid.some((extent, i) => size > block[i]! && extent === Math.ceil(size / block[i]!)) || threads.includes(size);
  const sizes = parameters.filter(({ value }) => value >= LEAST_SIZE);
  const covered = sizes.filter(({ value }) => covers(value));
  // Sizes that the grid doesn't cover are those of loops: rows of a matrix that each thread walks along.
  const chosen = covered.length > 0 ? sizes.filter(({ value }) => covers(value) || value <= stepsPerWarp) : sizes;
  const [longest = 1] = threads.toSorted((a, b) => b - a);
  const named = chosen.length > 0 ? chosen : [{ name: undefined, value: longest }];
  const largest = Math.max(...named.map(({ value }) => value));
  const dimensions = threads.filter((extent) => extent > 1 && extent >= LEAST_SIZE).length;
  // A grid of one dimension may cover a whole matrix: two sizes then make up its threads.
  const inGrid = covered.length === 0 && chosen.length > 0 ? (threads[0]! >= largest ** 2 ? 2 : dimensions === 0 ? 0 : 1) : dimensions;
  const inLoops = stepsPerWarp >= largest ** 2 ? 2 : stepsPerWarp >= largest ? 1 : 0;
  const factor = (SLACK * excess) ** (-1 / Math.max(1, inGrid + inLoops));
  return named.map(({ name, value }) => ({ name, value, smaller: roundedDown(value * factor, value) }));
}

function roundedDown(size: number, of: number): number {
  if (Number.isInteger(Math.log2(of))) return 2 ** Math.floor(Math.log2(size));
  return size >= 100 ? Math.floor(size / 100) * 100 : Math.max(1, Math.floor(size / 16) * 16);
}
