/**
 * Time as a race detector sees it, cut into *segments*: within one, the accesses of different lanes are unordered. An *epoch* names a
 * segment and a thread in one number (as in FastTrack, Flanagan and Freund, PLDI 2009): segment × epochs per segment + what the detector
 * makes of the thread. Segments are numbered from 1 on through the whole run, so an epoch is never 0, which stands for none.
 */
export class EpochClock {
  /** The first epoch of the current segment. */
  epoch = 0;
  /** Epochs below this belong to earlier blocks. */
  blockStart = 0;
  /** Epochs below this come before the last barrier of the block. */
  phaseStart = 0;
  readonly epochsPerSegment: number;
  #segment = 0;

  constructor(epochsPerSegment: number) {
    this.epochsPerSegment = epochsPerSegment;
  }

  get segment(): number {
    return this.#segment;
  }

  /** A block starts: a segment starts next. */
  startBlock(): void {
    this.barrier();
    this.blockStart = this.phaseStart;
  }

  /** All threads of the block have arrived at a barrier: what they did comes before what they will do. A segment starts next. */
  barrier(): void {
    this.phaseStart = this.epoch + this.epochsPerSegment;
  }

  startSegment(): void {
    this.#segment++;
    this.epoch += this.epochsPerSegment;
  }

  /** All epochs are forgotten, and those to come are small again. A block starts next. */
  restart(): void {
    this.#segment = 0;
    this.epoch = 0;
  }
}
