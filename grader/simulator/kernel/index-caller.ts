import type { Dim3 } from "./launch.ts";
import type { IndexFunction } from "./kernel.ts";
import { place, type ThreadCursor } from "./thread.ts";

/** Stands in a buffer of indexes for a thread that sits the access out. No array is that long. */
export const INACTIVE = -0x80000000;

/** Calls one index function for every thread of the block that the cursor is on. */
export interface IndexCaller {
  /**
   * Fills `indexes`, x fastest, with what the function returns, INACTIVE for null and for threads that do not take part.
   *
   * @param takesPart per thread, 0 for those that are not asked; null when all are
   * @returns the number of the first thread whose value is no 32-bit integer, or -1
   */
  readonly fill: CallLoop;
  /** Asks the same threads again, last one first, and returns the number of the first whose answer differs, or -1. */
  readonly recall: CallLoop;
}

type CallLoop = (
  cursor: ThreadCursor,
  indexes: Int32Array,
  size: unknown,
  iteration: number,
  outerIteration: number,
  extent: Dim3,
  takesPart: Uint8Array | null,
  outcome: CallOutcome,
) => number;

/** What a call loop tells beside the thread that it stopped at. */
export interface CallOutcome {
  /** The value that it stopped for. */
  returned: unknown;
  /** How many threads sit out. */
  satOut: number;
}

/**
 * The loops are compiled anew for every index function. Were they shared, the engine would see many functions at one call site and
 * could not inline any: calls through shared loops were measured to take ten times as long (npm run bench).
 */
export function indexCaller(index: IndexFunction): IndexCaller {
  let caller = callers.get(index);
  if (!caller) callers.set(index, (caller = { fill: compile(FILL, index), recall: compile(RECALL, index) }));
  return caller;
}

const callers = new WeakMap<IndexFunction, IndexCaller>();
let compiled = 0;

function compile(loop: string, index: IndexFunction): CallLoop {
  // The number makes each text unique: engines reuse what they learned about equal texts.
  const text = `"use strict"; /* ${compiled++} */ return ${loop}`;
  const make = new Function("index", "place", "INACTIVE", text) as (...parts: unknown[]) => CallLoop;
  return make(index, place, INACTIVE);
}

const FILL = `function fill(cursor, indexes, size, iteration, outerIteration, extent, takesPart, outcome) {
  const { thread, threadIdx } = cursor;
  const { x: width, y: height, z: depth } = extent;
  let number = 0;
  let satOut = 0;
  for (let z = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++, number++) {
        if (takesPart !== null && takesPart[number] === 0) {
          indexes[number] = INACTIVE;
          satOut++;
          continue;
        }
        place(threadIdx, x, y, z);
        const value = index(thread, size, iteration, outerIteration);
        if (typeof value === "number" && (value | 0) === value && value > INACTIVE && (value !== 0 || 1 / value > 0)) {
          indexes[number] = value;
        } else if (value === null) {
          indexes[number] = INACTIVE;
          satOut++;
        } else {
          outcome.returned = value;
          return number;
        }
      }
    }
  }
  outcome.satOut = satOut;
  return -1;
}`;

const RECALL = `function recall(cursor, indexes, size, iteration, outerIteration, extent, takesPart, outcome) {
  const { thread, threadIdx } = cursor;
  const { x: width, y: height, z: depth } = extent;
  let number = width * height * depth;
  for (let z = depth - 1; z >= 0; z--) {
    for (let y = height - 1; y >= 0; y--) {
      for (let x = width - 1; x >= 0; x--) {
        number--;
        if (takesPart !== null && takesPart[number] === 0) continue;
        place(threadIdx, x, y, z);
        const value = index(thread, size, iteration, outerIteration);
        const expected = indexes[number];
        if (value !== (expected === INACTIVE ? null : expected)) {
          outcome.returned = value;
          return number;
        }
      }
    }
  }
  return -1;
}`;
