import { WARP_SIZE, explainShared, h100, sharedCost, type SharedCost, type SharedExplanation, type WarpRequest } from "#simulator";

/** What the simulator says of a request: its cost with the evidence, or why hardware refuses it. */
export type Outcome = Served | Refused;

export interface Served {
  readonly kind: "served";
  readonly explanation: SharedExplanation;
  /** Groups that each group was fused from: 2 for loads of 8 and 16 bytes whose neighbours agree, else 1. */
  readonly fusedFrom: number;
}

export interface Refused {
  readonly kind: "refused";
  /** The request as it would be without the lanes that are refused: nothing is served, but these lanes have their places. */
  readonly explanation: SharedExplanation;
  /** Lanes whose own access is refused, ascending. */
  readonly lanes: readonly number[];
  /** The simulator's reason, for the first of them. */
  readonly reason: string;
}

export function outcomeOf(request: WarpRequest): Outcome {
  const refusals = Array.from({ length: WARP_SIZE }, (_, lane) => ({ lane, answer: costOrReason(ofLane(request, lane)) })).filter(
    (refusal): refusal is { lane: number; answer: string } => typeof refusal.answer === "string",
  );
  if (refusals.length > 0) return refused(request, refusals);
  const explanation = explainShared(request, h100);
  // Stores never fuse: they tell how many groups there are before loads are fused.
  const unfused = sharedCost({ ...request, op: "store" }, h100).groups;
  return { kind: "served", explanation, fusedFrom: unfused / explanation.groups };
}

function refused(request: WarpRequest, refusals: readonly { readonly lane: number; readonly answer: string }[]): Refused {
  const lanes = refusals.map(({ lane }) => lane);
  const activeMask = lanes.reduce((mask, lane) => mask & ~(1 << lane), request.activeMask);
  return { kind: "refused", explanation: explainShared({ ...request, activeMask }, h100), lanes, reason: refusals[0].answer };
}

/** The same request with one lane only. */
function ofLane(request: WarpRequest, lane: number): WarpRequest {
  return { ...request, activeMask: 1 << lane };
}

function costOrReason(request: WarpRequest): SharedCost | string {
  try {
    return sharedCost(request, h100);
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
