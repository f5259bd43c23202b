import {
  FULL_MASK,
  WARP_SIZE,
  WORD_BYTES,
  explainShared,
  h100,
  sharedCost,
  type MemoryOp,
  type SharedExplanation,
  type WarpRequest,
} from "#simulator";
import { columnsOf, elementWord, type Element, type Tile } from "./tile.ts";

/** Which elements of a tile the lanes of a warp want. */
export interface Access {
  readonly kind: AccessKind;
  readonly op: MemoryOp;
  /** The row that lane 0 is in, for "row" and "pairs". */
  readonly row: number;
  /** The column that lane 0 is in, for "column" and "one". */
  readonly column: number;
  /** Elements from one lane to the next, counted along the rows, for "stride". */
  readonly strideElements: number;
}

/**
 * "row": lanes walk along the rows. "column": they walk down the columns. "stride": they walk along the rows and skip elements.
 * "one": all lanes want one element. "pairs": lanes 2k and 2k + 1 want one element, pairs walk along the rows.
 */
export type AccessKind = "row" | "column" | "stride" | "one" | "pairs";

/** Where an access may begin, or how far it may stride, so that all lanes stay in the tile. */
interface Range {
  readonly setting: "row" | "column" | "strideElements";
  readonly min: number;
  readonly max: number;
}

/** The element that a lane wants. */
export function elementOfLane(tile: Tile, access: Access, lane: number): Element {
  const columns = columnsOf(tile);
  const alongRows = (index: number): Element => ({ row: Math.floor(index / columns), column: index % columns });
  switch (access.kind) {
    case "row":
      return alongRows(access.row * columns + lane);
    case "column":
      return { row: lane % tile.rows, column: access.column + Math.floor(lane / tile.rows) };
    case "stride":
      return alongRows(lane * access.strideElements);
    case "one":
      return { row: 0, column: access.column };
    case "pairs":
      return alongRows(access.row * columns + Math.floor(lane / 2));
  }
}

/** The request of a full warp; the tile starts at byte 0. */
export function tileRequest(tile: Tile, access: Access): WarpRequest {
  return {
    space: "shared",
    op: access.op,
    bytesPerLane: tile.bytesPerElement,
    activeMask: FULL_MASK,
    addresses: Array.from({ length: WARP_SIZE }, (_, lane) => elementWord(tile, elementOfLane(tile, access, lane)) * WORD_BYTES),
  };
}

/** The setting of an access that the reader may change, and its range. */
export function rangeOf(tile: Tile, kind: AccessKind): Range {
  const columns = columnsOf(tile);
  const rowsFor = (elements: number) => Math.ceil(elements / columns);
  switch (kind) {
    case "row":
      return { setting: "row", min: 0, max: tile.rows - rowsFor(WARP_SIZE) };
    case "pairs":
      return { setting: "row", min: 0, max: tile.rows - rowsFor(WARP_SIZE / 2) };
    case "column":
      return { setting: "column", min: 0, max: columns - Math.ceil(WARP_SIZE / tile.rows) };
    case "one":
      return { setting: "column", min: 0, max: columns - 1 };
    case "stride":
      return { setting: "strideElements", min: 1, max: Math.floor((tile.rows * columns - 1) / (WARP_SIZE - 1)) };
  }
}

/** The access with its setting brought into the range that the tile allows. */
export function fitted(tile: Tile, access: Access): Access {
  const { setting, min, max } = rangeOf(tile, access.kind);
  return { ...access, [setting]: Math.max(min, Math.min(max, access[setting])) };
}

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
  /** The request without the lanes that are refused. Nothing is served, but the words of the other lanes can be drawn. */
  readonly explanation: SharedExplanation;
  /** Lanes whose own access is refused, ascending. */
  readonly lanes: readonly number[];
  /** The simulator's reason, for the first of them. */
  readonly reason: string;
}

/** Makes the request on an H100. */
export function outcomeOf(request: WarpRequest): Outcome {
  const refusals = Array.from({ length: WARP_SIZE }, (_, lane) => ({ lane, reason: refusalOf(request, lane) })).filter(
    (refusal) => refusal.reason !== undefined,
  );
  const reason = refusals[0]?.reason;
  if (reason !== undefined) {
    const lanes = refusals.map(({ lane }) => lane);
    const activeMask = lanes.reduce((mask, lane) => mask & ~(1 << lane), request.activeMask);
    return { kind: "refused", explanation: explainShared({ ...request, activeMask }, h100), lanes, reason };
  }
  const explanation = explainShared(request, h100);
  // Stores are never fused: a store has as many groups as a load has before fusion.
  const unfused = sharedCost({ ...request, op: "store" }, h100).groups;
  return { kind: "served", explanation, fusedFrom: unfused / explanation.groups };
}

/** Why hardware refuses what one lane asks for; undefined: it does not. */
function refusalOf(request: WarpRequest, lane: number): string | undefined {
  try {
    sharedCost({ ...request, activeMask: 1 << lane }, h100);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
