import type { FindingKind } from "../errors/findings.ts";
import { FENCED, REDUCED_TYPES, REDUCTIONS } from "../ir/instructions.ts";
import type { AccessSite } from "../ir/access-site.ts";
import type { Step } from "../ir/program.ts";
import type { Span } from "../source-error.ts";
import { bulkSectors, tilePitch } from "#simulator/tma-tile.ts";
import { threadName, unorderedWords } from "./access-sentence.ts";
import { BarrierActs, type BarrierDeed } from "./barrier-acts.ts";
import { BarrierObjects, type Arrival, type BarrierObject } from "./barrier-objects.ts";
import { deadlockStory, deedOf, tellingWarp, type Deadlock, type LineAct, type StuckAt, type StuckPhase } from "./deadlock.ts";
import { ClusterBarrier } from "./cluster-barrier.ts";
import { accessBesideCopy, copyBesideAccess, copyBesideCopy, type BulkStory } from "./bulk-sentence.ts";
import { globalRanges, type GlobalCopy } from "./bulk-races.ts";
import { BulkCopies, type BulkCopy, type ChooseLanding, type ThreadCopies } from "./bulk-copies.ts";
import type { ClusterHazard, Copy, CopyHazard } from "./cluster-races.ts";
import type { Coordinates, Finding, Findings, Hazard } from "./findings.ts";
import type { LaunchPlace } from "./launch-place.ts";
import { grouped, type Memory } from "./memory.ts";
import { NamedBarriers, type NamedFault } from "./named-barriers.ts";
import { combined, reduced } from "./reduced.ts";
import type { RequestStream } from "./request-stream.ts";
import {
  TENSOR_MAP_BYTES,
  TENSOR_TYPES,
  decodeTensorMap,
  merged,
  tensorSectors,
  tileOf,
  type TensorMap,
  type TilePiece,
} from "./tensor-map.ts";
import type { WarpOrder } from "./warp-order.ts";
import { WarpgroupProducts, isProduct, type WarpFactors, type WarpgroupStep } from "./warpgroup-products.ts";

export type Instruction = Step & { kind: "instruction" };
/** One value for all lanes, or 32. */
export type LaneOperand = number | bigint | readonly (number | bigint)[];
type Extents = readonly [number, number, number];

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

/** What a copy moves. */
interface Moved {
  readonly bytes: number;
  /** Whether the address in shared memory is where it goes, or where it comes from. */
  readonly way: "to" | "from";
  readonly shared: number;
  readonly isReduction?: true;
}

/** How a launch's blocks make clusters. */
export interface ClusterShape {
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

const FULL_WARP = 32;
const ALL_LANES = -1;
/** A bulk copy moves multiples of this, from and to multiples of it. */
const BULK_ALIGNMENT = 16;
/** Tiles of tensors begin at multiples of this in shared memory. */
const TILE_ALIGNMENT = 128;
const MOST_ARRIVALS = 2 ** 20 - 1;

/**
 * Carries out what goes on beside the warps: barrier objects, copies that land when nobody can go on without them, clusters. A copy lands as
 * late as it may, so that a thread that doesn't wait for it finds that it isn't there.
 */
export class InstructionMachine {
  /** Why the last instruction that had to wait could not go on. */
  blocked: Waiting | undefined;
  /** Grows with all that others may wait for. */
  changes = 0;
  readonly #memory: Memory;
  readonly #stream: RequestStream;
  readonly #findings: Findings;
  readonly #place: LaunchPlace;
  readonly #order: WarpOrder | undefined;
  readonly #shape: ClusterShape;
  readonly #ranks: number;
  readonly #warps: number;
  readonly #lineOf: (span: Span) => number;
  readonly #barriers: BarrierObjects;
  readonly #acts = new BarrierActs();
  /** Instructions that a warp has come to. */
  readonly #reached = new Set<Step>();
  readonly #copies: BulkCopies;
  /** When each warp began to ask in vain, and in which instruction. */
  readonly #asks = new Map<number, { readonly step: Instruction; readonly since: number }>();
  readonly #named: NamedBarriers;
  /** For each block, the last use of barrier 0 with a part of its threads. */
  readonly #zeroUses = new Map<
    number,
    { readonly warp: number; readonly segment: number; readonly span: Span; readonly threads: number }
  >();
  readonly #cluster: ClusterBarrier;
  readonly #products: WarpgroupProducts;
  /** Warps that have looked at a barrier object once, and go on. */
  readonly #polls = new Set<number>();
  /** The waits of each warp that have passed, the last one of each barrier object. */
  readonly #passed = new Map<string, { readonly phase: number; readonly span: Span }>();
  #running: { readonly rank: number; readonly warp: number; readonly step: Instruction | WarpgroupStep } | undefined;

  constructor(options: InstructionMachineOptions) {
    const { memory, stream, findings, place, order, choose, grid, block, cluster, lineOf } = options;
    this.#lineOf = lineOf;
    this.#memory = memory;
    this.#stream = stream;
    this.#findings = findings;
    this.#place = place;
    this.#order = order;
    this.#copies = new BulkCopies(order, choose);
    this.#shape = { grid, block, cluster };
    this.#ranks = product(cluster);
    this.#warps = Math.ceil(product(block) / FULL_WARP);
    this.#barriers = new BarrierObjects(order);
    this.#named = new NamedBarriers(order);
    this.#cluster = new ClusterBarrier(this.#ranks * this.#warps, order);
    this.#products = new WarpgroupProducts(memory, stream, order, product(block), {
      find: (kind, span, thread, rank, words, address) => this.#find(kind, span, thread, rank, words, address),
      nameOf: (address) => this.#nameOf(address),
      threadOf: (epoch) => this.#threadOf(epoch),
    });
  }

  startCluster(): void {
    const threads = product(this.#shape.block);
    this.#barriers.clear();
    this.#acts.clear();
    this.#copies.clear();
    this.#named.clear();
    this.#zeroUses.clear();
    this.#polls.clear();
    this.#asks.clear();
    this.#passed.clear();
    this.#products.startCluster();
    this.#cluster.start((warp) => {
      const lanes = Math.min(FULL_WARP, threads - (warp % this.#warps) * FULL_WARP);
      return lanes === FULL_WARP ? -1 : (1 << lanes) - 1;
    });
  }

  /**
   * Carries out an instruction for the lanes of a mask. Returns false if the warp has to wait, and come again.
   *
   * @param results of each lane are written here
   */
  execute(
    rank: number,
    step: Instruction,
    warp: number,
    mask: number,
    live: number,
    operands: readonly LaneOperand[],
    results: readonly Float64Array[],
  ): boolean {
    this.#running = { rank, warp, step };
    this.#reached.add(step);
    const at = (operand: number, lane: number): number => {
      const given = operands[operand];
      if (given === undefined) return 0;
      return Number(typeof given === "number" || typeof given === "bigint" ? given : given[lane]!);
    };
    const lanes = lanesOf(mask);
    const each = (perform: (lane: number) => number | void): true => {
      for (const lane of lanes) {
        const result = perform(lane);
        if (result !== undefined && results[0]) results[0][lane] = result;
      }
      return true;
    };
    const barrier = (lane: number, operand = 0): BarrierObject | undefined => this.#barrierAt(at(operand, lane), lane);
    switch (step.name) {
      case "mbarrier.init":
        return each((lane) => this.#initialize(at(0, lane), at(1, lane), lane));
      case "mbarrier.inval":
        return each((lane) => void (barrier(lane) && this.#invalidate(at(0, lane))));
      case "mbarrier.arrive":
      case "mbarrier.arrive_drop":
      case "mbarrier.arrive.expect_tx":
      case "cp.async.mbarrier.arrive":
      case "cp.async.mbarrier.arrive.noinc":
        return each((lane) => {
          const object = barrier(lane);
          if (!object) return 0;
          if (step.name === "cp.async.mbarrier.arrive") object.pending++;
          if (step.name === "mbarrier.arrive.expect_tx") this.#expect(object, at(1, lane));
          const count =
            step.name === "mbarrier.arrive" || step.name === "mbarrier.arrive_drop" ? (operands[1] === undefined ? 1 : at(1, lane)) : 1;
          return this.#arrive(object, count, step.name === "mbarrier.arrive_drop", lane);
        });
      case "mbarrier.expect_tx":
        return each((lane) => {
          const object = barrier(lane);
          if (object) this.#expect(object, at(1, lane));
        });
      case "mbarrier.complete_tx":
        return each((lane) => {
          const object = barrier(lane);
          if (object) this.#completeBytes(object, at(1, lane), step);
        });
      case "mbarrier.test_wait":
      case "mbarrier.try_wait":
      case "mbarrier.test_wait.parity":
      case "mbarrier.try_wait.parity":
        return this.#wait(
          step,
          lanes,
          mask,
          (lane) => barrier(lane),
          (lane) => at(1, lane),
          results,
        );
      case "bar.sync":
      case "bar.arrive":
        return this.#namedBarrier(step, mask, at(0, lanes[0]!), at(1, lanes[0]!));
      case "cluster.arrive":
        this.changes++;
        this.#cluster.arrive(this.#arrival(mask), live);
        return true;
      case "cluster.wait":
        return this.#waitForCluster(step, mask);
      case "cluster.rank":
      case "cluster.size":
      case "cluster.block":
      case "cluster.blocks":
      case "cluster.index":
      case "cluster.count":
        return each((lane) => this.#clusterNumber(step.name as ClusterNumber, rank, at(0, lane)));
      case "mapa":
        return each((lane) => this.#mapped(at(0, lane), at(1, lane), lane));
      case "getctarank":
        return each((lane) => this.#memory.rankOf(at(0, lane)) ?? 0);
      case "bulk.load":
        return each((lane) => this.#load(step, lane, at(0, lane), at(1, lane), at(2, lane), at(3, lane), at(4, lane)));
      case "bulk.send":
        return each((lane) => this.#send(step, lane, at(0, lane), at(1, lane), at(2, lane), at(3, lane)));
      case "bulk.store":
        return each((lane) => this.#store(step, lane, at(0, lane), at(1, lane), at(2, lane)));
      case "bulk.reduce":
        return each((lane) => this.#store(step, lane, at(0, lane), at(1, lane), at(2, lane), [at(3, lane), at(4, lane)]));
      case "bulk.prefetch":
      case "tensor.prefetch":
      case "no effect":
        return true;
      case "tensor.load":
      case "tensor.store":
      case "tensor.reduce":
        return each((lane) =>
          this.#tensor(
            step,
            lane,
            operands.map((_, operand) => at(operand, lane)),
          ),
        );
      case "bulk.commit":
        return each((lane) => this.#copies.commit(this.#clusterWarp * FULL_WARP + lane));
      case "bulk.wait":
      case "bulk.wait.read":
        return this.#waitForGroups(step, lanes, (lane) => at(0, lane));
      case "st.async":
        return each((lane) =>
          this.#storeAsync(
            step,
            lane,
            at(0, lane),
            at(1, lane),
            at(2, lane),
            operands.slice(3).map((_, i) => operandAt(operands[3 + i]!, lane)),
          ),
        );
      case "red.async":
        return each((lane) => this.#reduceAsync(step, lane, at(0, lane), at(1, lane), at(2, lane), at(3, lane)));
      case "fence.proxy.async":
        this.#fenceProxy(at(0, lanes[0]!));
        return true;
      case "fence.mbarrier_init":
        return true;
      case "wgmma.fence":
      case "wgmma.commit":
      case "wgmma.taken":
      case "wgmma.touched":
        this.#products.execute(step.name, rank, warp, step.span, operands.map(Number));
        return true;
      case "wgmma.wait":
        return this.#waitForProducts(step, lanes[0]!, at(0, lanes[0]!));
      case "elect":
        for (const lane of lanes) {
          results[0]?.fill(lanes[0]!);
          if (results[1]) results[1][lane] = Number(lane === lanes[0]);
        }
        return true;
    }
  }

  /**
   * Begins a warp's share of a product of its warpgroup.
   *
   * @param operands the descriptor of b, whether c is added, and the descriptor of a, unless it is in registers
   * @returns its matrices, and whether c is added; undefined if they cannot be had
   */
  product(
    rank: number,
    step: WarpgroupStep,
    warp: number,
    mask: number,
    operands: readonly LaneOperand[],
    held: Float64Array | undefined,
  ): (WarpFactors & { readonly adds: boolean }) | undefined {
    this.#running = { rank, warp, step };
    const lanes = lanesOf(mask);
    const [b, adds, ...a] = operands;
    const descriptors = [b!, ...a].map((operand) => lanes.map((lane) => BigInt(operandAt(operand, lane))));
    this.changes++;
    const factors = this.#products.begin(rank, step, warp, mask, descriptors, held);
    return factors && { ...factors, adds: Number(operandAt(adds!, lanes[0]!)) !== 0 };
  }

  /** All warps of a block have arrived at its barrier. */
  blockBarrier(rank: number): void {
    this.changes++;
    if (!this.#order) return;
    this.#checkZero(rank);
    const all = this.#order.empty();
    const warps = Array.from({ length: this.#warps }, (_, warp) => rank * this.#warps + warp);
    const segment = this.#stream.clock!.segment + 1;
    for (const warp of warps) this.#order.release(warp, segment, all);
    for (const warp of warps) this.#order.acquire(warp, all);
  }

  /** A warp has ended: nobody waits for it at the cluster's barrier. */
  endWarp(rank: number, warp: number): void {
    this.changes++;
    this.#cluster.exit(rank * this.#warps + warp);
    this.#products.endWarp(rank, warp);
  }

  /** A block has ended. Its copies should have landed, and nobody should still use its shared memory. */
  endBlock(rank: number): void {
    this.#products.endBlock(rank);
    const races = this.#stream.clusterRaces;
    const left = this.#copies.unfinishedOf(rank, races && ((copy) => races.isKnownIn(rank, copy)));
    if (left) {
      const whose = left.rank === rank ? "its block" : `block ${rank} of the cluster, to which it goes,`;
      this.#find("unfinished-copy", left.span, left.thread, left.rank, `begins a copy that nobody${left.rank === rank ? "" : " there"} has waited for when ${whose} ends: the block's shared memory may be gone before the copy is done.`); // prettier-ignore
    }
    const visit = races?.endBlock(rank);
    if (!visit) return;
    const [other, warp] = [Math.floor(visit.warp / this.#warps), visit.warp % this.#warps];
    this.#find("cluster-memory", visit.span, warp * FULL_WARP, other, `uses the shared memory of block ${rank} of its cluster, which may have ended by then: nothing keeps that block alive. Let all blocks of the cluster meet before they end: \`cluster.sync()\`.`); // prettier-ignore
  }

  /** The cluster has ended: what is still on its way lands. */
  endCluster(): void {
    while (this.land());
    this.#stream.races?.bulk?.endCluster();
  }

  /** Lands a copy that is on its way. Returns false if there is none. */
  land(): boolean {
    const hasLanded = this.#copies.land();
    if (hasLanded) this.changes++;
    return hasLanded;
  }

  /** Nobody can go on: a finding at the wait that says most about the cause. */
  deadlock(stuck: readonly StuckSlot[], steps: readonly Step[]): void {
    this.#findings.end(() => "never-ends");
    const hang = this.#hang(stuck, steps);
    const told = tellingWarp(hang);
    const { rank, warp, step, live, waiting } = stuck[told]!;
    const thread = warp * FULL_WARP + (waiting?.lane ?? firstLane(live));
    const { cause, words } = deadlockStory(hang, told);
    const since = waiting?.since ?? this.#copies.tick();
    this.#find("deadlock", callOf(step), thread, rank, words, undefined, { since, ...(cause !== undefined && { cause }) });
  }

  #hang(stuck: readonly StuckSlot[], steps: readonly Step[]): Deadlock {
    const threads = product(this.#shape.block);
    const alive = new Set<number>();
    for (const { rank, warp, live } of stuck) for (const lane of lanesOf(live)) alive.add((rank * this.#warps + warp) * FULL_WARP + lane);
    const ended = (rank: number): number => {
      let count = threads;
      for (const thread of alive) if (Math.floor(thread / (this.#warps * FULL_WARP)) === rank) count--;
      return count;
    };
    const placed = (at: StuckAt, rank: number): StuckAt => {
      if (at.kind === "named") return { ...at, ended: at.expected > threads - ended(rank) ? ended(rank) : 0 };
      if (at.kind !== "phase") return at;
      const arrived = this.#acts.threads(at.address, at.phase);
      const home = this.#memory.rankOf(at.address) ?? rank;
      // More are counted than are left: some of those that have ended are among them.
      const isShort = at.expected > threads - ended(home) && this.#ranks === 1;
      return { ...at, ended: isShort ? threads - alive.size - [...arrived].filter((thread) => !alive.has(thread)).length : 0, absent: [...alive].filter((thread) => !arrived.has(thread)).length }; // prettier-ignore
    };
    const warps = stuck.map(({ rank, warp, waiting, step }) => ({
      name: `warp ${warp}${this.#ranks === 1 ? "" : ` of block ${rank} of the cluster`}`,
      line: this.#lineOf(callOf(step)),
      at: placed(waiting?.at() ?? { kind: "block" }, rank),
    }));
    const unreached = steps.flatMap((step) => {
      const does = step.kind === "instruction" && !this.#reached.has(step) ? deedOf(step.name) : undefined;
      return does ? [{ does, line: this.#lineOf(callOf(step)) }] : [];
    });
    const overfull = [...this.#barriers.all].flatMap(({ address, missingBytes, phase }) =>
      missingBytes < 0 ? [{ name: this.#barrierName(address), acts: this.#lineActs(address).filter((act) => act.phase === phase) }] : [],
    );
    const named = [...new Set(stuck.map(({ rank }) => rank))].flatMap((rank) =>
      this.#named
        .of(rank)
        .flatMap(([number, { arrived, lastArrival }]) =>
          arrived > 0 && lastArrival ? [{ number, arrived, line: this.#lineOf(lastArrival) }] : [],
        ),
    );
    return { warps, unreached, overfull, named };
  }

  #lineActs(address: number): LineAct[] {
    return this.#acts.of(address).map(({ does, span, phase, count }) => ({ does, phase, count, line: this.#lineOf(span) }));
  }

  /** @param step that does it; by default the one that runs */
  #note({ address, phase }: BarrierObject, does: BarrierDeed, count: number, step: Instruction = this.#running!.step as Instruction): void {
    this.#acts.note(address, { does, span: callOf(step), phase, count });
  }

  // What is wrong with accesses beside copies.

  readonly reports = {
    copy: (hazard: CopyHazard, site: AccessSite, lane: number, address: number, copy: Copy | undefined): void => {
      const { warp } = this.#place;
      const thread = warp * FULL_WARP + lane;
      if (copy === undefined)
        return this.#find("misused-instruction", site.span, thread, this.#memory.rank, `writes ${this.#nameOf(address)}, where a barrier object lies: ${OVERLAPS}`, address); // prettier-ignore
      if (isProduct(copy)) {
        const by = `a product that ${copy.thread === thread ? "it" : `thread (${this.#place.threadCoordinates(copy.thread).join(", ")})`} has begun`;
        return this.#find("copy-overwritten", site.span, thread, this.#memory.rank, `writes ${this.#nameOf(address)} while ${by} may still read it: nobody has waited for the product, by \`wgmma.wait_group\`.`, address); // prettier-ignore
      }
      const bulk = copy as BulkCopy;
      const other = `the copy that thread (${this.#place.threadCoordinates(bulk.thread).join(", ")}) has begun`;
      if (hazard === "early-read") {
        const why = this.#whyEarly(bulk, warp);
        return this.#find("early-read", site.span, thread, this.#memory.rank, `reads what ${other} brings to ${this.#nameOf(address)}: ${why}.`, address); // prettier-ignore
      }
      this.#find("copy-overwritten", site.span, thread, this.#memory.rank, `writes ${this.#nameOf(address)} while ${other} may still use it: ${this.#isKnownInWarp(bulk, warp) ? LANE_HAS_WAITED : "nobody has waited for the copy"}.`, address); // prettier-ignore
    },
    cluster: (hazard: ClusterHazard, site: AccessSite, lane: number, address: number, rank: number): void => {
      const thread = this.#place.warp * FULL_WARP + lane;
      const words =
        hazard === "ended"
          ? `uses the shared memory of block ${rank} of its cluster, which has ended. Let all blocks of the cluster meet before they end: \`cluster.sync()\`.`
          : `uses the shared memory of block ${rank} of its cluster, which may not have started yet. Let the blocks meet first: \`cluster.sync()\`.`;
      this.#find("cluster-memory", site.span, thread, this.#memory.rank, words, address);
    },
    bulk: (hazard: Hazard, site: AccessSite, by: GlobalCopy, address: number, thread: number, rank: number): void => {
      const progress = this.#stream.races!.bulk!.progressOf(by);
      const { kind, words } = accessBesideCopy(hazard, site.op, this.#nameOf(address), this.#copyOf(by), progress);
      this.#find(kind, site.span, thread, rank, words, address);
    },
  };

  /** Whether some lane of a warp of the block that runs knows a copy to be complete. */
  #isKnownInWarp({ agent, ordinal }: Copy, warp: number): boolean {
    const clusterWarp = this.#memory.rank * this.#warps + warp;
    return ordinal !== undefined && (this.#order?.completeFor(clusterWarp, agent) ?? 0) > ordinal;
  }

  /** Why a thread that reads what a copy brings has not waited for it. */
  #whyEarly(copy: BulkCopy, warp: number): string {
    if (this.#isKnownInWarp(copy, warp)) return LANE_HAS_WAITED;
    const object = [...this.#barriers.all].find(({ agent }) => agent === copy.agent);
    const passed = object && this.#passed.get(`${this.#memory.rank} ${warp} ${object.address}`);
    if (passed && passed.phase < 0) return "its wait was for the parity of a phase that comes before: that passes at once";
    const phase = copy.ordinal ?? object?.phase ?? 0;
    if (passed && passed.phase < phase)
      return `the copy completes phase ${phase} (parity ${phase % 2}) of ${this.#barrierName(object.address)}, and the last wait for it, in line ${this.#lineOf(passed.span)}, was for phase ${passed.phase}: a wait is missing, or the copy has begun too early`;
    return copy.landed === undefined ? "nobody has waited for it" : "the copy has landed by now, but the thread has not waited for it";
  }

  // Barrier objects.

  #initialize(address: number, count: number, lane: number): void {
    if (!this.#isShared(address, 8, lane, true)) return;
    if (!(count >= 1 && count <= MOST_ARRIVALS))
      return this.#misuse(lane, `initializes a barrier object for ${grouped(count)} arrivals: it takes 1 to ${grouped(MOST_ARRIVALS)}.`);
    this.#stream.markShared(address, 8);
    if (this.#barriers.at(address))
      this.#misuse(lane, `initializes the barrier object ${this.#barrierName(address)} again, which is in use: \`mbarrier.inval\` comes first. Phases go on by themselves, without another \`init\`.`); // prettier-ignore
    const { clock, clusterRaces } = this.#stream;
    if (clock) clock.recorded = true;
    clusterRaces?.keepBarrier(address, true);
    this.#barriers.initialize(address, count, clock ? clock.epoch + 4 * lane : 0);
    this.#note(this.#barriers.at(address)!, "initializes", count);
    this.changes++;
  }

  #invalidate(address: number): void {
    this.#barriers.invalidate(address);
    this.#stream.clusterRaces?.keepBarrier(address, false);
  }

  /** @param isCopy whether a copy of the lane completes bytes there, later */
  #barrierAt(address: number, lane: number, isCopy = false): BarrierObject | undefined {
    const known = this.#barriers.at(address);
    if (known) {
      this.#checkBarrier(known, lane, isCopy);
      return known;
    }
    if (this.#isShared(address, 8, lane, false))
      this.#misuse(lane, `uses ${this.#nameOf(address)} as a barrier object, but nobody has initialized one there.`);
    return undefined;
  }

  /** Whether a barrier object is there for a lane that uses it: its block, and its initialization. */
  #checkBarrier({ address, initialized }: BarrierObject, lane: number, isCopy: boolean): void {
    const { rank, step } = this.#running!;
    const races = this.#stream.clusterRaces;
    const home = this.#memory.rankOf(address);
    if (!races || home === undefined) return;
    const hazard = home === rank || isCopy ? undefined : races.visit(home, step.span);
    const name = this.#barrierName(address);
    if (hazard) this.#find("cluster-memory", step.span, this.#thread(lane), rank, `uses the barrier object ${name}. ${absentWords(home, hazard)}`, address); // prettier-ignore
    else if (initialized !== 0 && races.isUnordered(initialized, lane))
      this.#find("race", step.span, this.#thread(lane), rank, `uses the barrier object ${name}, which ${this.#threadOf(initialized)} initializes: no barrier stands between them. Let ${home === rank ? "the block meet behind `init`: `__syncthreads()`" : "the blocks meet behind `init`: `cluster.sync()`"}.`, address); // prettier-ignore
  }

  /** Whether the block is there whose shared memory a copy goes to. */
  #checkTarget(step: Instruction, lane: number, address: number): void {
    const { rank } = this.#running!;
    const target = this.#memory.rankOf(address);
    const hazard = target === undefined || target === rank ? undefined : this.#stream.clusterRaces?.hazardOf(target);
    if (hazard) this.#find("cluster-memory", step.span, this.#thread(lane), rank, `begins a copy to ${this.#nameOf(address)}. ${absentWords(target!, hazard)}`, address); // prettier-ignore
  }

  #arrive(object: BarrierObject, count: number, drops: boolean, lane: number): number {
    const { phase } = object;
    if (count < 1 || count > object.pending) {
      this.#misuse(lane, `arrives ${grouped(count)} times at the barrier object ${this.#nameOf(object.address)}, whose phase ${phase} expects ${grouped(object.pending)} more: arrivals beyond its count are not defined.`); // prettier-ignore
      return phase;
    }
    if (drops) object.expected -= count;
    this.#note(object, "arrives", count);
    this.#acts.noteThread(object.address, phase, this.#clusterWarp * FULL_WARP + lane);
    this.#barriers.arrive(object, count, this.#arrival(1 << lane));
    this.changes++;
    return phase;
  }

  #expect(object: BarrierObject, bytes: number): void {
    this.#note(object, "expects", bytes);
    this.#barriers.expectBytes(object, bytes);
  }

  /** @param step whose copy brings them */
  #completeBytes(object: BarrierObject, bytes: number, step: Instruction): number {
    this.changes++;
    this.#note(object, "copies", bytes, step);
    return this.#barriers.completeBytes(object, bytes);
  }

  #wait(
    step: Instruction,
    lanes: readonly number[],
    mask: number,
    barrierOf: (lane: number) => BarrierObject | undefined,
    phaseOf: (lane: number) => number,
    results: readonly Float64Array[],
  ): boolean {
    const { rank, warp } = this.#running!;
    const isParity = step.name.endsWith("parity");
    const objects = lanes.map((lane) => ({ lane, object: barrierOf(lane), phase: phaseOf(lane) }));
    const isOver = ({ object, phase }: { object: BarrierObject | undefined; phase: number }): boolean => {
      if (!object) return true;
      return isParity ? object.phase % 2 !== phase % 2 : object.phase !== phase;
    };
    const open = objects.find((one) => !isOver(one));
    const clusterWarp = this.#clusterWarp;
    const isPoll = step.name.startsWith("mbarrier.test_wait");
    if (open && !(isPoll && this.#polls.has(clusterWarp))) {
      const { lane, object, phase } = open;
      if (isPoll) this.#polls.add(clusterWarp);
      this.blocked = this.#waiting({
        rank,
        warp,
        lane,
        step,
        isPoll,
        isReady: () => isPoll || objects.every(isOver),
        at: () => this.#stuckPhase(object!, isParity ? phase % 2 : undefined, rank, warp),
      });
      return false;
    }
    this.#polls.delete(clusterWarp);
    if (!open) this.#asks.delete(clusterWarp);
    for (const one of objects) {
      const { lane, object, phase } = one;
      const done = isOver(one);
      if (results[0]) results[0][lane] = Number(done);
      if (!object || !done) continue;
      // The phase that the wait was for: the one before the current, which may be before the first.
      const waited = isParity ? object.phase - 1 : phase;
      this.#passed.set(`${rank} ${warp} ${object.address}`, { phase: waited, span: callOf(step) });
      if (object.completed && this.#order) this.#order.acquire(this.#clusterWarp, object.completed, mask);
    }
    // What the lanes do from now on comes behind the wait.
    this.#goOn(mask);
    return true;
  }

  #stuckPhase(object: BarrierObject, parity: number | undefined, rank: number, warp: number): StuckPhase {
    const { address, phase, pending, expected, missingBytes, expectedBytes } = object;
    const passed = this.#passed.get(`${rank} ${warp} ${address}`)?.phase;
    const state = { address, phase, parity, pending, expected, missingBytes, expectedBytes, passed, ended: 0, absent: 0 };
    return { kind: "phase", name: this.#barrierName(address), acts: this.#lineActs(address), ...state };
  }

  /** "`full[1]`": a barrier object by the text's name of it. */
  #barrierName(address: number): string {
    const rank = this.#memory.rankOf(address);
    const offset = rank === undefined ? 0 : address - this.#memory.windowsOf(rank).sharedBase;
    const variable = this.#memory.sharedVariables.findLast((one) => one.offset <= offset && offset < one.offset + one.bytes);
    if (
      rank === undefined ||
      !variable ||
      variable.bytes === variable.element.bytes ||
      (offset - variable.offset) % variable.element.bytes !== 0
    )
      return this.#nameOf(address, undefined, true);
    let index = (offset - variable.offset) / variable.element.bytes;
    const lengths = variable.lengths ?? [];
    const subscripts = lengths.toReversed().map((length, axis) => {
      const own = axis === lengths.length - 1 ? index : index % length;
      index = Math.floor(index / length);
      return `[${own}]`;
    });
    const of = this.#ranks === 1 ? "" : ` of block ${rank} of the cluster`;
    return `\`${variable.name}${subscripts.length === 0 ? `[${index}]` : subscripts.toReversed().join("")}\`${of}`;
  }

  // Named barriers of a block.

  #namedBarrier(step: Instruction, mask: number, number: number, threads: number): boolean {
    const { rank, warp } = this.#running!;
    const clusterWarp = this.#clusterWarp;
    const named = this.#named.at(rank, number);
    const expected = threads === 0 ? this.#warps * FULL_WARP : threads;
    if (!named.isAwaitedBy(clusterWarp)) {
      this.#checkNamed(named.faultOf(clusterWarp, expected), number, expected, firstLane(mask));
      if (number === 0 && expected !== this.#warps * FULL_WARP && this.#order)
        this.#zeroUses.set(rank, { warp: clusterWarp, segment: this.#segment(), span: step.span, threads: expected });
      named.arrive(clusterWarp, expected, callOf(step), () => this.#segment());
      this.changes++;
      if (step.name === "bar.arrive") {
        named.leave(clusterWarp);
        return true;
      }
    }
    if (named.isOpenFor(clusterWarp)) {
      named.pass(clusterWarp);
      this.#goOn(mask);
      return true;
    }
    this.blocked = this.#waiting({
      rank,
      warp,
      lane: firstLane(mask),
      step,
      isPoll: false,
      isReady: () => named.isOpenFor(clusterWarp),
      at: () => ({ kind: "named", number, arrived: named.arrived, expected, ended: 0 }),
    });
    return false;
  }

  #checkNamed(fault: NamedFault | undefined, number: number, threads: number, lane: number): void {
    if (fault?.kind === "again") this.#misuse(lane, `arrives at barrier ${number} a second time before it has opened: its warp counts twice, for threads that have not come. Let who arrives first wait, at another barrier, for those behind.`); // prettier-ignore
    if (fault?.kind === "count") this.#misuse(lane, `meets ${grouped(threads)} threads at barrier ${number}, where those that have arrived meet ${grouped(fault.other)}: all give the same count.`); // prettier-ignore
    if (fault?.kind === "group") this.#misuse(lane, `meets ${grouped(threads)} threads at barrier ${number}, where warp ${fault.warp % this.#warps} of the block has met others, and nothing orders the two groups: whoever comes first may meet anybody. Give each group a number of its own, 1 to 15.`); // prettier-ignore
  }

  /** `bar.sync 0, 64`: barrier 0 is that of `__syncthreads()`, and warps that are at the one count for the other. */
  #checkZero(rank: number): void {
    const use = this.#zeroUses.get(rank);
    this.#zeroUses.delete(rank);
    const order = this.#order;
    if (!use || !order) return;
    const { warp, segment, span, threads } = use;
    const first = rank * this.#warps;
    for (let other = first; other < first + this.#warps; other++) {
      if (other === warp || order.isOver(segment - 1, warp, other)) continue;
      return this.#find("misused-instruction", span, (warp % this.#warps) * FULL_WARP, rank, `meets ${grouped(threads)} threads at barrier 0, which is that of \`__syncthreads()\`, too: a warp that is there already counts for it. Take another number, 1 to 15.`); // prettier-ignore
    }
  }

  // Clusters.

  #clusterNumber(name: ClusterNumber, rank: number, axis: number): number {
    const { cluster, grid } = this.#shape;
    const along = axis as 0 | 1 | 2;
    const coordinates: Extents = [
      rank % cluster[0],
      Math.floor(rank / cluster[0]) % cluster[1],
      Math.floor(rank / (cluster[0] * cluster[1])),
    ];
    switch (name) {
      case "cluster.rank":
        return rank;
      case "cluster.size":
        return this.#ranks;
      case "cluster.block":
        return coordinates[along];
      case "cluster.blocks":
        return cluster[along];
      case "cluster.index":
        return Math.floor(this.#place.blockCoordinates(this.#place.block)[along] / cluster[along]);
      case "cluster.count":
        return Math.floor(grid[along] / cluster[along]);
    }
  }

  #mapped(address: number, rank: number, lane: number): number {
    const { rank: own } = this.#running!;
    if (rank >= this.#ranks) {
      this.#misuse(lane, `asks for the shared memory of block ${rank} of its cluster, which has ${this.#ranks}.`);
      return address;
    }
    return address - this.#memory.windowsOf(own).sharedBase + this.#memory.windowsOf(rank).sharedBase;
  }

  #waitForCluster(step: Instruction, mask: number): boolean {
    const { rank, warp } = this.#running!;
    const clusterWarp = this.#clusterWarp;
    if (this.#cluster.isOpenFor(clusterWarp)) {
      this.#cluster.pass(clusterWarp, mask);
      this.#goOn(mask);
      return true;
    }
    this.blocked = this.#waiting({
      rank,
      warp,
      lane: firstLane(mask),
      step,
      isPoll: false,
      isReady: () => this.#cluster.isOpenFor(clusterWarp),
      at: () => ({ kind: "cluster" }),
    });
    return false;
  }

  // Bulk copies.

  #load(step: Instruction, lane: number, to: number, from: number, bytes: number, barrier: number, blocks: number): void {
    if (!this.#isAligned(lane, bytes, from, to)) return;
    const pieces = [{ global: from, shared: to, bytes }];
    if (!this.#stream.bulk(step.site!, lane, pieces, bulkSectors(from, to, bytes), bytes)) return;
    this.#land(step, lane, { pieces, bytes, span: bytes, fill: undefined }, to, barrier, blocks);
  }

  /** Lets pieces land in shared memory, of the block or of those of a mask, and complete bytes on each one's barrier object. */
  #land(
    step: Instruction,
    lane: number,
    tile: {
      readonly pieces: readonly TilePiece[];
      readonly bytes: number;
      readonly span: number;
      readonly fill: readonly number[] | undefined;
    },
    to: number,
    barrier: number,
    blocks: number,
  ): void {
    const home = this.#memory.rankOf(to);
    if (home === undefined || !this.#isShared(to, tile.span, lane, true)) return;
    const { sharedBase } = this.#memory.windowsOf(home);
    for (let rank = 0; rank < this.#ranks; rank++) {
      if (blocks === 0 ? rank !== home : ((blocks >>> rank) & 1) === 0) continue;
      const by = this.#memory.windowsOf(rank).sharedBase - sharedBase;
      const barrierRank = blocks === 0 ? 0 : by;
      const object = this.#barrierAt(barrier + barrierRank, lane, true);
      if (!object) return;
      const copy = this.#begin(step, lane, object.agent, { bytes: tile.bytes, way: "to", shared: to + by }, () => {
        for (const { global, shared, bytes } of tile.pieces) {
          const { u8 } = this.#memory;
          if (global !== undefined) u8.copyWithin(shared + by, global, global + bytes);
          else if (tile.fill) for (let byte = 0; byte < bytes; byte++) u8[shared + by + byte] = tile.fill[byte % tile.fill.length]!;
          else u8.fill(0, shared + by, shared + by + bytes);
        }
        copy.ordinal = this.#completeBytes(object, tile.bytes, step);
      });
      this.#stream.markShared(to + by, tile.span);
      this.#checkTarget(step, lane, to + by);
      if (rank === (blocks === 0 ? home : firstLane(blocks)))
        this.#besideGlobal(step, lane, { copy, op: "load", agent: object.agent }, tile.pieces);
      for (const { shared, bytes } of merged(tile.pieces)) if (this.#beginLanding(step, lane, copy, shared + by, bytes)) break;
    }
  }

  /** A copy begins to land in shared memory. Returns whether it may overwrite what is still used, which is reported. */
  #beginLanding(step: Instruction, lane: number, copy: BulkCopy, address: number, bytes: number): boolean {
    const found = this.#stream.clusterRaces?.beginLanding(copy, address, bytes, lane);
    if (!found) return false;
    if (found.isOnBarrier) {
      this.#find("misused-instruction", step.span, this.#thread(lane), this.#running!.rank, `begins a copy of ${grouped(bytes)} bytes to ${this.#nameOf(address)}, over a barrier object: ${OVERLAPS}`, address); // prettier-ignore
      return true;
    }
    const what = found.copy
      ? isProduct(found.copy)
        ? "a product of a warpgroup may still read it: nobody has waited for that, by `wgmma.wait_group`"
        : `another copy may still use it: nobody has waited for that one`
      : `${this.#threadOf(found.epoch!)} may still use it: nothing orders the two`;
    this.#find("copy-overwritten", step.span, this.#thread(lane), this.#running!.rank, `begins a copy to ${this.#nameOf(address)} while ${what}.`, address); // prettier-ignore
    return true;
  }

  #send(step: Instruction, lane: number, to: number, from: number, bytes: number, barrier: number): void {
    if (!this.#isAligned(lane, bytes, from, to) || !this.#isShared(from, bytes, lane, false) || !this.#isShared(to, bytes, lane, true))
      return;
    const object = this.#barrierAt(barrier, lane, true);
    if (!object) return;
    const copy = this.#begin(step, lane, object.agent, { bytes, way: "to", shared: to }, () => {
      this.#memory.u8.copyWithin(to, from, from + bytes);
      copy.ordinal = this.#completeBytes(object, bytes, step);
    });
    this.#stream.markShared(to, bytes);
    this.#checkTarget(step, lane, to);
    this.#readShared(step, lane, copy, [{ shared: from, bytes }]);
    this.#beginLanding(step, lane, copy, to, bytes);
  }

  #store(
    step: Instruction,
    lane: number,
    to: number,
    from: number,
    bytes: number,
    reduction?: readonly [operation: number, type: number],
  ): void {
    if (!this.#isAligned(lane, bytes, from, to) || !this.#isShared(from, bytes, lane, false)) return;
    const pieces = [{ global: to, shared: from, bytes }];
    if (!this.#stream.bulk(step.site!, lane, pieces, bulkSectors(to, from, bytes), bytes)) return;
    this.#leave(step, lane, pieces, reduction);
  }

  /** Lets pieces go from shared to global memory. */
  #leave(
    step: Instruction,
    lane: number,
    pieces: readonly TilePiece[],
    reduction: readonly [operation: number, type: number] | undefined,
  ): void {
    const thread = this.#threadCopies(lane);
    const taken = merged(pieces.filter(({ global }) => global !== undefined));
    const moved: Moved = { bytes: taken.reduce((sum, { bytes }) => sum + bytes, 0), way: "from", shared: taken[0]?.shared ?? 0 };
    const copy = this.#begin(step, lane, thread.agent, moved, () => {
      for (const { global, shared, bytes } of pieces) {
        if (global === undefined) continue;
        if (reduction) reduced(this.#memory, REDUCTIONS[reduction[0]]!, REDUCED_TYPES[reduction[1]]!, global, shared, bytes);
        else this.#memory.u8.copyWithin(global, shared, shared + bytes);
      }
    });
    thread.open.push(copy);
    this.#readShared(step, lane, copy, taken);
    this.#besideGlobal(step, lane, { copy, op: reduction ? "reduction" : "store", agent: thread.written }, pieces);
  }

  /** Holds a copy that begins against what may be under way where it reads or writes global memory. */
  #besideGlobal(step: Instruction, lane: number, begun: Pick<GlobalCopy, "copy" | "op" | "agent">, pieces: readonly TilePiece[]): void {
    const { races, clock } = this.#stream;
    if (!races?.bulk || !clock || !this.#order) return;
    const order = this.#order;
    const { u8 } = this.#memory;
    const by: GlobalCopy = { ...begun, block: this.#place.block, warp: this.#clusterWarp, wasAwaited: undefined };
    const isSame = (from: number, to: number): boolean => {
      const piece = pieces.find(({ global, bytes }) => global !== undefined && from >= global && to <= global + bytes);
      const source = piece && piece.shared + from - piece.global!;
      return source !== undefined && u8.subarray(from, to).every((byte, at) => byte === u8[source + at]);
    };
    const isFenced = (epoch: number): boolean =>
      epoch < clock.blockStart
        ? clock.isProxyFenced(epoch)
        : order.isFenced(clock.segmentOf(epoch), clock.warpOf(epoch), this.#clusterWarp, "global");
    const tell = ({ kind, words }: BulkStory, address: number): void =>
      this.#find(kind, step.span, this.#thread(lane), this.#running!.rank, words, address);
    for (const { from, to } of globalRanges(pieces)) {
      const other = races.bulk.begin(by, from, to, lane, isSame);
      if (other) {
        const what = this.#nameOf(other.from);
        tell(copyBesideCopy(other.hazard, what, this.#copyOf(other.by), races.bulk.progressOf(other.by)), other.from);
      }
      const found = races.beginBulk(from, to, { op: by.op, lane, isSame, isFenced });
      if (!found) continue;
      const { hazard, epoch, address, lacksFence } = found;
      const order = lacksFence ? undefined : unorderedWords(clock.blockOf(epoch) === by.block);
      tell(copyBesideAccess(hazard, this.#nameOf(address), this.#threadOf(epoch), order), address);
    }
  }

  /** A thread's proxy fence. @param spaces a sum of `FENCED` */
  #fenceProxy(spaces: number): void {
    if (!this.#order) return;
    const segment = this.#segment();
    for (const space of ["shared", "global"] as const) {
      if ((spaces & FENCED[space]) !== 0) this.#order.fence(this.#clusterWarp, segment, space);
    }
    if ((spaces & FENCED.global) !== 0) this.#stream.clock?.fenceProxy();
  }

  /** "the copy that thread (0, 0, 0) of block (0, 0, 0) has begun" */
  #copyOf({ copy, block }: GlobalCopy): string {
    return `the copy that ${threadName(this.#place.threadCoordinates(copy.thread), this.#place.blockCoordinates(block))} has begun`;
  }

  #readShared(
    step: Instruction,
    lane: number,
    copy: BulkCopy,
    pieces: readonly { readonly shared: number; readonly bytes: number }[],
  ): void {
    for (const { shared, bytes } of pieces) {
      const lacking = this.#stream.lacksShared(shared, bytes);
      if (lacking !== undefined) {
        this.#find("uninitialized", step.span, this.#thread(lane), this.#running!.rank, `begins a copy of ${this.#nameOf(lacking)}, where nothing was written before.`, lacking); // prettier-ignore
        return;
      }
      const found = this.#stream.clusterRaces?.beginReading(copy, shared, bytes, lane);
      if (!found) continue;
      const thread = this.#thread(lane);
      const { rank } = this.#running!;
      const what = this.#nameOf(shared);
      if (found.copy) this.#find("early-read", step.span, thread, rank, `begins a copy of ${what}, which another copy brings: nobody has waited for that one.`, shared); // prettier-ignore
      else if (found.lacksFence) this.#find("proxy-fence", step.span, thread, rank, `begins a copy of ${what}, which ${this.#threadOf(found.epoch!)} has written: between the two stands no proxy fence, so the copy may read what was there before. Every thread that writes fences before the barrier: \`fence.proxy.async\`.`, shared); // prettier-ignore
      else this.#find("race", step.span, thread, rank, `begins a copy of ${what}, which ${this.#threadOf(found.epoch!)} writes: no barrier stands between them (RAW).`, shared); // prettier-ignore
      return;
    }
  }

  #tensor(step: Instruction, lane: number, given: readonly number[]): void {
    const isLoad = step.name === "tensor.load";
    const [mapAddress, sharedAddress] = isLoad ? [given[1]!, given[0]!] : [given[0]!, given[1]!];
    const corner = given.slice(isLoad ? 4 : step.name === "tensor.reduce" ? 3 : 2).map((coordinate) => coordinate | 0);
    const map = this.#tensorMap(mapAddress, lane);
    if (!map) return;
    if (map.sizes.length !== corner.length)
      return this.#misuse(lane, `gives ${corner.length} coordinates to a tensor map of ${map.sizes.length} dimensions.`);
    if (sharedAddress % TILE_ALIGNMENT !== 0)
      return this.#misuse(lane, `copies a tile ${isLoad ? "to" : "from"} ${this.#nameOf(sharedAddress)}, ${sharedAddress % TILE_ALIGNMENT} bytes behind a multiple of 128: declare the array with \`alignas(128)\`, with a swizzle \`alignas(1024)\`.`); // prettier-ignore
    const rows = map.box.slice(1).reduce((all, length) => all * length, 1);
    const boxBytes = map.box[0]! * map.elementBytes;
    const pitch = tilePitch({ mode: map.swizzle, boxBytes, sharedAddress });
    if (!this.#isShared(sharedAddress, (rows - 1) * pitch + boxBytes, lane, isLoad)) return;
    const tile = tileOf(map, corner, sharedAddress);
    if (!this.#stream.bulk(step.site!, lane, tile.pieces, tensorSectors(map, tile.rows, sharedAddress), tile.bytes)) return;
    if (isLoad) {
      const type = TENSOR_TYPES[map.type]!;
      const fill = map.fillsWithNan && "nan" in type ? type.nan : undefined;
      this.#land(step, lane, { ...tile, fill }, sharedAddress, given[2]!, given[3]!);
    } else this.#leave(step, lane, tile.pieces, step.name === "tensor.reduce" ? [given[2]!, REDUCED_OF_TENSOR[map.type]!] : undefined);
  }

  #tensorMap(address: number, lane: number): TensorMap | undefined {
    const allocation = this.#memory.find(address);
    const isInside = allocation !== undefined && address + TENSOR_MAP_BYTES <= allocation.base + allocation.bytes;
    if (allocation?.space === "local") {
      this.#misuse(
        lane,
        "gives a copy of its own of the tensor map: declare the parameter `const __grid_constant__ CUtensorMap` and pass its address.",
      );
      return undefined;
    }
    const map = isInside ? decodeTensorMap(this.#memory.u8.subarray(address, address + TENSOR_MAP_BYTES)) : undefined;
    if (!map) this.#misuse(lane, "gives no tensor map: `cuTensorMapEncodeTiled` on the host makes one.");
    return map;
  }

  #begin(step: Instruction, lane: number, agent: number, moved: Moved, land: () => void): BulkCopy {
    const { rank } = this.#running!;
    const thread = this.#thread(lane);
    const block = this.blockOfRank(rank);
    return this.#copies.begin({
      agent,
      span: step.span,
      rank,
      target: moved.way === "to" ? this.#memory.rankOf(moved.shared) : undefined,
      ...(moved.isReduction && { isReduction: true }),
      thread,
      describe: () => ({
        thread: this.#place.threadCoordinates(thread),
        block: this.#place.blockCoordinates(block),
        bytes: moved.bytes,
        where: `${moved.way} ${this.#nameOf(moved.shared, rank)}`,
      }),
      land,
    });
  }

  #threadCopies(lane: number): ThreadCopies {
    return this.#copies.ofThread(this.#clusterWarp * FULL_WARP + lane);
  }

  /** A product is done for all warps of a warpgroup at once, so it is not before all of them have begun it. */
  #waitForProducts(step: Instruction, lane: number, allowed: number): boolean {
    const { rank, warp } = this.#running!;
    const isReady = (): boolean => this.#products.haveAllBegun(rank, warp, allowed);
    if (!isReady()) {
      this.blocked = this.#waiting({ rank, warp, lane, step, isPoll: false, isReady, at: () => ({ kind: "products" }) });
      return false;
    }
    this.#products.wait(rank, warp, allowed);
    // All lanes wait together: `.sync.aligned`.
    this.#goOn(ALL_LANES);
    return true;
  }

  #waitForGroups(step: Instruction, lanes: readonly number[], allowed: (lane: number) => number): boolean {
    const { rank, warp } = this.#running!;
    const threads = lanes.map((lane) => {
      const thread = this.#threadCopies(lane);
      return { lane, thread, upTo: Math.max(0, thread.groups.length - allowed(lane)) };
    });
    const isDone = ({ thread, upTo }: (typeof threads)[number]): boolean => this.#copies.haveLanded(thread, upTo);
    const open = threads.find((one) => !isDone(one));
    if (open) {
      const isReady = (): boolean => threads.every(isDone);
      this.blocked = this.#waiting({
        rank,
        warp,
        lane: open.lane,
        step,
        isPoll: false,
        isReady,
        at: () => ({ kind: "groups" }),
      });
      return false;
    }
    for (const { lane, thread, upTo } of threads) {
      this.#order?.completed(this.#clusterWarp, thread.agent, upTo, 1 << lane);
      if (step.name === "bulk.wait") this.#order?.completed(this.#clusterWarp, thread.written, upTo, 1 << lane);
    }
    this.#segment();
    return true;
  }

  #storeAsync(step: Instruction, lane: number, to: number, barrier: number, bytes: number, values: readonly (number | bigint)[]): void {
    const all = bytes * values.length;
    const object = this.#barrierAt(barrier, lane, true);
    if (!object || !this.#isShared(to, all, lane, true)) return;
    const copy = this.#begin(step, lane, object.agent, { bytes: all, way: "to", shared: to }, () => {
      const view = new DataView(this.#memory.buffer);
      for (const [i, value] of values.entries()) {
        if (bytes === 8) view.setBigUint64(to + 8 * i, BigInt.asUintN(64, BigInt(value)), true);
        else view.setUint32(to + 4 * i, Number(BigInt.asUintN(32, BigInt(value))), true);
      }
      copy.ordinal = this.#completeBytes(object, all, step);
    });
    this.#stream.markShared(to, all);
    this.#checkTarget(step, lane, to);
    this.#beginLanding(step, lane, copy, to, all);
  }

  #reduceAsync(step: Instruction, lane: number, to: number, barrier: number, operation: number, value: number): void {
    const object = this.#barrierAt(barrier, lane, true);
    if (!object || !this.#isShared(to, 4, lane, true)) return;
    const lacking = this.#stream.lacksShared(to, 4);
    if (lacking !== undefined) this.#find("uninitialized", step.span, this.#thread(lane), this.#running!.rank, `updates ${this.#nameOf(to)}, where nothing was written before.`, to); // prettier-ignore
    const copy = this.#begin(step, lane, object.agent, { bytes: 4, way: "to", shared: to, isReduction: true }, () => {
      const { u32 } = this.#memory;
      u32[to / 4] = combined(REDUCTIONS[operation]!, u32[to / 4]!, value);
      copy.ordinal = this.#completeBytes(object, 4, step);
    });
    this.#checkTarget(step, lane, to);
    this.#beginLanding(step, lane, copy, to, 4);
  }

  // Checks, and words for findings.

  #isAligned(lane: number, bytes: number, from: number, to: number): boolean {
    const isWrong = (value: number): boolean => value % BULK_ALIGNMENT !== 0;
    if (bytes === 0) return false;
    const end = isWrong(from) ? (["from", from] as const) : (["to", to] as const);
    if (!isWrong(bytes) && !isWrong(end[1])) return true;
    const does = isWrong(bytes) ? `takes ${grouped(bytes)} bytes` : `is ${end[0]} ${this.#nameOf(end[1])}, ${grouped(end[1] % BULK_ALIGNMENT)} bytes behind a multiple of ${BULK_ALIGNMENT}`; // prettier-ignore
    this.#misuse(lane, `begins a bulk copy that ${does}: addresses and sizes are multiples of ${BULK_ALIGNMENT}.`); // prettier-ignore
    this.#findings.end(() => "misaligned-address");
    return false;
  }

  /** Whether bytes are in the shared memory of a block of the cluster; a finding if not. */
  #isShared(address: number, bytes: number, lane: number, isWrite: boolean): boolean {
    const rank = this.#memory.rankOf(address);
    const end = rank === undefined ? 0 : this.#memory.windowsOf(rank).sharedBase + this.#memory.sharedBytes;
    if (rank !== undefined && address + bytes <= end) return true;
    const where = rank === undefined ? "which is not in shared memory" : `${grouped(address + bytes - end)} of them behind the end of the block's shared memory`; // prettier-ignore
    this.#find("out-of-bounds", this.#running!.step.span, this.#thread(lane), this.#running!.rank, `${isWrite ? "writes" : "uses"} ${grouped(bytes)} bytes at ${this.#nameOf(address)}, ${where}.`, address); // prettier-ignore
    this.#findings.end(() => "illegal-address");
    return false;
  }

  #misuse(lane: number, words: string): void {
    const { rank, step } = this.#running!;
    this.#find("misused-instruction", step.span, this.#thread(lane), rank, words);
  }

  #find(
    kind: FindingKind,
    span: Span,
    thread: number,
    rank: number,
    words: string,
    address?: number,
    more: Pick<Finding, "since" | "cause"> = {},
  ): void {
    this.#findings.add(kind, span, () => {
      const coordinates = this.#place.threadCoordinates(thread);
      const block = this.#place.blockCoordinates(this.blockOfRank(rank));
      const space = address === undefined ? undefined : this.#memory.find(address)?.space;
      const message = `T${threadName(coordinates, block).slice(1)} ${words}`;
      return {
        site: undefined,
        thread: coordinates,
        block,
        address,
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
    return this.#blocks[rank] ?? this.#place.block;
  }

  /** The blocks of the cluster that runs, by their numbers in the grid. */
  #blocks: readonly number[] = [];
  set blocks(blocks: readonly number[]) {
    this.#blocks = blocks;
  }

  #threadOf(epoch: number): string {
    const clock = this.#stream.clock!;
    const thread: Coordinates = this.#place.threadCoordinates(clock.threadOf(epoch));
    return threadName(thread, this.#place.blockCoordinates(clock.blockOf(epoch)));
  }

  #thread(lane: number): number {
    return this.#running!.warp * FULL_WARP + lane;
  }

  /** A warp that waits: since now, or since it first asked in vain, if all it does is ask again. */
  #waiting(waiting: Omit<Waiting, "since">): Waiting {
    const { step, isPoll } = waiting;
    const known = isPoll ? this.#asks.get(this.#clusterWarp) : undefined;
    const since = known?.step === step ? known.since : this.#copies.tick();
    if (isPoll) this.#asks.set(this.#clusterWarp, { step, since });
    return { ...waiting, since };
  }

  get #clusterWarp(): number {
    return this.#running!.rank * this.#warps + this.#running!.warp;
  }

  /** The lanes of a mask go on behind a wait: what they do comes behind what they have done. */
  #goOn(mask: number): void {
    this.#stream.clock?.warpBarrier(this.#running!.warp, mask);
  }

  /** Lanes of the warp that runs arrive somewhere: a new segment of its time starts. */
  #arrival(lanes: number): Arrival {
    const { clock } = this.#stream;
    const met = clock?.metBy(lanes) ?? lanes;
    const segment = this.#segment();
    return { warp: this.#clusterWarp, lanes: met, segment, met: clock?.met ?? segment };
  }

  /** Starts a new segment of time for the warp that runs. */
  #segment(): number {
    return this.#stream.clock?.nextSegment() ?? 0;
  }

  /** "`tile`" or "element 4 of `tile`", of whichever block, or of an array in global memory. @param isOneOfMany says "element 0", too */
  #nameOf(address: number, user = this.#running?.rank, isOneOfMany = false): string {
    const rank = this.#memory.rankOf(address);
    if (rank === undefined) {
      const array = this.#memory.find(address);
      const bytes = array && address - array.base;
      if (!array || bytes === undefined || array.space !== "global") return `address ${grouped(address)}`;
      const isElement = bytes % array.element.bytes === 0 && array.element.name !== "byte";
      return `${isElement ? "element" : "byte"} ${grouped(isElement ? bytes / array.element.bytes : bytes)} of \`${this.#memory.nameInKernel(array)}\``;
    }
    const { sharedBase } = this.#memory.windowsOf(rank);
    const offset = address - sharedBase;
    const variable = this.#memory.sharedVariables.findLast((one) => one.offset <= offset && offset < one.offset + one.bytes);
    const of = rank === user || this.#ranks === 1 ? "" : ` of block ${rank} of the cluster`;
    if (!variable) return `byte ${grouped(offset)} of shared memory${of}`;
    const within = offset - variable.offset;
    const { element, bytes, name } = variable;
    if ((within === 0 && !isOneOfMany) || element.bytes === bytes) return `\`${name}\`${of}`;
    return within % element.bytes === 0 && element.name !== "byte" ? `element ${grouped(within / element.bytes)} of \`${name}\`${of}` : `byte ${grouped(within)} of \`${name}\`${of}`; // prettier-ignore
  }
}

type ClusterNumber = "cluster.rank" | "cluster.size" | "cluster.block" | "cluster.blocks" | "cluster.index" | "cluster.count";

/** The types of tensors as those of reductions, by their numbers. */
const REDUCED_OF_TENSOR = ([undefined, undefined, "u32", "i32", "u64", "i64", "f16", "f32", "f64", "bf16", "f32", undefined, undefined] as const).map(
  (type) => (type === undefined ? -1 : REDUCED_TYPES.indexOf(type)),
); // prettier-ignore

const OVERLAPS = "after that, nobody knows when a phase of it completes. Keep tiles and barriers apart, and look at sizes and offsets.";
const LANE_HAS_WAITED = "another lane of its warp has waited for the copy, and no `__syncwarp()` stands between the two";

/** Why a block's shared memory isn't there. */
function absentWords(rank: number, hazard: ClusterHazard): string {
  return hazard === "ended"
    ? `Block ${rank} of its cluster has ended. Let all blocks of the cluster meet before they end: \`cluster.sync()\`.`
    : `Block ${rank} of its cluster may not have started yet, or not have come that far. Let the blocks meet first: \`cluster.sync()\`.`;
}

/** Where the kernel has a step: the place itself, or the call of the function that it is in. */
function callOf(step: Step): Span {
  return step.kind === "instruction" ? (step.call ?? step.span) : step.span;
}

function operandAt(operand: LaneOperand, lane: number): number | bigint {
  return typeof operand === "number" || typeof operand === "bigint" ? operand : operand[lane]!;
}

function product(extents: Extents): number {
  return extents[0] * extents[1] * extents[2];
}

function lanesOf(mask: number): number[] {
  const lanes: number[] = [];
  for (let lane = 0; lane < FULL_WARP; lane++) if ((mask >>> lane) & 1) lanes.push(lane);
  return lanes;
}

function firstLane(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
