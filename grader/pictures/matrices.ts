import { explainShared, h100, movesMatrices, type WarpRequest } from "#simulator";

/** One of the matrices that an instruction moves, one after the other. */
export interface DrawnMatrix {
  /** From 0 on. */
  readonly drawn: number;
  /** How many the instruction moves. */
  readonly of: number;
  /** The lanes that give the addresses of its rows. */
  readonly lanes: readonly number[];
}

interface MatrixChoice {
  /** The lane that is pointed at. */
  readonly hoveredLane?: number | undefined;
  /** The matrix that the reader has chosen. */
  readonly matrix?: number | undefined;
  /** Lanes that a failed check names. */
  readonly namedLanes?: readonly number[] | undefined;
}

/**
 * The matrix to draw of a request that moves several: that of the lane that is pointed at; else the chosen one, that of the named lanes, or
 * the first of those that take most wavefronts. Undefined for any other request, which is drawn whole.
 */
export function matrixToDraw(request: WarpRequest, { hoveredLane, matrix, namedLanes = [] }: MatrixChoice = {}): DrawnMatrix | undefined {
  if (!movesMatrices(request.instruction)) return undefined;
  const { groupEvidence } = explainShared(request, h100);
  if (groupEvidence.length < 2) return undefined;
  const ofLane = (lane: number | undefined): number | undefined => {
    const found = groupEvidence.findIndex(({ lanes }) => lane !== undefined && lanes.includes(lane));
    return found < 0 ? undefined : found;
  };
  const most = Math.max(...groupEvidence.map(({ wavefronts }) => wavefronts));
  const drawn = ofLane(hoveredLane) ?? matrix ?? ofLane(namedLanes[0]) ?? groupEvidence.findIndex(({ wavefronts }) => wavefronts === most);
  return { drawn, of: groupEvidence.length, lanes: groupEvidence[drawn]!.lanes };
}
