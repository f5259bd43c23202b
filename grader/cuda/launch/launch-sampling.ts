import { gridSample, type Extents, type SampledBlock } from "./grid-sample.ts";

/** Steps that a sample may take, as far as its blocks are not larger, and its most blocks. */
const SAMPLE_STEPS = 16_000_000;
const MOST_SAMPLED = 256;

/** The blocks of a sample: how many there are is known once the launch, or else the first block of the sample, tells how large they are. */
export class LaunchSampling {
  readonly blocks: SampledBlock[];
  readonly #grid: Extents;
  readonly #wholeSteps: number;
  readonly #isSizeKnown: boolean;

  /**
   * @param wholeSteps that a launch may take to be run whole
   * @param stepsPerBlock of the launch; undefined if no block has ended
   */
  constructor(grid: Extents, wholeSteps: number, stepsPerBlock: number | undefined) {
    this.#grid = grid;
    this.#wholeSteps = wholeSteps;
    this.#isSizeKnown = stepsPerBlock !== undefined;
    // Every sample begins with the grid's first block, which stands for itself.
    this.blocks = stepsPerBlock === undefined ? gridSample(grid, 1).slice(0, 1) : this.#blocksOf(stepsPerBlock);
  }

  /** A block has ended after so many steps. */
  ended(position: number, steps: number): void {
    if (position === 0 && !this.#isSizeKnown) this.blocks.splice(0, Infinity, ...this.#blocksOf(steps));
  }

  #blocksOf(stepsPerBlock: number): SampledBlock[] {
    return gridSample(this.#grid, sampleSize(stepsPerBlock, this.#grid, this.#wholeSteps));
  }
}

/** How many blocks of a launch are run if not all are: two of each kind, unless they are very large, and more while that takes little. */
function sampleSize(stepsPerBlock: number, grid: Extents, wholeSteps: number): number {
  const kinds = grid.reduce((product, extent) => product * Math.min(3, extent), 1);
  const ofBlocks = grid.reduce((product, extent) => product * extent);
  const twoOfEach = Math.min(2 * kinds, Math.floor(wholeSteps / 2 / stepsPerBlock));
  const quick = Math.min(MOST_SAMPLED, Math.floor(Math.min(SAMPLE_STEPS, wholeSteps / 16) / stepsPerBlock));
  return Math.max(1, Math.min(Math.max(twoOfEach, quick), Math.ceil(ofBlocks / 4)));
}
