import type { AnswerFunction } from "#sandbox/answer/load-answer.ts";
import type { Size } from "#judge/exercise.ts";
import type { Launch } from "#simulator";

/**
 * A way of only calling the functions, each of them once per thread of the launch. How long that takes depends on how much the
 * engine can inline, so there are several. The sums keep engines from optimising calls away.
 */
export interface Baseline {
  readonly name: string;
  readonly meaning: string;
  readonly callAll: (functions: readonly AnswerFunction[], size: Size, launch: Launch) => number;
}

/** An index function on these sizes, where every thread is active. */
type NumberFunction = (thread: unknown, size: Size, iteration: number) => number;

/** A mutable thread object, reused for all threads. */
function movableThread({ gridDim, blockDim }: Launch) {
  const threadIdx = { x: 0, y: 0, z: 0 };
  const blockIdx = { x: 0, y: 0, z: 0 };
  return { threadIdx, blockIdx, blockDim, gridDim };
}

export const oneCallSite: Baseline = {
  name: "oneCallSite",
  meaning: "an ordinary nested loop over blocks, threads and functions: one call in the text, so that nothing is inlined",
  callAll: (functions, size, launch) => {
    const thread = movableThread(launch);
    const { threadIdx, blockIdx, blockDim, gridDim } = thread;
    let sum = 0;
    for (blockIdx.y = 0; blockIdx.y < gridDim.y; blockIdx.y++) {
      for (blockIdx.x = 0; blockIdx.x < gridDim.x; blockIdx.x++) {
        for (threadIdx.y = 0; threadIdx.y < blockDim.y; threadIdx.y++) {
          for (threadIdx.x = 0; threadIdx.x < blockDim.x; threadIdx.x++) {
            for (const index of functions as readonly NumberFunction[]) sum += index(thread, size, 0);
          }
        }
      }
    }
    return sum;
  },
};

const LOOP = `
  const { threadIdx, blockIdx, blockDim, gridDim } = thread;
  let sum = 0;
  for (blockIdx.y = 0; blockIdx.y < gridDim.y; blockIdx.y++)
    for (blockIdx.x = 0; blockIdx.x < gridDim.x; blockIdx.x++)
      for (threadIdx.y = 0; threadIdx.y < blockDim.y; threadIdx.y++)
        for (threadIdx.x = 0; threadIdx.x < blockDim.x; threadIdx.x++) sum += index(thread, size, 0);
  return sum;`;

const loopPerFunction: Baseline = {
  name: "loopPerFunction",
  meaning: "a loop compiled for each function, as the judge has, but without its checks: every call is inlined",
  callAll: (functions, size, launch) => {
    let sum = 0;
    for (const [number, index] of functions.entries()) {
      const loop = new Function("index", "size", "thread", `/* ${number} */ ${LOOP}`) as (...parts: unknown[]) => number;
      sum += loop(index, size, movableThread(launch));
    }
    return sum;
  },
};

const fourCallSites: Baseline = {
  name: "fourCallSites",
  meaning: "the four calls written out in one loop: inlined, and what they have in common is computed once, so that little is left of them",
  callAll: (functions, size, launch) => {
    const [read, toTile, fromTile, write] = functions as readonly NumberFunction[];
    if (!read || !toTile || !fromTile || !write) throw new RangeError(`${functions.length} functions: four are called`);
    const thread = movableThread(launch);
    const { threadIdx, blockIdx, blockDim, gridDim } = thread;
    let sum = 0;
    for (blockIdx.y = 0; blockIdx.y < gridDim.y; blockIdx.y++) {
      for (blockIdx.x = 0; blockIdx.x < gridDim.x; blockIdx.x++) {
        for (threadIdx.y = 0; threadIdx.y < blockDim.y; threadIdx.y++) {
          for (threadIdx.x = 0; threadIdx.x < blockDim.x; threadIdx.x++) {
            sum += read(thread, size, 0) + toTile(thread, size, 0) + fromTile(thread, size, 0) + write(thread, size, 0);
          }
        }
      }
    }
    return sum;
  },
};

export const baselines: readonly Baseline[] = [oneCallSite, loopPerFunction, fourCallSites];
