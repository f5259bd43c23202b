import type { Device } from "#simulator";
import { LoadRounds, type LoadOrder } from "./load-rounds.ts";
import type { Occupancy } from "./occupancy.ts";
import type { MemoryOperation, TouchedLines } from "./request-footprint.ts";
import { LastStore } from "./store-merging.ts";

/** The SM and the wave of each block of a grid: blocks are dealt to SMs in turn, and the blocks that all SMs hold at a time are a wave. */
export class BlockSchedule {
  /** SMs that have blocks. */
  readonly sms: number;
  /** Blocks that an SM holds at a time. */
  readonly blocksPerSm: number;
  readonly #blocksPerWave: number;

  /** @param blocks of the grid */
  constructor(device: Device, occupancy: Occupancy, blocks: number) {
    this.sms = Math.min(device.smCount, blocks);
    this.blocksPerSm = Math.min(occupancy.blocks, Math.ceil(blocks / device.smCount));
    this.#blocksPerWave = this.blocksPerSm * device.smCount;
  }

  smOf(block: number): number {
    return block % this.sms;
  }

  waveOf(block: number): number {
    return Math.floor(block / this.#blocksPerWave);
  }
}

/** A request that waits for its warp's turn. */
export interface WaitingRequest {
  readonly operation: MemoryOperation;
  /** Whether the warp waits before it: a load of a new round. */
  readonly startsRound: boolean;
  /** The share of the time of a load that the round takes; 1 if undefined. */
  readonly roundShare?: number;
  /** The line that those of `touched` are counted from. */
  readonly firstLine: number;
  readonly touched: TouchedLines;
  /** Whether a load's sectors bypass L1. */
  readonly bypassesL1?: boolean;
}

/** A warp of the current block, with its requests that wait for their turns. */
export class Warp {
  /** Its number in its block. */
  readonly number: number;
  readonly loads: LoadRounds;
  readonly lastStore = new LastStore();
  /** The round of loads that its turns have reached, from 1; 0 before the first. */
  round = 0;
  /** Whether that round has missed L1. */
  hasMissed = false;
  roundShare = 1;
  readonly #requests: WaitingRequest[] = [];
  #next = 0;

  constructor(number: number, order?: LoadOrder) {
    this.number = number;
    this.loads = new LoadRounds(order);
  }

  add(request: WaitingRequest): void {
    this.#requests.push(request);
  }

  get hasRequests(): boolean {
    return this.#next < this.#requests.length;
  }

  /** Returns its next request. */
  takeTurn(): WaitingRequest {
    const request = this.#requests[this.#next++]!;
    if (request.startsRound) {
      this.round++;
      this.roundShare = request.roundShare ?? 1;
      this.hasMissed = false;
      this.lastStore.forget();
    }
    return request;
  }

  /** Drops its requests, which are all performed. */
  clear(): void {
    this.#requests.length = this.#next = 0;
    this.loads.arrive();
    this.lastStore.forget();
  }

  /** Resets the warp: the next block has a warp of this number, too. */
  endBlock(): void {
    this.loads.endBlock();
    this.round = 0;
  }
}

/**
 * Lets the warps of a block take turns, a request each, until none is left.
 *
 * @param startTurn called before each turn of all warps
 */
export function takeWarpTurns(warps: readonly Warp[], startTurn: () => void, perform: (warp: Warp, request: WaitingRequest) => void): void {
  let waiting = warps.filter((warp) => warp.hasRequests);
  while (waiting.length > 0) {
    startTurn();
    let ended = 0;
    for (const warp of waiting) {
      perform(warp, warp.takeTurn());
      if (!warp.hasRequests) ended++;
    }
    if (ended > 0) waiting = waiting.filter((warp) => warp.hasRequests);
  }
}

/**
 * Lets blocks take turns, a request each, until none is left. The last block takes the place of one that has ended, and its turn.
 *
 * @param starts where the requests of each block begin, in ascending order; those of the last one end at `end`
 * @param perform performs the request at a position, and returns the position of the next
 */
export function takeBlockTurns(starts: readonly number[], end: number, perform: (at: number) => number): void {
  const next = Int32Array.from(starts);
  const ends = Int32Array.from([...starts.slice(1), end]);
  let left = next.length;
  let block = 0;
  while (left > 0) {
    if (block >= left) block = 0;
    const at = next[block]!;
    const after = at < ends[block]! ? perform(at) : at;
    if (after < ends[block]!) next[block++] = after;
    else {
      left--;
      next[block] = next[left]!;
      ends[block] = ends[left]!;
    }
  }
}
