import { WARP_SIZE } from "#simulator";
import { firstLaneOf } from "#simulator/warp-request.ts";
import type { InstructionName } from "../ir/instructions.ts";
import type { Step } from "../ir/program.ts";
import type { Span } from "../source-error.ts";
import { BarrierActs, type BarrierOperation } from "./barrier-acts.ts";
import { BarrierObjects, type BarrierObject } from "./barrier-objects.ts";
import type { BulkCopy } from "./bulk-copies.ts";
import type { Copy } from "./cluster-races.ts";
import type { Deadlock, LineAct, StuckPhase } from "./deadlock.ts";
import { absentWords, callOf, type Instruction, type InstructionContext } from "./instruction-context.ts";
import { grouped } from "./memory.ts";
import { NamedBarriers, type NamedFault } from "./named-barriers.ts";

/** Copies of TMA that complete bytes on a barrier object. */
const BULK_LOADS: readonly InstructionName[] = ["bulk.load", "bulk.send", "tensor.load"];
const MOST_ARRIVALS = 2 ** 20 - 1;
const LANE_HAS_WAITED = "another lane of its warp has waited for the copy, and no `__syncwarp()` stands between the two";

/** Carries out what warps do with barrier objects, and with the named barriers of their block. */
export class BarrierInstructions {
  readonly #context: InstructionContext;
  readonly #objects: BarrierObjects;
  readonly #acts = new BarrierActs();
  readonly #named: NamedBarriers;
  /** For each block, the last use of barrier 0 with a part of its threads. */
  readonly #zeroUses = new Map<
    number,
    { readonly warp: number; readonly segment: number; readonly span: Span; readonly threads: number }
  >();
  /** Warps that have looked at a barrier object once, and go on. */
  readonly #polls = new Set<number>();
  /** The waits of each warp that have passed, the last one of each barrier object. */
  readonly #passed = new Map<string, { readonly phase: number; readonly span: Span }>();

  /** By the line that initializes barrier objects: a sentence for whoever begins copies. */
  readonly #advice = new Map<number, string>();

  constructor(context: InstructionContext) {
    this.#context = context;
    this.#objects = new BarrierObjects(context.order);
    this.#named = new NamedBarriers(context.order);
  }

  get advice(): readonly string[] {
    return [...this.#advice.values()];
  }

  /** A cluster starts: there is no barrier object. */
  clear(): void {
    this.#objects.clear();
    this.#acts.clear();
    this.#named.clear();
    this.#zeroUses.clear();
    this.#polls.clear();
    this.#passed.clear();
  }

  /** The threads that have arrived at a barrier object in a phase, by their numbers in the cluster. */
  arrivedAt(address: number, phase: number): ReadonlySet<number> {
    return this.#acts.threads(address, phase);
  }

  /** Barrier objects to which more bytes have come than their phase expects. */
  overfull(): Deadlock["overfull"] {
    return [...this.#objects.all].flatMap(({ address, missingBytes, phase }) =>
      missingBytes < 0 ? [{ name: this.nameOf(address), acts: this.lineActs(address).filter((act) => act.phase === phase) }] : [],
    );
  }

  /** The named barriers of a block at which some of its warps have arrived. */
  namedOf(rank: number): Deadlock["named"] {
    return this.#named
      .of(rank)
      .flatMap(([number, { arrived, lastArrival }]) =>
        arrived > 0 && lastArrival ? [{ number, arrived, line: this.#context.lineOf(lastArrival) }] : [],
      );
  }

  initialize(address: number, count: number, lane: number): void {
    if (!this.#context.isShared(address, 8, lane, true)) return;
    if (!(count >= 1 && count <= MOST_ARRIVALS))
      return this.#context.misuse(
        lane,
        `initializes a barrier object for ${grouped(count)} arrivals: it takes 1 to ${grouped(MOST_ARRIVALS)}.`,
      );
    this.#context.stream.markShared(address, 8);
    if (this.#objects.at(address))
      this.#context.misuse(lane, `initializes the barrier object ${this.nameOf(address)} again, which is in use: \`mbarrier.inval\` comes first. Phases go on by themselves, without another \`init\`.`); // prettier-ignore
    const { clock, clusterRaces } = this.#context.stream;
    if (clock) clock.recorded = true;
    clusterRaces?.keepBarrier(address, true);
    this.#objects.initialize(address, count, clock ? clock.epoch + 4 * lane : 0);
    this.#note(this.#objects.at(address)!, "initialize", count);
    this.#context.changes++;
  }

  /** `fence.mbarrier_init`: what the warp has initialized, or knows to be, is visible to copies. */
  fenceInitializations(): void {
    this.#context.order?.fence(this.#context.clusterWarp, this.#context.segment(), "barriers");
  }

  /**
   * A bulk copy completes bytes on a barrier object whose initialization no fence follows. CUDA's guide has one there, and CUTLASS another one; but
   * PTX doesn't say that a copy completes bytes in the async proxy, and published kernels run without: this is advice, no finding.
   */
  #adviseFence({ address, initialized }: BarrierObject): void {
    const { clock } = this.#context.stream;
    const { order, clusterWarp, running } = this.#context;
    const isBulk = running!.step.kind === "instruction" && BULK_LOADS.includes(running!.step.name);
    if (!isBulk || !order || !clock || initialized === 0) return;
    if (order.isFenced(clock.segmentOf(initialized), clock.warpOf(initialized), clusterWarp, "barriers")) return;
    const line = this.lineActs(address).find(({ operation }) => operation === "initialize")?.line;
    if (line === undefined || this.#advice.has(line)) return;
    const name = this.nameOf(address);
    this.#advice.set(line, `Line ${line} initializes the barrier object ${name}, on which a bulk copy completes bytes, and no fence comes behind it. CUDA's guide has \`fence_proxy_async_shared_cta()\` there, CUTLASS \`fence.mbarrier_init.release.cluster\`: \`__syncthreads()\` orders threads, and says nothing to TMA. Published kernels run without one, so this is no finding.`); // prettier-ignore
  }

  invalidate(address: number): void {
    this.#objects.invalidate(address);
    this.#context.stream.clusterRaces?.keepBarrier(address, false);
  }

  /** @param isCopy whether a copy of the lane completes bytes there, later */
  at(address: number, lane: number, isCopy = false): BarrierObject | undefined {
    const known = this.#objects.at(address);
    if (known) {
      if (isCopy) this.#adviseFence(known);
      this.#checkBarrier(known, lane, isCopy);
      return known;
    }
    if (this.#context.isShared(address, 8, lane, false))
      this.#context.misuse(lane, `uses ${this.nameOf(address)} as a barrier object, but nobody has initialized one there.`);
    return undefined;
  }

  /** Whether a barrier object is there for a lane that uses it: its block, and its initialization. */
  #checkBarrier({ address, initialized }: BarrierObject, lane: number, isCopy: boolean): void {
    const { rank, step } = this.#context.running!;
    const races = this.#context.stream.clusterRaces;
    const home = this.#context.memory.rankOf(address);
    if (!races || home === undefined) return;
    const hazard = home === rank || isCopy ? undefined : races.visit(home, step.span);
    const name = this.nameOf(address);
    if (hazard) this.#context.find("cluster-memory", step.span, this.#context.thread(lane), rank, `uses the barrier object ${name}, ${absentWords(hazard)}`, address); // prettier-ignore
    else if (initialized !== 0 && races.isUnordered(initialized, lane))
      this.#context.find("race", step.span, this.#context.thread(lane), rank, `uses the barrier object ${name}, which ${this.#context.threadOf(initialized)} initializes: no barrier stands between them. Let ${home === rank ? "the block meet behind `init`: `__syncthreads()`" : "the blocks meet behind `init`: `cluster.sync()`"}.`, address); // prettier-ignore
  }

  arrive(object: BarrierObject, count: number, drops: boolean, lane: number): number {
    const { phase } = object;
    if (count < 1 || count > object.pending) {
      this.#context.misuse(lane, `arrives ${count === 1 ? "once" : `${grouped(count)} times`} at the barrier object ${this.nameOf(object.address)}, whose phase ${phase} expects ${grouped(object.pending)} more: arrivals beyond its count are not defined.`); // prettier-ignore
      return phase;
    }
    if (drops) object.expected -= count;
    this.#note(object, "arrive", count);
    this.#acts.noteThread(object.address, phase, this.#context.clusterWarp * WARP_SIZE + lane);
    this.#objects.arrive(object, count, this.#context.arrival(1 << lane));
    this.#context.changes++;
    return phase;
  }

  expect(object: BarrierObject, bytes: number): void {
    this.#note(object, "expect", bytes);
    this.#objects.expectBytes(object, bytes);
  }

  /** @param step whose copy brings them */
  completeBytes(object: BarrierObject, bytes: number, step: Instruction): number {
    this.#context.changes++;
    this.#note(object, "copy", bytes, step);
    return this.#objects.completeBytes(object, bytes);
  }

  wait(
    step: Instruction,
    lanes: readonly number[],
    mask: number,
    barrierOf: (lane: number) => BarrierObject | undefined,
    phaseOf: (lane: number) => number,
    results: readonly Float64Array[],
  ): boolean {
    const { rank, warp } = this.#context.running!;
    const isParity = step.name.endsWith("parity");
    if (step.name.startsWith("mbarrier.try_wait") && step.into.length === 0)
      this.#context.misuse(lanes[0]!, "waits by `try_wait` and does not look at its result: it gives up after a while, whether the phase is over or not. Call it in a loop until it is true."); // prettier-ignore
    const objects = lanes.map((lane) => ({ lane, object: barrierOf(lane), phase: phaseOf(lane) }));
    const isOver = ({ object, phase }: { object: BarrierObject | undefined; phase: number }): boolean => {
      if (!object) return true;
      return isParity ? object.phase % 2 !== phase % 2 : object.phase !== phase;
    };
    const open = objects.find((one) => !isOver(one));
    const clusterWarp = this.#context.clusterWarp;
    const isPoll = step.name.startsWith("mbarrier.test_wait");
    if (open && !(isPoll && this.#polls.has(clusterWarp))) {
      const { lane, object, phase } = open;
      if (isPoll) this.#polls.add(clusterWarp);
      this.#context.blocked = this.#context.waiting({
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
    if (!open) this.#context.asks.delete(clusterWarp);
    for (const one of objects) {
      const { lane, object, phase } = one;
      const done = isOver(one);
      if (results[0]) results[0][lane] = Number(done);
      if (!object || !done) continue;
      // The phase that the wait was for: the one before the current, which may be before the first.
      const waited = isParity ? object.phase - 1 : phase;
      this.#passed.set(`${rank} ${warp} ${object.address}`, { phase: waited, span: callOf(step) });
      if (object.completed && this.#context.order) this.#context.order.acquire(this.#context.clusterWarp, object.completed, mask);
    }
    // All that the lanes do from now on is ordered behind the wait.
    this.#context.goOn(mask);
    return true;
  }

  #stuckPhase(object: BarrierObject, parity: number | undefined, rank: number, warp: number): StuckPhase {
    const { address, phase, pending, expected, missingBytes, expectedBytes } = object;
    const passed = this.#passed.get(`${rank} ${warp} ${address}`)?.phase;
    const state = { address, phase, parity, pending, expected, missingBytes, expectedBytes, passed, ended: 0, absent: 0 };
    return { kind: "phase", name: this.nameOf(address), acts: this.lineActs(address), ...state };
  }

  /** "`full[1]`": a barrier object by the text's name of it. */
  nameOf(address: number): string {
    const rank = this.#context.memory.rankOf(address);
    const offset = rank === undefined ? 0 : address - this.#context.memory.windowsOf(rank).sharedBase;
    const variable = this.#context.memory.sharedPartAt(offset);
    if (
      rank === undefined ||
      !variable ||
      variable.bytes === variable.element.bytes ||
      (offset - variable.offset) % variable.element.bytes !== 0
    )
      return this.#context.nameOf(address, undefined, true);
    let index = (offset - variable.offset) / variable.element.bytes;
    const lengths = variable.lengths ?? [];
    const subscripts = lengths.toReversed().map((length, axis) => {
      const own = axis === lengths.length - 1 ? index : index % length;
      index = Math.floor(index / length);
      return `[${own}]`;
    });
    const of = this.#context.ranks === 1 ? "" : ` of block ${rank} of the cluster`;
    return `\`${variable.name}${subscripts.length === 0 ? `[${index}]` : subscripts.toReversed().join("")}\`${of}`;
  }

  lineActs(address: number): LineAct[] {
    return this.#acts
      .of(address)
      .map(({ operation, span, phase, count }) => ({ operation, phase, count, line: this.#context.lineOf(span) }));
  }

  /** @param step that does it; by default the one that runs */
  #note({ address, phase }: BarrierObject, operation: BarrierOperation, count: number, step: Step = this.#context.running!.step): void {
    this.#acts.note(address, { operation, span: callOf(step), phase, count });
  }

  namedBarrier(step: Instruction, mask: number, number: number, threads: number): boolean {
    const { rank, warp } = this.#context.running!;
    const clusterWarp = this.#context.clusterWarp;
    const named = this.#named.at(rank, number);
    const expected = threads === 0 ? this.#context.warps * WARP_SIZE : threads;
    if (!named.isAwaitedBy(clusterWarp)) {
      this.#checkNamed(named.faultOf(clusterWarp, expected), number, expected, firstLaneOf(mask));
      if (number === 0 && expected !== this.#context.warps * WARP_SIZE && this.#context.order)
        this.#zeroUses.set(rank, { warp: clusterWarp, segment: this.#context.segment(), span: step.span, threads: expected });
      named.arrive(clusterWarp, expected, callOf(step), () => this.#context.segment());
      this.#context.changes++;
      if (step.name === "bar.arrive") {
        named.leave(clusterWarp);
        return true;
      }
    }
    if (named.isOpenFor(clusterWarp)) {
      named.pass(clusterWarp);
      this.#context.goOn(mask);
      return true;
    }
    this.#context.blocked = this.#context.waiting({
      rank,
      warp,
      lane: firstLaneOf(mask),
      step,
      isPoll: false,
      isReady: () => named.isOpenFor(clusterWarp),
      at: () => ({ kind: "named", number, arrived: named.arrived, expected, ended: 0 }),
    });
    return false;
  }

  #checkNamed(fault: NamedFault | undefined, number: number, threads: number, lane: number): void {
    if (fault?.kind === "again") this.#context.misuse(lane, `arrives at barrier ${number} a second time before it has opened: its warp counts twice, for threads that have not come. Let who arrives first wait, at another barrier, for those behind.`); // prettier-ignore
    if (fault?.kind === "count") this.#context.misuse(lane, `meets ${grouped(threads)} threads at barrier ${number}, where those that have arrived meet ${grouped(fault.other)}: all give the same count.`); // prettier-ignore
    if (fault?.kind === "group") this.#context.misuse(lane, `meets ${grouped(threads)} threads at barrier ${number}, where warp ${fault.warp % this.#context.warps} of the block has met others, and nothing orders the two groups: whoever comes first may meet anybody. Give each group a number of its own, 1 to 15.`); // prettier-ignore
  }

  /** `bar.sync 0, 64`: barrier 0 is that of `__syncthreads()`, and warps that are at the one count for the other. */
  checkZero(rank: number): void {
    const use = this.#zeroUses.get(rank);
    this.#zeroUses.delete(rank);
    const order = this.#context.order;
    if (!use || !order) return;
    const { warp, segment, span, threads } = use;
    const first = rank * this.#context.warps;
    for (let other = first; other < first + this.#context.warps; other++) {
      if (other === warp || order.isOver(segment - 1, warp, other)) continue;
      return this.#context.find("misused-instruction", span, (warp % this.#context.warps) * WARP_SIZE, rank, `meets ${grouped(threads)} threads at barrier 0, which is that of \`__syncthreads()\`, too: a warp that is there already counts for it. Take another number, 1 to 15.`); // prettier-ignore
    }
  }

  /** Whether some lane of a warp of the block that runs knows a copy to be complete. */
  isKnownInWarp({ agent, ordinal }: Copy, warp: number): boolean {
    const clusterWarp = this.#context.memory.rank * this.#context.warps + warp;
    return ordinal !== undefined && (this.#context.order?.completeFor(clusterWarp, agent) ?? 0) > ordinal;
  }

  /** Why a thread that writes over what a copy uses does not know it to be complete. */
  whyOverwritten(copy: BulkCopy, warp: number): string {
    if (this.isKnownInWarp(copy, warp)) return LANE_HAS_WAITED;
    if (copy.target !== undefined) return "nobody has waited for the copy";
    // Copies to global memory are waited for in groups, each by the thread that has begun it.
    return "only that thread can wait for it, by `cp.async.bulk.wait_group.read`, and a barrier then tells the others";
  }

  /** Why a thread that reads what a copy brings has not waited for it. */
  whyEarly(copy: BulkCopy, warp: number): string {
    if (this.isKnownInWarp(copy, warp)) return LANE_HAS_WAITED;
    const object = [...this.#objects.all].find(({ agent }) => agent === copy.agent);
    const passed = object && this.#passed.get(`${this.#context.memory.rank} ${warp} ${object.address}`);
    if (passed && passed.phase < 0) return "its wait was for the parity of a phase that comes before: that passes at once";
    const phase = copy.ordinal ?? object?.phase ?? 0;
    if (passed && passed.phase < phase && copy.phase !== undefined && copy.phase <= passed.phase)
      return `the copy begins in phase ${copy.phase} of ${this.nameOf(object.address)}, which completes before its bytes have landed, and the wait in line ${this.#context.lineOf(passed.span)} passes: fewer bytes are expected than copies bring, or the copy has begun too early`;
    if (passed && passed.phase < phase)
      return `the copy completes phase ${phase} (parity ${phase % 2}) of ${this.nameOf(object.address)}, and the last wait for it, in line ${this.#context.lineOf(passed.span)}, was for phase ${passed.phase}: a wait is missing, or the copy has begun too early`;
    return copy.landed === undefined ? "nobody has waited for it" : "the copy has landed by now, but the thread has not waited for it";
  }
}
