/** A block of a sample of a grid. */
export interface SampledBlock {
  /** Its number in the grid. */
  readonly block: number;
  /** Where it lies: at the first, a middle or the last place of each dimension. Blocks of one kind stand for each other. */
  readonly kind: number;
  /** How many blocks of the grid it stands for, itself included; not always whole. */
  readonly weight: number;
}

/** Blocks of a grid along x, y and z. */
export type Extents = readonly [number, number, number];

/** The first places of a dimension, those in the middle, and the last: [from, to), without those that are empty. */
function stretchesOf(extent: number): (readonly [from: number, to: number])[] {
  const all = [
    [0, 1],
    [1, extent - 1],
    [extent - 1, extent],
  ] as const;
  return all.filter(([from, to], i) => to > from && (i !== 2 || extent > 1));
}

/** Fractions of the golden ratio lie evenly, however many of them, and never keep step with rows of a grid. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * A sample of a grid's blocks, in their order: corners, edges and the inside are all in it, the larger ones with more blocks. The same for
 * the same grid.
 *
 * @param most blocks that are wanted; there may be more where corners and edges alone are
 */
export function gridSample(grid: Extents, most: number): SampledBlock[] {
  const [x, y, z] = grid;
  const kinds = stretchesOf(z).flatMap((inZ) => stretchesOf(y).flatMap((inY) => stretchesOf(x).map((inX) => [inX, inY, inZ] as const)));
  const sizes = kinds.map((stretches) => stretches.reduce((product, [from, to]) => product * (to - from), 1));
  const volume = x * y * z;
  // Two blocks of a kind may differ; one says nothing of the others.
  const each = most >= 2 * kinds.length ? 2 : 1;
  const spare = Math.max(0, most - each * kinds.length);
  const sample = kinds.flatMap((stretches, kind): SampledBlock[] => {
    const size = sizes[kind]!;
    const count = Math.min(size, each + Math.floor((spare * size) / volume));
    const [[fromX, toX], [fromY, toY], [fromZ]] = stretches;
    const width = toX - fromX;
    const height = toY - fromY;
    return [...placesIn(size, count)].map((place) => {
      const at = [fromX + (place % width), fromY + (Math.floor(place / width) % height), fromZ + Math.floor(place / (width * height))];
      return { block: at[0]! + x * (at[1]! + y * at[2]!), kind, weight: size / count };
    });
  });
  return sample.sort((a, b) => a.block - b.block);
}

/** So many different numbers below `size`. */
function placesIn(size: number, count: number): Set<number> {
  const places = new Set<number>();
  for (let i = 0; places.size < count; i++) {
    let place = Math.floor(((0.5 + i * GOLDEN) % 1) * size);
    while (places.has(place)) place = (place + 1) % size;
    places.add(place);
  }
  return places;
}
