import { FULL_MASK, WARP_SIZE, explainGlobal, h100, type Device } from "#simulator";
import { count, decimal } from "#pictures/format.ts";
import { emphasisOf, laneCells, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import { memoryRows, type LineRow } from "#pictures/memory-rows.ts";
import { requestReadings, type Reading } from "#pictures/readings.ts";
import {
  ELEMENT_OF,
  TILE_SIDES,
  kernelCost,
  requestOf,
  type Element,
  type KernelCost,
  type Matrix,
  type Product,
  type TileSide,
} from "./product.ts";
import { attainableGflops, flopRate, rooflineOf, scaled, type Roofline } from "./roofline.ts";
import { details, laneCaption, roofCaption, sentence } from "./captions.ts";

interface Settings extends Product {
  readonly device: Device;
  /** The step of the block that is shown, from 0. */
  readonly step: number;
  readonly hoveredLane?: number | undefined;
}

/** A block of the matrix product in one of its steps, and the whole kernel's point under the roofline, as plain data. */
export interface Picture extends Product {
  readonly step: number;
  readonly lanes: readonly LaneCell[];
  /** The elements of A and B that the warp's lanes load, and the elements of C that they own. */
  readonly cells: Readonly<Record<Matrix, readonly LaneElement[]>>;
  /** The warp's two loads of this step. */
  readonly loads: Readonly<Record<"a" | "b", Load>>;
  readonly roofline: Roofline;
  /** One per tile side, the shown one among them. */
  readonly points: readonly Point[];
  readonly roofCaption: string;
  readonly readings: readonly Reading[];
  readonly sentence: string;
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

export interface LaneElement extends Element {
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
}

export interface Load {
  /** "A" or "B". */
  readonly name: string;
  readonly lines: readonly LineRow[];
  /** The load in one sentence. */
  readonly caption: string;
  readonly readings: readonly Reading[];
}

/** The kernel with one tile side: a point under the roofline. */
interface Point {
  readonly tileSide: TileSide;
  /** FLOP/B. */
  readonly intensity: number;
  readonly gflops: number;
  readonly shown: boolean;
}

export function model({ device, step, hoveredLane, ...product }: Settings): Picture {
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const roofline = rooflineOf(device);
  const cost = kernelCost(product);
  const cells = (matrix: Matrix) => laneElements(matrix, product, step, pointed);
  const load = (matrix: "a" | "b"): Load => {
    const explanation = explainGlobal(requestOf(matrix, product, step), h100);
    const lines = memoryRows({ explanation, memoryModel: "sector", pointed, windows: [] }).filter((row) => row.kind === "line");
    const name = matrix.toUpperCase();
    const caption = `The load of ${name} touches ${count(explanation.sectors)} sectors in ${lines.length} lines`;
    return { name, lines, caption, readings: requestReadings(explanation, "sector") };
  };
  return {
    ...product,
    step,
    lanes: laneCells({ activeMask: FULL_MASK }, { pointed, label: (lane) => laneCaption(product, step, lane) }),
    cells: { a: cells("a"), b: cells("b"), c: cells("c") },
    loads: { a: load("a"), b: load("b") },
    roofline,
    points: TILE_SIDES.map((tileSide) => {
      const { intensity } = kernelCost({ ...product, tileSide });
      return { tileSide, intensity, gflops: attainableGflops(roofline, intensity), shown: tileSide === product.tileSide };
    }),
    roofCaption: roofCaption(device, roofline),
    readings: readings(cost, roofline),
    sentence: sentence(product, cost, device, roofline),
    details: details(product, device, roofline),
    pointed: hoveredLane === undefined ? undefined : laneCaption(product, step, hoveredLane),
  };
}

function readings({ requests, movedBytes, readsPerElement, flop, intensity }: KernelCost, roofline: Roofline): Reading[] {
  return [
    { name: "requests, whole kernel", value: scaled(requests, "") },
    { name: "bytes moved", value: scaled(movedBytes, "B") },
    { name: "loads of each element", value: count(readsPerElement), ideal: count(1) },
    { name: "operations", value: scaled(flop, "FLOP") },
    { name: "arithmetic intensity", value: `${decimal(intensity)} FLOP/B` },
    { name: "memory and peak allow", value: flopRate(attainableGflops(roofline, intensity)) },
  ];
}

/** The elements of a matrix that the warp touches; one that several lanes share is one element. */
function laneElements(matrix: Matrix, product: Product, step: number, pointed: ReadonlySet<number> | undefined): LaneElement[] {
  const elements = new Map<number, { element: Element; lanes: number[] }>();
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    const element = ELEMENT_OF[matrix](product, step, lane);
    const index = element.row * product.n + element.column;
    const shared = elements.get(index) ?? { element, lanes: [] };
    shared.lanes.push(lane);
    elements.set(index, shared);
  }
  return [...elements.values()].map(({ element, lanes }) => ({ ...element, lanes, emphasis: emphasisOf(lanes, pointed) }));
}
