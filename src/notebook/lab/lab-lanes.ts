import {
  BANK_COUNT,
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  WORD_BYTES,
  isActive,
  laneFault,
  positionIn,
  volume,
  type Launch,
  type RequestFault,
  type WarpRequest,
} from "#simulator";
import { bytes, count, ranges } from "#pictures/format.ts";
import type { DrawnRequest } from "#pictures/request-drawing.ts";
import type { LaneCell, LaneRow, LaneRows } from "../cell/lane-rows.ts";
import { elementAt, elementName, type BlockArray } from "./block-arrays.ts";
import { valueOfLane, type BlockRequest, type LaneValues } from "./block-recorder.ts";
import { foundValue, movedValue } from "./lane-facts.ts";
import type { LabFinding } from "./profile.ts";

const AXES = ["x", "y", "z"] as const;
const NOTHING: LaneCell = { text: "", plain: "", order: undefined };
const numberCell = (value: number): LaneCell => ({ text: count(value), plain: String(value), order: value });

/** The request as the pictures draw it: an atomic brings and takes, and is drawn as a load. Undefined for a memory without a picture. */
export function drawnRequest(
  {
    space,
    activeMask,
    addresses,
    instruction,
  }: Pick<BlockRequest, "space" | "activeMask" | "instruction"> & { readonly addresses: ArrayLike<number> },
  { op, bytesPerLane }: Pick<BlockRequest, "op" | "bytesPerLane">,
): WarpRequest | undefined {
  if (space !== "global" && space !== "shared") return undefined;
  return {
    space,
    op: op === "store" ? "store" : "load",
    bytesPerLane,
    ...(instruction && { instruction }),
    activeMask: activeMask >>> 0,
    addresses: Array.from(addresses),
  };
}

/**
 * A request that leaves an array, or a row of one, against the bounds of what it left. Of a row only those lanes are shown that are in it,
 * and the one that the finding names: others are in rows of their own. Undefined for local memory, where each lane has its own array.
 */
export function requestThatLeft({ kind, request, space, left, op, bytesPerLane, text }: LabFinding): DrawnRequest | undefined {
  if (!request || !left || !op || !bytesPerLane || space === "local" || left.base % bytesPerLane !== 0) return undefined;
  const arrayBytes = left.length * left.element.bytes;
  const isRow = kind === "out-of-row";
  const byteAddresses = request.addresses.map((address, lane) => {
    const offset = address - left.base;
    const isShown = isActive(request.activeMask >>> 0, lane) && (!isRow || lane === request.lane || (offset >= 0 && offset < arrayBytes));
    return isShown ? offset : null;
  });
  return {
    access: text,
    array: left.name,
    lanes: [request.lane],
    request: {
      space: space === "shared" ? "shared" : "global",
      op: op === "store" ? "store" : "load",
      bytesPerLane,
      activeMask: request.activeMask >>> 0,
      addresses: byteAddresses.map((address) => address ?? 0),
    },
    fault: { byteAddresses, arrayBytes, ...(isRow && { bounded: "row" }) },
  };
}

/** "Lanes 16–31 are outside `left`, which has 128 B; they don't get there." */
export function leftWords({ kind, left, bytesPerLane }: LabFinding, { byteAddresses, arrayBytes }: RequestFault): string {
  const outside = byteAddresses.flatMap((address, lane) => (laneFault(address, { arrayBytes }, bytesPerLane!) === "outside" ? [lane] : []));
  const lanes = `${outside.length === 1 ? "Lane" : "Lanes"} ${ranges(outside)} ${outside.length === 1 ? "is" : "are"} outside`;
  if (kind === "out-of-row") return `${lanes} the row, which has ${bytes(arrayBytes)}. Lanes of other rows are not drawn.`;
  return `${lanes} ${left!.name || "the array"}, which has ${bytes(arrayBytes)}: the lab leaves ${outside.length === 1 ? "its access" : "their accesses"} out.`;
}

/** Lane by lane: the thread, the element that it accesses, where that lies in memory, and the value that goes there or comes from there. */
export function labLanes(request: BlockRequest, { blockDim }: Launch, arrays: readonly BlockArray[]): LaneRows {
  const axes = AXES.filter((axis) => axis === "x" || blockDim[axis] > 1);
  const elements = Array.from(request.addresses, (address, lane) =>
    isActive(request.activeMask >>> 0, lane) && request.space !== "local" ? elementAt(arrays, request.base + address) : undefined,
  );
  const hasElements = elements.some((one) => one !== undefined);
  const places = request.space === "shared" ? ["bank", "word"] : request.space === "global" ? ["sector", "line"] : [];
  const values = [...(request.values.length > 0 ? ["value"] : []), ...(request.found === undefined ? [] : ["finds"])];
  return {
    columns: [
      "lane",
      ...axes.map((axis) => `threadIdx.${axis}`),
      ...(hasElements ? ["element"] : []),
      "byte address",
      ...places,
      ...values,
    ],
    rows: Array.from({ length: WARP_SIZE }, (_, lane): LaneRow => {
      const number = request.warp * WARP_SIZE + lane;
      const thread = number < volume(blockDim) ? positionIn(blockDim, number) : undefined;
      const active = isActive(request.activeMask >>> 0, lane);
      const address = request.addresses[lane] ?? 0;
      return {
        lane,
        cells: [
          numberCell(lane),
          ...axes.map((axis) => (thread === undefined ? NOTHING : numberCell(thread[axis]))),
          ...(hasElements ? [elementCell(elements[lane])] : []),
          ...(active
            ? [numberCell(address), ...placeCells(request.space, address, request.bytesPerLane), ...valueCells(request, lane, arrays)]
            : [NOTHING, ...places.map(() => NOTHING), ...values.map(() => NOTHING)]),
        ],
        wrong: undefined,
        isActive: active,
      };
    }),
  };
}

/** The index of an element; of an array with rows, all its indexes. */
function elementCell(at: ReturnType<typeof elementAt>): LaneCell {
  if (at === undefined) return NOTHING;
  const { array, element } = at;
  return array.lengths.length > 1
    ? { text: elementName(array, element), plain: elementName(array, element), order: element }
    : numberCell(element);
}

/** What goes to memory or comes from there, and what an atomic finds. */
function valueCells(request: BlockRequest, lane: number, arrays: readonly BlockArray[]): LaneCell[] {
  const [value] = request.values;
  const cell = (text: string, of: LaneValues | undefined): LaneCell => ({
    text,
    plain: text,
    // A number of eight bits is another than the word that holds it.
    order: of === undefined ? undefined : Number.isNaN(Number(text)) ? Number(valueOfLane(of, lane)) : Number(text),
  });
  const found = foundValue(request, lane, arrays);
  return [
    ...(value === undefined ? [] : [cell(movedValue(request, lane, arrays), value)]),
    ...(found === undefined ? [] : [cell(found, request.found?.[0])]),
  ];
}

function placeCells(space: BlockRequest["space"], address: number, bytesPerLane: number): LaneCell[] {
  if (space === "global") return [Math.floor(address / SECTOR_BYTES), Math.floor(address / CACHE_LINE_BYTES)].map(numberCell);
  if (space !== "shared") return [];
  const first = Math.floor(address / WORD_BYTES);
  const words = Array.from({ length: Math.max(1, bytesPerLane / WORD_BYTES) }, (_, i) => first + i);
  const cell = (numbers: number[]): LaneCell => ({ text: ranges(numbers), plain: ranges(numbers), order: numbers[0] });
  return [cell(words.map((word) => word % BANK_COUNT)), cell(words)];
}
