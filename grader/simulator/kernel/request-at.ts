import { WARP_SIZE, type WarpRequest } from "../warp-request.ts";
import { INACTIVE, IndexRefused } from "./index-caller.ts";
import {
  accessesOf,
  arrayOf,
  shapeOf,
  type Access,
  type IndexFunction,
  type Kernel,
  type LoopIndex,
  type Repeat,
  type Step,
} from "./kernel.ts";
import { positionIn, volume, type Launch } from "./launch.ts";
import { requestOf, type RequestLocation } from "./located-request.ts";
import { ThreadCursor, place } from "./thread.ts";

/**
 * The request that a warp makes at a given place of a run, found by asking the index function again.
 *
 * @throws IndexRefused when an index function throws
 */
export function requestAt(kernel: Kernel, launch: Launch, location: RequestLocation): WarpRequest {
  const access = accessesOf(kernel.steps)[location.accessNumber];
  if (!access) throw new RangeError(`the kernel has no access number ${location.accessNumber}`);
  const array = arrayOf(access, kernel);
  return requestOf(shapeOf(access, array), array.bytesPerElement, indexesOf(access, kernel, launch, location));
}

/** The indexes that the threads of one warp give, INACTIVE for those that the access does not reach. */
function indexesOf(access: Access, kernel: Kernel, launch: Launch, location: RequestLocation): Int32Array {
  const repeat = innermostRepeat(access, kernel.steps);
  const partner = partnerOf(access, kernel.steps);
  const cursor = new ThreadCursor(launch);
  cursor.moveToBlock(location.blockIdx);
  const ask = (index: IndexFunction): unknown => askOnce(index, access, kernel, cursor, location);
  const firstThread = location.warp * WARP_SIZE;
  return Int32Array.from({ length: WARP_SIZE }, (_, lane) => {
    const thread = firstThread + lane;
    if (thread >= volume(launch.blockDim)) return INACTIVE;
    const { x, y, z } = positionIn(launch.blockDim, thread);
    place(cursor.threadIdx, x, y, z);
    const reached = typeof repeat?.times !== "function" || Number(ask(repeat.times)) > location.iteration;
    const index = reached && (partner === undefined || ask(partner.index) !== null) ? ask(access.index) : null;
    return typeof index === "number" && Number.isInteger(index) ? index : INACTIVE;
  });
}

function askOnce(index: IndexFunction, access: Access, kernel: Kernel, cursor: ThreadCursor, loopIndex: LoopIndex): unknown {
  try {
    return index(cursor.thread, kernel.size as never, loopIndex.iteration, loopIndex.outerIteration);
  } catch (thrown) {
    throw new IndexRefused({ kind: "threw", thrown }, access.name, cursor.position());
  }
}

/** The innermost repeat around an access: the one whose trips a location counts. */
function innermostRepeat(access: Access, steps: readonly Step[]): Repeat | undefined {
  for (const step of steps) {
    if (step.kind !== "repeat" || !accessesOf(step.steps).includes(access)) continue;
    return innermostRepeat(access, step.steps) ?? step;
  }
  return undefined;
}

/** The other half of the move that an access belongs to. */
function partnerOf(access: Access, steps: readonly Step[]): Access | undefined {
  for (const step of steps) {
    if (step.kind === "move" && step.load === access) return step.store;
    if (step.kind === "move" && step.store === access) return step.load;
    const inner = step.kind === "repeat" ? partnerOf(access, step.steps) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
