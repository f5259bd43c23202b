import { WARP_SIZE, explainGlobal, h100, type Device } from "#simulator";
import { count, decimal } from "#pictures/format.ts";
import { emphasisOf, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import { memoryRows, type MemoryRow } from "#pictures/memory-rows.ts";
import { requestReadings, type Reading } from "#pictures/readings.ts";
import { kernelCost, type KernelCost } from "./kernel-cost.ts";
import { ELEMENT_OF, TILE_SIDES, requestOf, type Element, type Matrix, type Product, type TileSide } from "./product.ts";
import { attainableGflops, rooflineOf, type Roofline } from "./roofline.ts";
import { details, laneWords, roofWords, sentence } from "./words.ts";
import { flopRate, scaled } from "./units.ts";

export interface Settings extends Product {
  readonly device: Device;
  /** The step of the block that is shown, from 0. */
  readonly step: number;
  readonly hoveredLane?: number;
}

/** A block of the matrix product in one of its steps, and where the whole kernel stands under the roof, as plain data. */
export interface Picture extends Product {
  readonly step: number;
  readonly lanes: readonly LaneCell[];
  /** What the warp's lanes load of A and B, and own of C. */
  readonly cells: Readonly<Record<Matrix, readonly LaneElement[]>>;
  /** The warp's two loads of this step. */
  readonly loads: readonly Load[];
  readonly roofline: Roofline;
  /** One for each tile, the shown one among them. */
  readonly points: readonly Point[];
  readonly roofWords: string;
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
  readonly matrix: "a" | "b";
  readonly rows: readonly MemoryRow[];
  readonly readings: readonly Reading[];
}

/** The kernel with one tile side, under the roof. */
export interface Point {
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
    const rows = memoryRows({ explanation, memoryModel: "sector", pointed, windows: [] });
    return { matrix, rows, readings: requestReadings(explanation, "sector") };
  };
  return {
    ...product,
    step,
    lanes: Array.from({ length: WARP_SIZE }, (_, lane) => ({
      lane,
      active: true,
      named: false,
      emphasis: emphasisOf([lane], pointed),
      label: laneWords(product, step, lane),
    })),
    cells: { a: cells("a"), b: cells("b"), c: cells("c") },
    loads: [load("a"), load("b")],
    roofline,
    points: TILE_SIDES.map((tileSide) => {
      const { intensity } = kernelCost({ ...product, tileSide });
      return { tileSide, intensity, gflops: attainableGflops(roofline, intensity), shown: tileSide === product.tileSide };
    }),
    roofWords: roofWords(device, roofline),
    readings: readings(cost, roofline),
    sentence: sentence(product, cost, device, roofline),
    details: details(product, device, roofline),
    pointed: hoveredLane === undefined ? undefined : laneWords(product, step, hoveredLane),
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
