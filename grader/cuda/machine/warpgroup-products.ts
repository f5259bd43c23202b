import {
  DESCRIBED_BYTES,
  PRODUCT_ROWS,
  PRODUCT_ROW_BYTES,
  decodeDescriptor,
  describedAddress,
  productWavefronts,
  type DescribedMatrix,
  type MatrixDescriptor,
} from "#simulator/matrix-descriptor.ts";
import { ELEMENT_BYTES } from "#simulator/fragments.ts";
import { PIECE_BYTES } from "#simulator/tma-tile.ts";
import { WARP_SIZE } from "#simulator/warp-request.ts";
import {
  MOST_COLUMNS,
  WARPGROUP_WARPS,
  WARP_ROWS,
  columnsOf,
  type WarpFactors,
  type WarpgroupProduct,
} from "#simulator/warpgroup-product.ts";
import type { FindingKind } from "../errors/findings.ts";
import type { InstructionName } from "../ir/instructions.ts";
import type { Step } from "../ir/program.ts";
import type { Span } from "../source-error.ts";
import type { Copy } from "./cluster-races.ts";
import type { Finding } from "./findings.ts";
import { grouped, type Memory } from "./memory.ts";
import { overlapWords } from "./overlapping-matrix.ts";
import type { RequestStream } from "./request-stream.ts";
import type { WarpOrder } from "./warp-order.ts";

export type WarpgroupStep = Step & { kind: "warpgroupProduct" };

type WarpgroupInstruction = Exclude<Extract<InstructionName, `wgmma.${string}`>, "wgmma.wait">;

const FULL_MASK = -1;
/** Lines of 128 bytes after which every swizzle repeats. */
const PATTERN_BYTES = 1024;

/** A warp's share of a product that reads shared memory while the warp goes on: what writes there must know that it is done. */
interface ProductUnderWay extends Copy {
  readonly step: WarpgroupStep;
  /** The thread, counted in its block, that stands for the warp. */
  readonly thread: number;
}

export function isProduct(copy: Copy): copy is ProductUnderWay {
  return "step" in copy;
}

/** The products that a warp has begun. */
interface WarpProducts {
  /** Products that no group has yet. */
  open: ProductUnderWay[];
  /** For each group so far, how many products the warp had begun when it was closed. */
  readonly groups: number[];
  /** The groups that the warp has waited for. */
  done: number;
  isFenced: boolean;
  /** Products by number whose registers were set or taken since the last fence. */
  readonly touched: Set<number>;
  /** Variables with sums, by number, that have got a value. */
  readonly set: Set<number>;
  /** The last product of each number. */
  readonly last: Map<number, ProductUnderWay>;
  /** How many products it has begun. */
  begun: number;
  hasEnded: boolean;
}

/** A product of a warpgroup, as its first warp has begun it. */
interface GroupProduct {
  readonly step: WarpgroupStep;
  readonly descriptors: readonly bigint[];
}

interface Warpgroup {
  /** The number under which warps know of its groups of products. */
  readonly agent: number;
  readonly products: GroupProduct[];
}

/** Tells what is wrong with a product, at a place in the text. */
interface ProductReports {
  readonly find: (
    kind: FindingKind,
    span: Span,
    thread: number,
    rank: number,
    words: string,
    address?: number,
    more?: Pick<Finding, "unset">,
  ) => void;
  readonly nameOf: (address: number) => string;
  readonly threadOf: (epoch: number) => string;
}

/** A launch's products of warpgroups: which shared memory they read, and who has waited for them. */
export class WarpgroupProducts {
  readonly #memory: Memory;
  readonly #stream: RequestStream;
  readonly #order: WarpOrder | undefined;
  readonly #reports: ProductReports;
  readonly #threads: number;
  readonly #warps: number;
  #ofWarps: (WarpProducts | undefined)[] = [];
  /** The products of each warpgroup of the cluster that runs, in order. */
  readonly #ofGroups = new Map<number, Warpgroup>();
  readonly #places = new Map<string, Int32Array>();
  readonly #pieces = new Map<Int32Array, Map<number, ReadonlySet<number>>>();
  readonly #a = new Uint8Array(WARP_ROWS * PRODUCT_ROW_BYTES);
  readonly #b = new Uint8Array(MOST_COLUMNS * PRODUCT_ROW_BYTES);

  /** @param threads of a block */
  constructor(memory: Memory, stream: RequestStream, order: WarpOrder | undefined, threads: number, reports: ProductReports) {
    this.#memory = memory;
    this.#stream = stream;
    this.#order = order;
    this.#reports = reports;
    this.#threads = threads;
    this.#warps = Math.ceil(threads / WARP_SIZE);
  }

  startCluster(): void {
    this.#ofWarps = [];
    this.#ofGroups.clear();
  }

  /** A block has ended: its warpgroups should have begun the same products, and waited for them. */
  endBlock(rank: number): void {
    for (let warp = 0; warp < this.#warps; warp++) {
      const own = this.#ofWarps[rank * this.#warps + warp];
      const { products } = this.#warpgroup(rank, warp);
      if ((own?.begun ?? 0) < products.length) {
        const { step } = products[own?.begun ?? 0]!;
        this.#reports.find("partial-warpgroup", step.span, warp * WARP_SIZE, rank, `has not run a product that other warps of its warpgroup have: all four warps multiply together.`); // prettier-ignore
      }
      const left = own && (own.open[0] ?? [...own.last.values()].find((product) => !this.#isDone(own, product)));
      if (left) this.#reports.find("unfinished-copy", left.step.span, left.thread, rank, `begins a product that nobody has waited for when its block ends: \`wgmma.commit_group\`, then \`wgmma.wait_group 0\`.`); // prettier-ignore
    }
  }

  /** Whether all warps of a warp's group have begun what it waits for, all but so many of its last groups; who has ended begins nothing more. */
  haveAllBegun(rank: number, warp: number, allowed: number): boolean {
    const own = this.#warp(rank, warp);
    const needed = own.groups[own.groups.length - allowed - 1] ?? 0;
    return this.#warpsAround(warp).every((one) => {
      const { begun, hasEnded } = this.#warp(rank, one);
      return hasEnded || begun >= needed;
    });
  }

  /** A warp goes on behind its wait: the products are done, for all warps of its group. */
  wait(rank: number, warp: number, allowed: number): void {
    const own = this.#warp(rank, warp);
    own.done = Math.max(own.done, own.groups.length - allowed);
    this.#order?.completed(rank * this.#warps + warp, this.#warpgroup(rank, warp).agent, own.done, FULL_MASK);
  }

  endWarp(rank: number, warp: number): void {
    this.#warp(rank, warp).hasEnded = true;
  }

  #warpsAround(warp: number): number[] {
    const first = warp - (warp % WARPGROUP_WARPS);
    return Array.from({ length: Math.min(WARPGROUP_WARPS, this.#warps - first) }, (_, index) => first + index);
  }

  /** `wgmma.fence` and `commit_group`, and what threads do with registers. */
  execute(name: WarpgroupInstruction, rank: number, warp: number, span: Span, operands: readonly number[]): void {
    const own = this.#warp(rank, warp);
    switch (name) {
      case "wgmma.fence":
        own.isFenced = true;
        own.touched.clear();
        return;
      case "wgmma.commit":
        for (const product of own.open) product.ordinal = own.groups.length;
        own.open = [];
        own.groups.push(own.begun);
        return;
      case "wgmma.taken": {
        const early = operands.map((number) => own.last.get(number)).find((product) => product && !this.#isDone(own, product));
        if (!early) return;
        const why =
          early.ordinal === undefined
            ? "the product is in no group yet: `wgmma.commit_group` comes before the wait"
            : "nobody has waited for its group";
        return this.#reports.find("early-read", span, warp * WARP_SIZE, rank, `takes the sums of a product that may still go on: ${why}.`);
      }
      case "wgmma.touched":
        for (const number of operands) own.touched.add(number);
        return;
      case "wgmma.set":
        for (const number of operands) own.set.add(number);
    }
  }

  /**
   * Begins a warp's share of a product, and fetches its matrices from shared memory: they are as they are now.
   *
   * @param descriptors of b, and of a if it is in shared memory: of each lane
   * @param held the registers of a
   * @param adds whether it adds to what its sums were: scale-d
   * @returns undefined if the product cannot be carried out
   */
  begin(
    rank: number,
    step: WarpgroupStep,
    warp: number,
    mask: number,
    descriptors: readonly (readonly bigint[])[],
    held: Float64Array | undefined,
    adds: boolean,
  ): WarpFactors | undefined {
    const { product, number, sums = [] } = step;
    const own = this.#warp(rank, warp);
    const thread = warp * WARP_SIZE;
    const tell = (kind: FindingKind, words: string, more?: Pick<Finding, "unset">): void =>
      this.#reports.find(kind, step.span, thread, rank, words, undefined, more);
    this.#checkWarpgroup(rank, step, warp, mask, descriptors, tell);
    if (!own.isFenced || (number !== undefined && own.touched.has(number))) {
      const why = own.isFenced ? "its registers were set or read since the last one" : "the first product needs one, too";
      tell("register-fence", `begins a product without a \`wgmma.fence\` before it: ${why}. (nvcc adds it, and says so: C7519.)`); // prettier-ignore
      own.isFenced = true;
      if (number !== undefined) own.touched.delete(number);
    }
    const unset = adds ? sums.find((sum) => !own.set.has(sum.number)) : undefined;
    if (unset)
      tell("uninitialized", `begins a product that adds to \`${unset.name}\`, which nothing has set: scale-d is 1, and a GPU's registers hold anything. Pass 0 as scale-d of the first product, or set \`${unset.name}\` to 0 before it.`, { unset: unset.name }); // prettier-ignore
    const underWay: ProductUnderWay = { id: 0, agent: this.#warpgroup(rank, warp).agent, ordinal: undefined, step, thread };
    own.open.push(underWay);
    if (number !== undefined) own.last.set(number, underWay);
    own.begun++;
    const k = columnsOf(product);
    const b: DescribedMatrix = { rows: product.n, k, elementBytes: bytesOf(product), major: product.majors[1] };
    if (!this.#fetch(underWay, rank, warp, "b", descriptors[0]![0]!, b, 0, product.n, this.#b)) return undefined;
    if (held) takeRows(held, this.#a);
    else {
      const a: DescribedMatrix = { rows: PRODUCT_ROWS, k, elementBytes: bytesOf(product), major: product.majors[0] };
      const first = WARP_ROWS * (warp % WARPGROUP_WARPS);
      if (!this.#fetch(underWay, rank, warp, "a", descriptors[1]![0]!, a, first, WARP_ROWS, this.#a)) return undefined;
    }
    // The four warps read b once.
    const readsA = held === undefined;
    const ofA = productWavefronts({ n: 0, readsA }) / WARPGROUP_WARPS;
    this.#stream.product(step.site, ofA + (warp % WARPGROUP_WARPS === 0 ? productWavefronts({ n: product.n, readsA: false }) : 0));
    return { a: this.#a, b: this.#b };
  }

  #checkWarpgroup(
    rank: number,
    step: WarpgroupStep,
    warp: number,
    mask: number,
    descriptors: readonly (readonly bigint[])[],
    tell: (kind: FindingKind, words: string) => void,
  ): void {
    const last = Math.min(this.#threads, (warp - (warp % WARPGROUP_WARPS) + WARPGROUP_WARPS) * WARP_SIZE);
    if (mask !== FULL_MASK) tell("partial-warpgroup", "runs a product of a warpgroup while other lanes of its warp don't: all 128 threads multiply together.");
    else if (last % (WARPGROUP_WARPS * WARP_SIZE) !== 0)
      tell("partial-warpgroup", `runs a product of a warpgroup that has ${grouped(last % (WARPGROUP_WARPS * WARP_SIZE))} threads: four warps multiply together, 128 threads from a multiple of 128 on.`); // prettier-ignore
    const lanes = descriptors.findIndex((each) => each.some((one) => one !== each[0]));
    if (lanes >= 0)
      tell("partial-warpgroup", "gives another matrix descriptor than other lanes of its warp: a product has one for all threads.");
    const { products: all } = this.#warpgroup(rank, warp);
    const at = this.#warp(rank, warp).begun;
    const known = all[at];
    const mine: GroupProduct = { step, descriptors: descriptors.map(([first]) => first!) };
    if (!known) all[at] = mine;
    else if (known.step !== step)
      tell("partial-warpgroup", "runs another product than other warps of its warpgroup: all four warps run the same ones, in the same order."); // prettier-ignore
    else if (known.descriptors.some((one, index) => one !== mine.descriptors[index]))
      tell("partial-warpgroup", "gives another matrix descriptor than other warps of its warpgroup: a product has one for all threads.");
  }

  /** Copies rows of a matrix, 32 bytes each, and notes that they are read. Returns false if they are not in shared memory. */
  #fetch(
    product: ProductUnderWay,
    rank: number,
    warp: number,
    name: "a" | "b",
    bits: bigint,
    matrix: DescribedMatrix,
    first: number,
    rows: number,
    into: Uint8Array,
  ): boolean {
    const descriptor = decodeDescriptor(bits);
    const { sharedBase } = this.#memory.windowsOf(rank);
    const { sharedBytes, u8 } = this.#memory;
    // A descriptor has 18 bits of an address.
    const start = sharedBase + ((((descriptor.startAddress - sharedBase) % DESCRIBED_BYTES) + DESCRIBED_BYTES) % DESCRIBED_BYTES);
    const places = this.#placesOf(descriptor, start % PATTERN_BYTES, matrix, first, rows);
    const { elementBytes } = matrix;
    const end = sharedBase + sharedBytes;
    let at = 0;
    for (const place of places) {
      const address = start + place;
      if (address < sharedBase || address + elementBytes > end) {
        const words = `begins a product whose matrix ${name} reaches beyond the block's shared memory: from ${this.#reports.nameOf(start)} on, with a leading offset of ${grouped(descriptor.leadingBytes)} bytes and a stride of ${grouped(descriptor.strideBytes)}.`;
        this.#reports.find("out-of-bounds", product.step.span, warp * WARP_SIZE, rank, words, address);
        return false;
      }
      for (let byte = 0; byte < elementBytes; byte++) into[at++] = u8[address + byte]!;
    }
    if (this.#piecesOf(start, places).size * PIECE_BYTES < places.length * elementBytes) {
      const words = `begins a product whose matrix ${name} ${overlapWords(places, first, descriptor, matrix, name)}.`;
      this.#reports.find("misused-instruction", product.step.span, warp * WARP_SIZE, rank, words, start);
    }
    this.#readShared(product, rank, start, places, elementBytes);
    return true;
  }

  #readShared(product: ProductUnderWay, rank: number, start: number, places: Int32Array, elementBytes: number): void {
    const pieces = this.#piecesOf(start, places);
    const { thread, step } = product;
    const tell = (kind: FindingKind, address: number, words: string): void =>
      this.#reports.find(kind, step.span, thread, rank, `begins a product of ${this.#reports.nameOf(address)}, ${words}`, address);
    for (const piece of pieces) {
      const lacking = this.#stream.lacksShared(piece * PIECE_BYTES, PIECE_BYTES);
      if (lacking === undefined) continue;
      const isElement = places.some((place) => lacking >= start + place && lacking < start + place + elementBytes);
      if (isElement) return tell("uninitialized", lacking, "where nothing was written before.");
    }
    const found = this.#stream.clusterRaces?.beginReadingPieces(product, pieces, 0);
    if (!found) return;
    const { address } = found;
    if (found.copy) tell("early-read", address, "which a copy brings: nobody has waited for it.");
    else if (found.lacksFence)
      tell("proxy-fence", address, `which ${this.#reports.threadOf(found.epoch!)} has written: between the two stands no proxy fence, so the product may read what was there before. Every thread that writes fences before the barrier: \`fence.proxy.async\`.`); // prettier-ignore
    else tell("race", address, `which ${this.#reports.threadOf(found.epoch!)} writes: no barrier stands between them (RAW).`);
  }

  /** The pieces of 16 bytes that elements lie in, by their numbers: the same set for the same elements. */
  #piecesOf(start: number, places: Int32Array): ReadonlySet<number> {
    const known = this.#pieces.get(places) ?? new Map<number, ReadonlySet<number>>();
    this.#pieces.set(places, known);
    let pieces = known.get(start);
    if (!pieces) known.set(start, (pieces = new Set(Array.from(places, (place) => Math.floor((start + place) / PIECE_BYTES)))));
    return pieces;
  }

  /** Where the elements of rows lie, row by row, from the start. */
  #placesOf(descriptor: MatrixDescriptor, phase: number, matrix: DescribedMatrix, first: number, rows: number): Int32Array {
    const { leadingBytes, strideBytes, baseOffset, mode } = descriptor;
    const key = [leadingBytes, strideBytes, baseOffset, mode, phase, matrix.elementBytes, matrix.major, first, rows].join();
    let places = this.#places.get(key);
    if (!places) {
      places = new Int32Array(rows * matrix.k);
      for (let index = 0; index < places.length; index++)
        places[index] = describedAddress(descriptor, phase, matrix, first + Math.floor(index / matrix.k), index % matrix.k) - phase;
      this.#places.set(key, places);
    }
    return places;
  }

  #isDone({ done }: WarpProducts, { ordinal }: ProductUnderWay): boolean {
    return ordinal !== undefined && ordinal < done;
  }

  #warpgroup(rank: number, warp: number): Warpgroup {
    const number = rank * this.#warps + warp - (warp % WARPGROUP_WARPS);
    let group = this.#ofGroups.get(number);
    if (!group) this.#ofGroups.set(number, (group = { agent: this.#order?.agent() ?? 0, products: [] }));
    return group;
  }

  #warp(rank: number, warp: number): WarpProducts {
    return (this.#ofWarps[rank * this.#warps + warp] ??= {
      open: [],
      groups: [],
      done: 0,
      isFenced: false,
      touched: new Set(),
      set: new Set(),
      last: new Map(),
      begun: 0,
      hasEnded: false,
    });
  }
}

function bytesOf({ type }: WarpgroupProduct): 1 | 2 | 4 {
  return ELEMENT_BYTES[type];
}

/** The 16 rows that a warp's four registers hold: each four bytes of a row, then eight rows below, then 16 bytes to the right. */
function takeRows(held: Float64Array, rows: Uint8Array): void {
  const view = new DataView(rows.buffer);
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    for (let register = 0; register < 4; register++) {
      const row = (lane >> 2) + 8 * (register & 1);
      view.setUint32(row * PRODUCT_ROW_BYTES + 16 * (register >> 1) + 4 * (lane & 3), held[4 * lane + register]!, true);
    }
  }
}
