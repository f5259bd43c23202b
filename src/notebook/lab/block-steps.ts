import type { BlockBarrier, BlockRequest } from "./block-recorder.ts";
import type { BlockRequests } from "./block-requests.ts";
import type { LabAccess } from "./profile.ts";

/** One step of a block: a warp's request, or a barrier that all warps have arrived at. */
export type BlockStep =
  | { readonly kind: "request"; readonly request: BlockRequest; /** Among the block's requests. */ readonly number: number }
  | { readonly kind: "barrier"; readonly barrier: BlockBarrier };

/** A block's requests and barriers, in the order in which the machine runs them. */
export function stepsOf({ requests, barriers }: Pick<BlockRequests, "requests" | "barriers">): readonly BlockStep[] {
  const steps: BlockStep[] = [];
  let next = 0;
  for (const [number, request] of requests.entries()) {
    for (; next < barriers.length && barriers[next]!.after <= number; next++) steps.push({ kind: "barrier", barrier: barriers[next]! });
    steps.push({ kind: "request", request, number });
  }
  for (const barrier of barriers.slice(next)) steps.push({ kind: "barrier", barrier });
  return steps;
}

/** How many of the block's requests have been made when a step has been. */
export function requestsMade(step: BlockStep | undefined): number {
  if (step === undefined) return 0;
  return step.kind === "request" ? step.number + 1 : step.barrier.after;
}

/** What tells an access of the profile from others: its place in the text and the memory that it goes to. */
type AccessKey = Pick<LabAccess, "sites"> & { readonly counts: Pick<LabAccess["counts"], "space"> };

export function isOfAccess({ site, space }: BlockRequest, access: AccessKey): boolean {
  return access.sites.includes(site) && space === access.counts.space;
}

/** Which of an access's requests: that of a warp, when it comes there for the `pass`th time, from 0. */
export interface RequestPlace {
  readonly warp: number;
  readonly pass: number;
}

/** For each warp that makes an access, in ascending order, the numbers of the steps in which it does: its passes. */
export function passesOf(steps: readonly BlockStep[], access: AccessKey): ReadonlyMap<number, readonly number[]> {
  const passes = new Map<number, number[]>();
  for (const [number, step] of steps.entries()) {
    if (step.kind !== "request" || !isOfAccess(step.request, access)) continue;
    const { warp } = step.request;
    const own = passes.get(warp);
    if (own) own.push(number);
    else passes.set(warp, [number]);
  }
  return new Map([...passes].sort(([a], [b]) => a - b));
}

/** The step nearest to a place: of the same warp, or else of the first one that makes the access; of the same pass, or else the last. */
export function stepAt(passes: ReturnType<typeof passesOf>, { warp, pass }: RequestPlace): number | undefined {
  const own = passes.get(warp) ?? passes.values().next().value;
  return own?.[Math.min(pass, own.length - 1)];
}

/** Where an access is when a step has been made: at its last request up to then, or else before its first one. */
export function placeAtStep(passes: ReturnType<typeof passesOf>, step: number): RequestPlace | undefined {
  let place: (RequestPlace & { step: number }) | undefined;
  let first: (RequestPlace & { step: number }) | undefined;
  for (const [warp, own] of passes) {
    const pass = own.findLastIndex((number) => number <= step);
    if (pass >= 0 && !(place && place.step > own[pass]!)) place = { warp, pass, step: own[pass]! };
    if (!(first && first.step < own[0]!)) first = { warp, pass: 0, step: own[0]! };
  }
  const found = place ?? first;
  return found && { warp: found.warp, pass: found.pass };
}
