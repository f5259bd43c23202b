import type { AccessWidth, WarpRequest } from "../warp-request.ts";
import { WARP_SIZE } from "../warp-request.ts";
import { accessesOf } from "./check-kernel.ts";
import { IndexRefused } from "./index-refused.ts";
import type { Access, IndexFunction, Kernel, Repeat, Step } from "./kernel.ts";
import { positionIn, volume, type Launch } from "./launch.ts";
import type { Passes } from "./passes.ts";
import { ThreadCursor, place } from "./thread.ts";
import type { RequestLocation } from "./trace.ts";

/** One warp's request, by asking the index function again. */
export interface LocatedRequest extends WarpRequest {
  readonly addresses: readonly number[];
}

/**
 * The request that a warp made at a place of a run. A lane whose answer is no address (negative, or not aligned to the access)
 * is left out of the mask, for it cannot be drawn.
 *
 * @throws IndexRefused when an index function throws where it did not before
 */
export function requestAt(kernel: Kernel, launch: Launch, location: RequestLocation): LocatedRequest {
  const access = accessesOf(kernel.steps)[location.accessNumber];
  const repeats = innermostRepeat(access, kernel.steps) ?? [];
  const partner = partnerOf(access, kernel.steps);
  const { space, bytesPerElement } = kernel.arrays[access.array];
  const elementsPerLane = access.elementsPerLane ?? 1;
  const cursor = new ThreadCursor(launch);
  cursor.moveToBlock(location.blockIdx);
  let activeMask = 0;
  const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => {
    const thread = location.warp * WARP_SIZE + lane;
    if (thread >= volume(launch.blockDim)) return 0;
    const { x, y, z } = positionIn(launch.blockDim, thread);
    place(cursor.threadIdx, x, y, z);
    const ask = (index: IndexFunction): unknown => askOnce(index, access, kernel, cursor, location);
    const runs = repeats.every((repeat) => typeof repeat.times === "number" || Number(ask(repeat.times)) > location.iteration);
    const index = runs && (partner === undefined || ask(partner.index) !== null) ? ask(access.index) : null;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index % elementsPerLane !== 0) return 0;
    activeMask |= 1 << lane;
    return index * bytesPerElement;
  });
  const bytesPerLane = (bytesPerElement * elementsPerLane) as AccessWidth;
  return { space, op: access.kind, bytesPerLane, activeMask: activeMask >>> 0, addresses };
}

function askOnce(index: IndexFunction, access: Access, kernel: Kernel, cursor: ThreadCursor, passes: Passes): unknown {
  try {
    return index(cursor.thread, kernel.size as never, passes.iteration, passes.outerIteration);
  } catch (thrown) {
    throw new IndexRefused({ kind: "threw", thrown }, access.name, cursor.position());
  }
}

/** The innermost repeat around an access, whose passes a location counts; empty outside of any, undefined where the access is not among the steps. */
function innermostRepeat(access: Access, steps: readonly Step[]): Repeat[] | undefined {
  for (const step of steps) {
    if (step === access || (step.kind === "move" && (step.load === access || step.store === access))) return [];
    if (step.kind !== "repeat") continue;
    const inner = innermostRepeat(access, step.steps);
    if (inner) return inner.length > 0 ? inner : [step];
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
