import {
  CACHE_LINE_BYTES,
  PIECE_BYTES,
  ROWS_PER_MATRIX,
  SECTOR_BYTES,
  WARP_SIZE,
  copyCost,
  describeLayout,
  deviceForWidth,
  globalCost,
  h100,
  matrixCost,
  sharedCost,
  swizzled,
  tileAddress,
  tilePitch,
  tileSectors,
  type GlobalCost,
  type Swizzle,
  type WarpRequest,
} from "#simulator";
import { fragmentRequests } from "#simulator/fragment-requests.ts";
import { ELEMENT_BYTES, holdersOf, matrixFragment, mmaFragment } from "#simulator/fragments.ts";
import { columnWavefronts, layoutOffset, parseLayout } from "#figures/cute-layout/layout.ts";
import { laneExpression } from "../lane-expression.ts";
import type { Simulated } from "./evidence.ts";
import { labNumber } from "./lab-numbers.ts";

type Entry<Of extends Simulated["of"]> = Extract<Simulated, { of: Of }>;

/** The number of a claim's simulated entry, computed again. */
export function simulatedNumber(entry: Simulated): number {
  switch (entry.of) {
    case "arithmetic":
      return laneExpression(entry.calculate)(0);
    case "shared":
      return sharedCost({ space: "shared", ...request(entry) }, h100)[entry.count];
    case "global":
      return readings[entry.count](globalCost({ space: "global", ...request(entry) }, deviceForWidth(entry.width)));
    case "matrices":
      return matrixCost({ op: entry.op, matrices: entry.matrices, sharedAddresses: byLane(entry.at) })[entry.count];
    case "copy":
      return copyNumber(entry);
    case "box":
      return boxNumber(entry);
    case "fragment":
      return fragmentNumber(entry);
    case "wmma":
      return wmmaNumber(entry);
    case "layout":
      return layoutNumber(entry);
    case "layout name":
      return swizzleOfBytes(entry)[entry.count];
    case "lab":
      return labNumber(entry);
  }
}

const readings: Record<Entry<"global">["count"], (cost: GlobalCost) => number> = {
  requests: (cost) => cost.requests,
  sectors: (cost) => cost.sectors,
  idealSectors: (cost) => cost.idealSectors,
  cacheLines: (cost) => cost.cacheLines,
  tagWavefronts: (cost) => cost.tagWavefronts,
  usefulBytes: (cost) => cost.usefulBytes,
  sectorBytes: (cost) => cost.sectors * SECTOR_BYTES,
  lineBytes: (cost) => cost.cacheLines * CACHE_LINE_BYTES,
  dramReadBytes: (cost) => cost.dramReadBytes,
  dramWriteBytes: (cost) => cost.dramWriteBytes,
  efficiency: (cost) => cost.usefulBytes / (cost.sectors * SECTOR_BYTES),
  lineUtilisation: (cost) => cost.usefulBytes / (cost.cacheLines * CACHE_LINE_BYTES),
  bytesPerSector: (cost) => cost.usefulBytes / cost.sectors,
  dramAmplification: (cost) => cost.dramReadBytes / cost.usefulBytes,
};

function request({ op, at, width, lanes }: Entry<"global"> | Entry<"shared">): Omit<WarpRequest, "space"> {
  return { op, bytesPerLane: width, activeMask: maskOf(lanes), addresses: byLane(at) };
}

const allLanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane);

function byLane(expression: string): number[] {
  return allLanes.map(laneExpression(expression));
}

function maskOf(lanes: string | undefined): number {
  const isActive = lanes === undefined ? () => 1 : laneExpression(lanes);
  return allLanes.reduce((mask, lane) => (isActive(lane) ? mask | (1 << lane) : mask), 0) >>> 0;
}

function copyNumber({ cache, width, from, to, bytes, lanes, count }: Entry<"copy">): number {
  const sourceBytes = bytes === undefined ? undefined : byLane(bytes);
  const addresses = { globalAddresses: byLane(from), sharedAddresses: byLane(to) };
  return copyCost({ cache, bytesPerLane: width, activeMask: maskOf(lanes), ...addresses, sourceBytes }, h100)[count];
}

/** Bytes from row to row of the tensor that boxes are copied out of. */
const TENSOR_PITCH = 512;

function boxNumber({ mode, width, rows, from, to, row, piece, count }: Entry<"box">): number {
  const tile = { mode, boxBytes: width, sharedAddress: to };
  switch (count) {
    case "place":
      return Math.floor((tileAddress(tile, row, piece * PIECE_BYTES) % CACHE_LINE_BYTES) / PIECE_BYTES);
    case "pitch":
      return tilePitch(tile);
    case "bytes":
      return rows * tilePitch(tile);
    case "sectors":
      return tileSectors(
        tile,
        Array.from({ length: rows }, (_, row) => row * TENSOR_PITCH + from),
      );
  }
}

function fragmentNumber({ instruction, product, operand, row, column, count }: Entry<"fragment">): number {
  if (instruction === "mma" && (product === undefined || operand === undefined))
    throw new RangeError("a fragment of mma has a product and an operand");
  const fragment = instruction === "mma" ? mmaFragment(product!, operand!) : matrixFragment(instruction === "ldmatrix.trans");
  const holders = holdersOf(fragment, { row, column });
  if (holders.length !== 1) throw new RangeError(`${holders.length} lanes hold element (${row}, ${column}) of ${instruction}`);
  return count === "lane" ? holders[0]!.lane : fragment.elements[holders[0]!.lane]!.length;
}

function wmmaNumber({ product, operand, leading, count }: Entry<"wmma">): number {
  const elementBytes = ELEMENT_BYTES[product.type];
  const requests = fragmentRequests({ product, operand, elementBytes, byRows: true, space: "shared", op: "load" }, 0, leading);
  const costs = requests.map((part) =>
    part.kind === "matrices"
      ? matrixCost({ op: "load", matrices: part.matrices, sharedAddresses: part.addresses })
      : sharedCost(
          { space: "shared", op: "load", bytesPerLane: part.bytesPerLane, activeMask: maskOf(undefined), addresses: part.addresses },
          h100,
        ),
  );
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  switch (count) {
    case "instructions":
      return requests.length;
    case "matrices":
      return sum(requests.map((part) => (part.kind === "matrices" ? part.matrices : 0)));
    case "wavefronts":
    case "bankConflicts":
      return sum(costs.map((cost) => cost[count]));
  }
}

const swizzleOf = ([bits, base, shift]: readonly [number, number, number]): Swizzle => ({ bits, base, shift });

function layoutNumber({ layout, swizzle = [0, 0, 3], row, column, count }: Entry<"layout">): number {
  if (count === "offset") return layoutOffset(layout, row, column, swizzleOf(swizzle));
  const wavefronts = columnWavefronts(parseLayout(layout), swizzleOf(swizzle), column);
  if (wavefronts === undefined) throw new RangeError(`${layout} has fewer than ${ROWS_PER_MATRIX} rows`);
  return wavefronts;
}

/** How a verdict names the swizzle of a tile's elements, in bytes. */
function swizzleOfBytes({ swizzle, elementBytes }: Entry<"layout name">): Swizzle {
  const columns = CACHE_LINE_BYTES / elementBytes;
  const together = PIECE_BYTES / elementBytes;
  const offsets = Array.from({ length: (ROWS_PER_MATRIX * columns) / together }, (_, piece) =>
    swizzled(piece * together, swizzleOf(swizzle)),
  );
  const { name } = describeLayout({ rows: ROWS_PER_MATRIX, columns, bytesPerElement: elementBytes, together, offsets });
  if (name.kind !== "swizzle") throw new RangeError(`the layout is named ${name.kind}`);
  return name.ofBytes;
}
