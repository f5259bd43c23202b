import {
  FULL_MASK,
  WARP_SIZE,
  globalCost,
  h100,
  sharedCost,
  type AccessWidth,
  type GlobalCost,
  type MemoryOp,
  type SharedCost,
  type WarpRequest,
} from "#simulator";
import { patternRequest } from "#pictures/pattern.ts";
import { laneExpression } from "./lane-expression.ts";

/** A warp's request to global memory, as lessons describe it. */
export interface GlobalPattern {
  /** In elements. */
  readonly stride?: number;
  /** In elements. */
  readonly offset?: number;
  readonly bytesPerElement?: AccessWidth;
  readonly op?: MemoryOp;
  /** Byte address of a lane, for lanes without a constant stride, as an expression in `lane`: "(lane + 7) % 32 * 4". */
  readonly at?: string;
  /** How many lanes are active, counted from lane 0. */
  readonly lanes?: number;
}

/** What a warp's request to global memory costs on an H100: `globalPatternCost({ stride: 2 }).sectors`. */
export function globalPatternCost(pattern: GlobalPattern): GlobalCost {
  const { stride = 1, offset = 0, bytesPerElement = 4, op = "load", at, lanes = WARP_SIZE } = pattern;
  const evenly = patternRequest({ op, strideElements: stride, offsetElements: offset, bytesPerElement });
  const addresses = at === undefined ? evenly.addresses : Array.from(evenly.addresses, (_, lane) => laneExpression(at)(lane));
  return globalCost({ ...evenly, addresses, activeMask: 2 ** lanes - 1 }, h100);
}

/** A warp's request to shared memory, as lessons describe it. */
export interface SharedPattern {
  /** From lane to lane, in units of `bytesPerLane`; 0: all lanes access the same address. */
  readonly stride?: number;
  readonly bytesPerLane?: AccessWidth;
  readonly op?: MemoryOp;
  /** Byte address of a lane, for lanes without a constant stride, as an expression in `lane`: "(lane ^ 5) * 4". */
  readonly at?: string;
}

/** What a warp's request to shared memory costs on an H100: `sharedPatternCost({ stride: 32 }).conflictDegree`. */
export function sharedPatternCost(pattern: SharedPattern): SharedCost {
  return sharedCost(sharedPatternRequest(pattern), h100);
}

/** The request that a pattern describes, with all lanes active. */
export function sharedPatternRequest({ stride = 1, bytesPerLane = 4, op = "load", at }: SharedPattern): WarpRequest {
  const byteAddressOf = at === undefined ? (lane: number) => lane * stride * bytesPerLane : laneExpression(at);
  const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => byteAddressOf(lane));
  return { space: "shared", op, bytesPerLane, activeMask: FULL_MASK, addresses };
}
