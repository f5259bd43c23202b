import { WARP_SIZE } from "#simulator";
import type { FindingKind } from "../errors/findings.ts";
import type { Step } from "../ir/program.ts";
import type { Span } from "../source-error.ts";
import { placeAt, threadName } from "./access-sentence.ts";
import type { Arrival } from "./barrier-objects.ts";
import { BulkCopies, type ChooseLanding } from "./bulk-copies.ts";
import type { ClusterHazard } from "./cluster-races.ts";
import type { StuckAt } from "./deadlock.ts";
import type { Coordinates, Finding, Findings } from "./findings.ts";
import type { LaunchPlace } from "./launch-place.ts";
import { grouped, type Memory } from "./memory.ts";
import type { RequestStream } from "./request-stream.ts";
import type { WarpOrder } from "./warp-order.ts";
import type { WarpgroupStep } from "./warpgroup-products.ts";

export type Instruction = Step & { kind: "instruction" };
/** One value for all lanes, or 32. */
export type LaneOperand = number | bigint | readonly (number | bigint)[];
export type Extents = readonly [number, number, number];

/** A warp that waits in an instruction, and for what. */
export interface Waiting {
  readonly rank: number;
  readonly warp: number;
  readonly lane: number;
  readonly step: Instruction;
  readonly isReady: () => boolean;
  /** It only looks whether something has come, and goes on if not. */
  readonly isPoll: boolean;
  /** When it began to wait: see `PendingCopy`. */
  readonly since: number;
  readonly at: () => StuckAt;
}

/** A warp of a launch that hangs, and where it waits: in an instruction, or at the barrier of its block. */
export interface StuckSlot {
  readonly rank: number;
  readonly warp: number;
  /** Its lanes that have not ended. */
  readonly live: number;
  readonly waiting: Waiting | undefined;
  readonly step: Step;
}

/** How a launch's blocks make clusters. */
interface ClusterShape {
  readonly grid: Extents;
  readonly block: Extents;
  readonly cluster: Extents;
}

export interface InstructionMachineOptions extends ClusterShape {
  readonly memory: Memory;
  readonly stream: RequestStream;
  readonly findings: Findings;
  readonly place: LaunchPlace;
  readonly order: WarpOrder | undefined;
  readonly choose: ChooseLanding | undefined;
  readonly lineOf: (span: Span) => number;
}

/** The launch in which instructions run, and the warp that runs one: who it is, where it waits, and what is wrong with what it does. */
export class InstructionContext {
  readonly memory: Memory;
  readonly stream: RequestStream;
  readonly findings: Findings;
  readonly place: LaunchPlace;
  readonly order: WarpOrder | undefined;
  readonly shape: ClusterShape;
  readonly lineOf: (span: Span) => number;
  /** Blocks of a cluster, and warps of a block. */
  readonly ranks: number;
  readonly warps: number;
  readonly copies: BulkCopies;
  /** When each warp began to ask in vain, and in which instruction. */
  readonly asks = new Map<number, { readonly step: Instruction; readonly since: number }>();
  /** Why the last instruction that had to wait could not go on. */
  blocked: Waiting | undefined;
  /** Grows with all that others may wait for. */
  changes = 0;
  running: { readonly rank: number; readonly warp: number; readonly step: Instruction | WarpgroupStep } | undefined;
  /** The blocks of the cluster that runs, by their numbers in the grid. */
  blocks: readonly number[] = [];

  constructor({ memory, stream, findings, place, order, choose, grid, block, cluster, lineOf }: InstructionMachineOptions) {
    this.memory = memory;
    this.stream = stream;
    this.findings = findings;
    this.place = place;
    this.order = order;
    this.lineOf = lineOf;
    this.shape = { grid, block, cluster };
    this.ranks = product(cluster);
    this.warps = Math.ceil(product(block) / WARP_SIZE);
    this.copies = new BulkCopies(order, choose);
  }

  /** Whether bytes are in the shared memory of a block of the cluster; a finding if not. */
  isShared(address: number, bytes: number, lane: number, isWrite: boolean): boolean {
    const rank = this.memory.rankOf(address);
    const end = rank === undefined ? 0 : this.memory.windowsOf(rank).sharedBase + this.memory.sharedBytes;
    if (rank !== undefined && address + bytes <= end) return true;
    const where = rank === undefined ? "which is not in shared memory" : `${grouped(address + bytes - end)} of them behind the end of the block's shared memory`; // prettier-ignore
    this.find("out-of-bounds", this.running!.step.span, this.thread(lane), this.running!.rank, `${isWrite ? "writes" : "uses"} ${grouped(bytes)} bytes at ${this.nameOf(address)}, ${where}.`, address); // prettier-ignore
    this.findings.end(() => "illegal-address");
    return false;
  }

  misuse(lane: number, words: string): void {
    const { rank, step } = this.running!;
    this.find("misused-instruction", step.span, this.thread(lane), rank, words);
  }

  find(
    kind: FindingKind,
    span: Span,
    thread: number,
    rank: number,
    words: string,
    address?: number,
    more: Pick<Finding, "since" | "cause" | "unset"> = {},
  ): void {
    this.findings.add(kind, span, () => {
      const coordinates = this.place.threadCoordinates(thread);
      const block = this.place.blockCoordinates(this.blockOfRank(rank));
      const space = address === undefined ? undefined : this.memory.find(address)?.space;
      const message = `T${threadName(coordinates, block).slice(1)} ${words}`;
      return {
        site: undefined,
        thread: coordinates,
        block,
        address,
        array: address === undefined ? undefined : placeAt(address, this.memory).array,
        space,
        other: undefined,
        request: undefined,
        message,
        ...more,
      };
    });
  }

  /** The number in the grid of a block of the cluster that runs, by its rank. */
  blockOfRank(rank: number): number {
    return this.blocks[rank] ?? this.place.block;
  }

  thread(lane: number): number {
    return this.running!.warp * WARP_SIZE + lane;
  }

  threadOf(epoch: number): string {
    const clock = this.stream.clock!;
    const thread: Coordinates = this.place.threadCoordinates(clock.threadOf(epoch));
    return threadName(thread, this.place.blockCoordinates(clock.blockOf(epoch)));
  }

  /** A warp that waits: since now, or since it first asked in vain, if all it does is ask again. */
  waiting(waiting: Omit<Waiting, "since">): Waiting {
    const { step, isPoll } = waiting;
    const known = isPoll ? this.asks.get(this.clusterWarp) : undefined;
    const since = known?.step === step ? known.since : this.copies.tick();
    if (isPoll) this.asks.set(this.clusterWarp, { step, since });
    return { ...waiting, since };
  }

  get clusterWarp(): number {
    return this.running!.rank * this.warps + this.running!.warp;
  }

  /** The lanes of a mask go on behind a wait: what they do comes behind what they have done. */
  goOn(mask: number): void {
    this.stream.clock?.warpBarrier(this.running!.warp, mask);
  }

  /** Lanes of the warp that runs arrive somewhere: a new segment of its time starts. */
  arrival(lanes: number): Arrival {
    const { clock } = this.stream;
    const met = clock?.metBy(lanes) ?? lanes;
    const segment = this.segment();
    return { warp: this.clusterWarp, lanes: met, segment, met: clock?.met ?? segment };
  }

  /** Starts a new segment of time for the warp that runs. */
  segment(): number {
    return this.stream.clock?.nextSegment() ?? 0;
  }

  /** "`tile`" or "element 4 of `tile`", of whichever block, or of an array in global memory. @param isOneOfMany says "element 0", too */
  nameOf(address: number, user = this.running?.rank, isOneOfMany = false): string {
    const rank = this.memory.rankOf(address);
    if (rank === undefined) {
      const array = this.memory.find(address);
      const bytes = array && address - array.base;
      if (!array || bytes === undefined || array.space !== "global") return `address ${grouped(address)}`;
      const isElement = bytes % array.element.bytes === 0 && array.element.name !== "byte";
      return `${isElement ? "element" : "byte"} ${grouped(isElement ? bytes / array.element.bytes : bytes)} of \`${this.memory.nameInKernel(array)}\``;
    }
    const { sharedBase } = this.memory.windowsOf(rank);
    const offset = address - sharedBase;
    const variable = this.memory.sharedPartAt(offset);
    const of = rank === user || this.ranks === 1 ? "" : ` of block ${rank} of the cluster`;
    if (!variable) return `byte ${grouped(offset)} of shared memory${of}`;
    const within = offset - variable.offset;
    const { element, bytes, name } = variable;
    if ((within === 0 && !isOneOfMany) || element.bytes === bytes) return `\`${name}\`${of}`;
    return within % element.bytes === 0 && element.name !== "byte" ? `element ${grouped(within / element.bytes)} of \`${name}\`${of}` : `byte ${grouped(within)} of \`${name}\`${of}`; // prettier-ignore
  }
}

/** "which has ended. …": behind the name of a block whose shared memory may not be there. */
export function absentWords(hazard: ClusterHazard): string {
  return hazard === "ended"
    ? `which has ended. Let all blocks of the cluster meet before they end: \`cluster.sync()\`.`
    : `which may not have started yet, or not have come that far. Let the blocks meet first: \`cluster.sync()\`.`;
}

/** Where the kernel has a step: the place itself, or the call of the function that it is in. */
export function callOf(step: Step): Span {
  return step.kind === "instruction" ? (step.call ?? step.span) : step.span;
}

export function product(extents: Extents): number {
  return extents[0] * extents[1] * extents[2];
}

export function lanesOf(mask: number): number[] {
  const lanes: number[] = [];
  for (let lane = 0; lane < WARP_SIZE; lane++) if ((mask >>> lane) & 1) lanes.push(lane);
  return lanes;
}
