import {
  BANK_COUNT,
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  WORD_BYTES,
  isActive,
  positionIn,
  volume,
  type AccessWidth,
  type Launch,
  type WarpRequest,
} from "#simulator";
import { count, ranges } from "#pictures/format.ts";
import type { LaneCell, LaneRow, LaneRows } from "../cell/lane-rows.ts";
import type { BlockRequest } from "./block-requests.ts";
import type { LabAccess } from "./profile.ts";

const AXES = ["x", "y", "z"] as const;
const NOTHING: LaneCell = { text: "", plain: "", order: undefined };
const numberCell = (value: number): LaneCell => ({ text: count(value), plain: String(value), order: value });

/** The request as the pictures draw it: an atomic brings and takes, and is drawn as a load. Undefined for a memory without a picture. */
export function drawnRequest(
  { space, activeMask, addresses }: Pick<BlockRequest, "space" | "activeMask"> & { readonly addresses: ArrayLike<number> },
  { op, bytesPerLane }: { readonly op: LabAccess["op"]; readonly bytesPerLane: AccessWidth },
): WarpRequest | undefined {
  if (space !== "global" && space !== "shared") return undefined;
  return { space, op: op === "store" ? "store" : "load", bytesPerLane, activeMask: activeMask >>> 0, addresses: Array.from(addresses) };
}

/** Lane by lane: the thread, the element that it accesses, and where that lies in memory. */
export function labLanes(request: BlockRequest, bytesPerLane: number, { blockDim }: Launch): LaneRows {
  const axes = AXES.filter((axis) => axis === "x" || blockDim[axis] > 1);
  const hasElements = request.elementBytes > 1;
  const places = request.space === "shared" ? ["bank", "word"] : request.space === "global" ? ["sector", "line"] : [];
  return {
    columns: ["lane", ...axes.map((axis) => `threadIdx.${axis}`), ...(hasElements ? ["element"] : []), "byte address", ...places],
    rows: Array.from({ length: WARP_SIZE }, (_, lane): LaneRow => {
      const number = request.warp * WARP_SIZE + lane;
      const thread = number < volume(blockDim) ? positionIn(blockDim, number) : undefined;
      const active = isActive(request.activeMask >>> 0, lane);
      const address = request.addresses[lane] ?? 0;
      const element = address / request.elementBytes;
      return {
        lane,
        cells: [
          numberCell(lane),
          ...axes.map((axis) => (thread === undefined ? NOTHING : numberCell(thread[axis]))),
          ...(hasElements ? [!active ? NOTHING : Number.isInteger(element) ? numberCell(element) : numberCell(Math.floor(element))] : []),
          ...(active
            ? [numberCell(address), ...placeCells(request.space, address, bytesPerLane)]
            : [NOTHING, ...places.map(() => NOTHING)]),
        ],
        wrong: undefined,
        isActive: active,
      };
    }),
  };
}

function placeCells(space: BlockRequest["space"], address: number, bytesPerLane: number): LaneCell[] {
  if (space === "global") return [Math.floor(address / SECTOR_BYTES), Math.floor(address / CACHE_LINE_BYTES)].map(numberCell);
  if (space !== "shared") return [];
  const first = Math.floor(address / WORD_BYTES);
  const words = Array.from({ length: Math.max(1, bytesPerLane / WORD_BYTES) }, (_, i) => first + i);
  const cell = (numbers: number[]): LaneCell => ({ text: ranges(numbers), plain: ranges(numbers), order: numbers[0] });
  return [cell(words.map((word) => word % BANK_COUNT)), cell(words)];
}
