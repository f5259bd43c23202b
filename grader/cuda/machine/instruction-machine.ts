import { WARP_SIZE } from "#simulator";
import type { WarpFactors } from "#simulator/warpgroup-product.ts";
import { firstLaneOf } from "#simulator/warp-request.ts";
import type { AccessSite } from "../ir/access-site.ts";
import type { Step } from "../ir/program.ts";
import { BarrierInstructions } from "./barrier-instructions.ts";
import type { BarrierObject } from "./barrier-objects.ts";
import type { BulkCopy } from "./bulk-copies.ts";
import { BulkInstructions, OVERLAPS } from "./bulk-instructions.ts";
import type { GlobalCopy } from "./bulk-races.ts";
import { accessBesideCopy } from "./bulk-sentence.ts";
import { ClusterInstructions } from "./cluster-instructions.ts";
import type { ClusterHazard, Copy, CopyHazard } from "./cluster-races.ts";
import { deadlockStory, barrierOperation, tellingWarp, type Deadlock, type StuckAt } from "./deadlock.ts";
import type { Hazard } from "./findings.ts";
import {
  InstructionContext,
  absentWords,
  callOf,
  lanesOf,
  product,
  type Instruction,
  type InstructionMachineOptions,
  type LaneOperand,
  type StuckSlot,
  type Waiting,
} from "./instruction-context.ts";
import { RegisterPool } from "./register-pool.ts";
import { WarpgroupProducts, isProduct, type WarpgroupStep } from "./warpgroup-products.ts";

const ALL_LANES = -1;

/**
 * Carries out what goes on beside the warps: barrier objects, copies that land when nobody can go on without them, clusters. A copy lands as
 * late as it may, so that a thread that doesn't wait for it finds that it isn't there.
 */
export class InstructionMachine {
  readonly #context: InstructionContext;
  readonly #barriers: BarrierInstructions;
  readonly #bulk: BulkInstructions;
  readonly #cluster: ClusterInstructions;
  readonly #products: WarpgroupProducts;
  readonly #registers: RegisterPool;
  /** Instructions that a warp has come to. */
  readonly #reached = new Set<Step>();

  constructor(options: InstructionMachineOptions) {
    this.#context = new InstructionContext(options);
    this.#barriers = new BarrierInstructions(this.#context);
    this.#bulk = new BulkInstructions(this.#context, this.#barriers);
    this.#cluster = new ClusterInstructions(this.#context);
    this.#registers = new RegisterPool(this.#context.warps);
    const { memory, stream, order, block } = options;
    this.#products = new WarpgroupProducts(memory, stream, order, product(block), {
      find: (...finding) => this.#context.find(...finding),
      nameOf: (address) => this.#context.nameOf(address),
      threadOf: (epoch) => this.#context.threadOf(epoch),
    });
  }

  get blocked(): Waiting | undefined {
    return this.#context.blocked;
  }

  /** Sentences on what is no fault and better done otherwise, each once. */
  get advice(): readonly string[] {
    return this.#barriers.advice;
  }

  get changes(): number {
    return this.#context.changes;
  }

  get blocks(): readonly number[] {
    return this.#context.blocks;
  }

  set blocks(blocks: readonly number[]) {
    this.#context.blocks = blocks;
  }

  startCluster(): void {
    this.#barriers.clear();
    this.#context.copies.clear();
    this.#context.asks.clear();
    this.#products.startCluster();
    this.#registers.clear();
    this.#cluster.start();
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
    this.#context.running = { rank, warp, step };
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
    const barrier = (lane: number, operand = 0): BarrierObject | undefined => this.#barriers.at(at(operand, lane), lane);
    const { name } = step;
    switch (name) {
      case "mbarrier.init":
        return each((lane) => this.#barriers.initialize(at(0, lane), at(1, lane), lane));
      case "mbarrier.inval":
        return each((lane) => void (barrier(lane) && this.#barriers.invalidate(at(0, lane))));
      case "mbarrier.arrive":
      case "mbarrier.arrive_drop":
      case "mbarrier.arrive.expect_tx":
      case "cp.async.mbarrier.arrive":
      case "cp.async.mbarrier.arrive.noinc":
        return each((lane) => {
          const object = barrier(lane);
          if (!object) return 0;
          if (name === "cp.async.mbarrier.arrive") object.pending++;
          if (name === "mbarrier.arrive.expect_tx") this.#barriers.expect(object, at(1, lane));
          const count = name === "mbarrier.arrive" || name === "mbarrier.arrive_drop" ? (operands[1] === undefined ? 1 : at(1, lane)) : 1;
          return this.#barriers.arrive(object, count, name === "mbarrier.arrive_drop", lane);
        });
      case "mbarrier.expect_tx":
        return each((lane) => {
          const object = barrier(lane);
          if (object) this.#barriers.expect(object, at(1, lane));
        });
      case "mbarrier.complete_tx":
        return each((lane) => {
          const object = barrier(lane);
          if (object) this.#barriers.completeBytes(object, at(1, lane), step);
        });
      case "mbarrier.test_wait":
      case "mbarrier.try_wait":
      case "mbarrier.test_wait.parity":
      case "mbarrier.try_wait.parity":
      case "mbarrier.wait":
      case "mbarrier.wait.parity":
        return this.#barriers.wait(
          step,
          lanes,
          mask,
          (lane) => barrier(lane),
          (lane) => at(1, lane),
          results,
        );
      case "bar.sync":
      case "bar.arrive":
        return this.#barriers.namedBarrier(step, mask, at(0, lanes[0]!), at(1, lanes[0]!));
      case "cluster.arrive":
        this.#cluster.arrive(mask, live);
        return true;
      case "cluster.wait":
        return this.#cluster.wait(step, mask);
      case "cluster.rank":
      case "cluster.size":
      case "cluster.block":
      case "cluster.blocks":
      case "cluster.index":
      case "cluster.count":
        return each((lane) => this.#cluster.numberOf(name, rank, at(0, lane)));
      case "mapa":
        return each((lane) => this.#cluster.mapped(at(0, lane), at(1, lane), lane));
      case "getctarank":
        return each((lane) => this.#context.memory.rankOf(at(0, lane)) ?? 0);
      case "bulk.load":
        return each((lane) => this.#bulk.load(step, lane, at(0, lane), at(1, lane), at(2, lane), at(3, lane), at(4, lane)));
      case "bulk.send":
        return each((lane) => this.#bulk.send(step, lane, at(0, lane), at(1, lane), at(2, lane), at(3, lane)));
      case "bulk.store":
        return each((lane) => this.#bulk.store(step, lane, at(0, lane), at(1, lane), at(2, lane)));
      case "bulk.reduce":
        return each((lane) => this.#bulk.store(step, lane, at(0, lane), at(1, lane), at(2, lane), [at(3, lane), at(4, lane)]));
      case "bulk.prefetch":
      case "tensor.prefetch":
      case "no effect":
        return true;
      case "tensor.load":
      case "tensor.store":
      case "tensor.reduce":
        return each((lane) =>
          this.#bulk.tensor(
            step,
            lane,
            operands.map((_, operand) => at(operand, lane)),
          ),
        );
      case "bulk.commit":
        return each((lane) => this.#bulk.commit(lane));
      case "bulk.wait":
      case "bulk.wait.read":
        return this.#bulk.waitForGroups(step, lanes, (lane) => at(0, lane));
      case "st.async":
        return each((lane) =>
          this.#bulk.storeAsync(
            step,
            lane,
            at(0, lane),
            at(1, lane),
            at(2, lane),
            operands.slice(3).map((_, i) => operandAt(operands[3 + i]!, lane)),
          ),
        );
      case "red.async":
        return each((lane) => this.#bulk.reduceAsync(step, lane, at(0, lane), at(1, lane), at(2, lane), at(3, lane)));
      case "fence.proxy.async":
        this.#bulk.fenceProxy(at(0, lanes[0]!));
        return true;
      case "fence.mbarrier_init":
        this.#barriers.fenceInitializations();
        return true;
      case "wgmma.fence":
      case "wgmma.commit":
      case "wgmma.taken":
      case "wgmma.touched":
      case "wgmma.set":
        this.#products.execute(name, rank, warp, step.span, operands.map(Number));
        return true;
      case "wgmma.wait":
        return this.#waitForProducts(step, lanes[0]!, at(0, lanes[0]!));
      case "setmaxnreg":
        this.#registers.request(rank, warp, at(0, lanes[0]!), at(1, lanes[0]!) !== 0, callOf(step));
        return true;
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
    this.#context.running = { rank, warp, step };
    const lanes = lanesOf(mask);
    const [b, adds, ...a] = operands;
    const descriptors = [b!, ...a].map((operand) => lanes.map((lane) => BigInt(operandAt(operand, lane))));
    this.#context.changes++;
    const isAdded = Number(operandAt(adds!, lanes[0]!)) !== 0;
    const factors = this.#products.begin(rank, step, warp, mask, descriptors, held, isAdded);
    return factors && { ...factors, adds: isAdded };
  }

  /** A product is done for all warps of a warpgroup at once, so it is not before all of them have begun it. */
  #waitForProducts(step: Instruction, lane: number, allowed: number): boolean {
    const { rank, warp } = this.#context.running!;
    const isReady = (): boolean => this.#products.haveAllBegun(rank, warp, allowed);
    if (!isReady()) {
      this.#context.blocked = this.#context.waiting({ rank, warp, lane, step, isPoll: false, isReady, at: () => ({ kind: "products" }) });
      return false;
    }
    this.#products.wait(rank, warp, allowed);
    // All lanes wait together: `.sync.aligned`.
    this.#context.goOn(ALL_LANES);
    return true;
  }

  /** All warps of a block have arrived at its barrier. */
  blockBarrier(rank: number): void {
    this.#context.changes++;
    if (!this.#context.order) return;
    this.#barriers.checkZero(rank);
    const all = this.#context.order.empty();
    const warps = Array.from({ length: this.#context.warps }, (_, warp) => rank * this.#context.warps + warp);
    const segment = this.#context.stream.clock!.segment + 1;
    for (const warp of warps) this.#context.order.release(warp, segment, all);
    for (const warp of warps) this.#context.order.acquire(warp, all);
  }

  /** A warp has ended: nobody waits for it at the cluster's barrier. */
  endWarp(rank: number, warp: number): void {
    this.#context.changes++;
    this.#cluster.exit(rank * this.#context.warps + warp);
    this.#products.endWarp(rank, warp);
  }

  /** A block has ended. Its copies should have landed, and nobody should still use its shared memory. */
  endBlock(rank: number): void {
    this.#products.endBlock(rank);
    const exceeded = this.#registers.exceeded(rank);
    if (exceeded) this.#context.find("misused-instruction", exceeded.span, exceeded.warp * WARP_SIZE, rank, exceeded.words);
    const races = this.#context.stream.clusterRaces;
    const left = this.#context.copies.unfinishedOf(rank, races && ((copy) => races.isKnownIn(rank, copy)));
    if (left) {
      const whose = left.rank === rank ? "its block" : `block ${rank} of the cluster, to which it goes,`;
      this.#context.find("unfinished-copy", left.span, left.thread, left.rank, `begins a copy that nobody${left.rank === rank ? "" : " there"} has waited for when ${whose} ends: the block's shared memory may be gone before the copy is done.`); // prettier-ignore
    }
    const visit = races?.endBlock(rank);
    if (!visit) return;
    const [other, warp] = [Math.floor(visit.warp / this.#context.warps), visit.warp % this.#context.warps];
    this.#context.find("cluster-memory", visit.span, warp * WARP_SIZE, other, `uses the shared memory of block ${rank} of its cluster, which may have ended by then: nothing keeps that block alive. Let all blocks of the cluster meet before they end: \`cluster.sync()\`.`); // prettier-ignore
  }

  /** The cluster has ended: what is still on its way lands. */
  endCluster(): void {
    while (this.land());
    this.#context.stream.races?.bulk?.endCluster();
  }

  /** Lands a copy that is on its way. Returns false if there is none. */
  land(): boolean {
    const hasLanded = this.#context.copies.land();
    if (hasLanded) this.#context.changes++;
    return hasLanded;
  }

  /** Nobody can go on: a finding at the wait that says most about the cause. */
  deadlock(stuck: readonly StuckSlot[], steps: readonly Step[]): void {
    this.#context.findings.end(() => "never-ends");
    const hang = this.#hang(stuck, steps);
    const told = tellingWarp(hang);
    const { rank, warp, step, live, waiting } = stuck[told]!;
    const thread = warp * WARP_SIZE + (waiting?.lane ?? firstLaneOf(live));
    const { cause, words } = deadlockStory(hang, told);
    const since = waiting?.since ?? this.#context.copies.tick();
    this.#context.find("deadlock", callOf(step), thread, rank, words, undefined, { since, ...(cause !== undefined && { cause }) });
  }

  #hang(stuck: readonly StuckSlot[], steps: readonly Step[]): Deadlock {
    const threads = product(this.#context.shape.block);
    const alive = new Set<number>();
    for (const { rank, warp, live } of stuck)
      for (const lane of lanesOf(live)) alive.add((rank * this.#context.warps + warp) * WARP_SIZE + lane);
    const ended = (rank: number): number => {
      let count = threads;
      for (const thread of alive) if (Math.floor(thread / (this.#context.warps * WARP_SIZE)) === rank) count--;
      return count;
    };
    const placed = (at: StuckAt, rank: number): StuckAt => {
      if (at.kind === "named") return { ...at, ended: at.expected > threads - ended(rank) ? ended(rank) : 0 };
      if (at.kind !== "phase") return at;
      const arrived = this.#barriers.arrivedAt(at.address, at.phase);
      const home = this.#context.memory.rankOf(at.address) ?? rank;
      // More are counted than are left: some of those that have ended are among them.
      const isShort = at.expected > threads - ended(home) && this.#context.ranks === 1;
      return { ...at, ended: isShort ? threads - alive.size - [...arrived].filter((thread) => !alive.has(thread)).length : 0, absent: [...alive].filter((thread) => !arrived.has(thread)).length }; // prettier-ignore
    };
    const warps = stuck.map(({ rank, warp, waiting, step }) => ({
      name: `warp ${warp}${this.#context.ranks === 1 ? "" : ` of block ${rank} of the cluster`}`,
      line: this.#context.lineOf(callOf(step)),
      at: placed(waiting?.at() ?? { kind: "block" }, rank),
    }));
    const unreached = steps.flatMap((step) => {
      const operation = step.kind === "instruction" && !this.#reached.has(step) ? barrierOperation(step.name) : undefined;
      return operation ? [{ operation, line: this.#context.lineOf(callOf(step)) }] : [];
    });
    const named = [...new Set(stuck.map(({ rank }) => rank))].flatMap((rank) => this.#barriers.namedOf(rank));
    return { warps, unreached, overfull: this.#barriers.overfull(), named };
  }

  // What is wrong with accesses beside copies.

  readonly reports = {
    copy: (hazard: CopyHazard, site: AccessSite, lane: number, address: number, copy: Copy | undefined): void => {
      const { warp } = this.#context.place;
      const thread = warp * WARP_SIZE + lane;
      if (copy === undefined)
        return this.#context.find("misused-instruction", site.span, thread, this.#context.memory.rank, `writes ${this.#context.nameOf(address)}, where a barrier object lies: ${OVERLAPS}`, address); // prettier-ignore
      if (isProduct(copy)) {
        const by = `a product that ${copy.thread === thread ? "it" : `thread (${this.#context.place.threadCoordinates(copy.thread).join(", ")})`} has begun`;
        return this.#context.find("copy-overwritten", site.span, thread, this.#context.memory.rank, `writes ${this.#context.nameOf(address)} while ${by} may still read it: nobody has waited for the product, by \`wgmma.wait_group\`.`, address); // prettier-ignore
      }
      const bulk = copy as BulkCopy;
      const other = `the copy that thread (${this.#context.place.threadCoordinates(bulk.thread).join(", ")}) has begun`;
      if (hazard === "early-read") {
        const why = this.#barriers.whyEarly(bulk, warp);
        return this.#context.find("early-read", site.span, thread, this.#context.memory.rank, `reads what ${other} brings to ${this.#context.nameOf(address)}: ${why}.`, address); // prettier-ignore
      }
      this.#context.find("copy-overwritten", site.span, thread, this.#context.memory.rank, `writes ${this.#context.nameOf(address)} while ${other} may still use it: ${this.#barriers.whyOverwritten(bulk, warp)}.`, address); // prettier-ignore
    },
    cluster: (hazard: ClusterHazard, site: AccessSite, lane: number, address: number, rank: number): void => {
      const thread = this.#context.place.warp * WARP_SIZE + lane;
      const words = `uses the shared memory of block ${rank} of its cluster, ${absentWords(hazard)}`;
      this.#context.find("cluster-memory", site.span, thread, this.#context.memory.rank, words, address);
    },
    bulk: (hazard: Hazard, site: AccessSite, by: GlobalCopy, address: number, thread: number, rank: number): void => {
      const progress = this.#context.stream.races!.bulk!.progressOf(by);
      const { kind, words } = accessBesideCopy(hazard, site.op, this.#context.nameOf(address), this.#bulk.copyOf(by), progress);
      this.#context.find(kind, site.span, thread, rank, words, address);
    },
  };
}

function operandAt(operand: LaneOperand, lane: number): number | bigint {
  return typeof operand === "number" || typeof operand === "bigint" ? operand : operand[lane]!;
}
