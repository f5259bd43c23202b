import { WARP_SIZE } from "#simulator";
import { FENCED, REDUCED_TYPES, REDUCTIONS } from "../ir/instructions.ts";
import { SWIZZLE_BITS, bulkSectors, tilePitch } from "#simulator/tma-tile.ts";
import { firstLaneOf } from "#simulator/warp-request.ts";
import { threadName, unorderedWords } from "./access-sentence.ts";
import type { BarrierInstructions } from "./barrier-instructions.ts";
import type { BarrierObject } from "./barrier-objects.ts";
import type { BulkCopy, ThreadCopies } from "./bulk-copies.ts";
import { globalRanges, type GlobalCopy } from "./bulk-races.ts";
import { copyBesideAccess, copyBesideCopy, type BulkStory } from "./bulk-sentence.ts";
import { absentWords, type Instruction, type InstructionContext } from "./instruction-context.ts";
import { grouped } from "./memory.ts";
import { isProduct } from "./warpgroup-products.ts";
import { combined, reduced } from "./reduced.ts";
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

/** The bytes that a copy moves. */
interface Moved {
  readonly bytes: number;
  /** Whether the address in shared memory is where it goes, or where it comes from. */
  readonly way: "to" | "from";
  readonly shared: number;
  readonly isReduction?: true;
}

/** A bulk copy moves multiples of this, from and to multiples of it. */
const BULK_ALIGNMENT = 16;
/** Tiles of tensors begin at multiples of this in shared memory. */
const TILE_ALIGNMENT = 128;

/** The types of tensors as those of reductions, by their numbers. */
const REDUCED_OF_TENSOR = ([undefined, undefined, "u32", "i32", "u64", "i64", "f16", "f32", "f64", "bf16", "f32", undefined, undefined] as const).map(
  (type) => (type === undefined ? -1 : REDUCED_TYPES.indexOf(type)),
); // prettier-ignore

export const OVERLAPS =
  "after that, nobody knows when a phase of it completes. Keep tiles and barriers apart, and look at sizes and offsets.";

/** Carries out bulk copies, copies of tensors' tiles, and stores and reductions that go on by themselves: what begins them, and who waits. */
export class BulkInstructions {
  readonly #context: InstructionContext;
  readonly #barriers: BarrierInstructions;

  constructor(context: InstructionContext, barriers: BarrierInstructions) {
    this.#context = context;
    this.#barriers = barriers;
  }

  /** The lane's copies since its last group are a group. */
  commit(lane: number): void {
    this.#context.copies.commit(this.#context.clusterWarp * WARP_SIZE + lane);
  }

  load(step: Instruction, lane: number, to: number, from: number, bytes: number, barrier: number, blocks: number): void {
    if (!this.#isAligned(lane, bytes, from, to)) return;
    const pieces = [{ global: from, shared: to, bytes }];
    if (!this.#context.stream.bulk(step.site!, lane, { pieces, sectors: bulkSectors(from, to, bytes), sharedBytes: bytes })) return;
    this.#land(step, lane, { pieces, bytes, span: bytes, fill: undefined }, to, barrier, blocks);
  }

  send(step: Instruction, lane: number, to: number, from: number, bytes: number, barrier: number): void {
    if (
      !this.#isAligned(lane, bytes, from, to) ||
      !this.#context.isShared(from, bytes, lane, false) ||
      !this.#context.isShared(to, bytes, lane, true)
    )
      return;
    const object = this.#barriers.at(barrier, lane, true);
    if (!object) return;
    const copy = this.#begin(step, lane, object, { bytes, way: "to", shared: to }, () => {
      this.#context.memory.u8.copyWithin(to, from, from + bytes);
      copy.ordinal = this.#barriers.completeBytes(object, bytes, step);
    });
    this.#context.stream.markShared(to, bytes);
    this.#checkTarget(step, lane, to);
    this.#readShared(step, lane, copy, [{ shared: from, bytes }]);
    this.#beginLanding(step, lane, copy, to, bytes);
  }

  store(
    step: Instruction,
    lane: number,
    to: number,
    from: number,
    bytes: number,
    reduction?: readonly [operation: number, type: number],
  ): void {
    if (!this.#isAligned(lane, bytes, from, to) || !this.#context.isShared(from, bytes, lane, false)) return;
    const pieces = [{ global: to, shared: from, bytes }];
    if (!this.#context.stream.bulk(step.site!, lane, { pieces, sectors: bulkSectors(to, from, bytes), sharedBytes: bytes })) return;
    this.#leave(step, lane, pieces, reduction);
  }

  tensor(step: Instruction, lane: number, given: readonly number[]): void {
    const isLoad = step.name === "tensor.load";
    const [mapAddress, sharedAddress] = isLoad ? [given[1]!, given[0]!] : [given[0]!, given[1]!];
    const corner = given.slice(isLoad ? 4 : step.name === "tensor.reduce" ? 3 : 2).map((coordinate) => coordinate | 0);
    const map = this.#tensorMap(mapAddress, lane);
    if (!map) return;
    if (map.sizes.length !== corner.length)
      return this.#context.misuse(lane, `gives ${corner.length} coordinates to a tensor map of ${map.sizes.length} dimensions.`);
    if (sharedAddress % TILE_ALIGNMENT !== 0)
      return this.#context.misuse(lane, `copies a tile ${isLoad ? "to" : "from"} ${this.#context.nameOf(sharedAddress)}, ${sharedAddress % TILE_ALIGNMENT} bytes behind a multiple of 128: declare the array with \`alignas(128)\`, with a swizzle \`alignas(1024)\`.`); // prettier-ignore
    const rows = map.box.slice(1).reduce((all, length) => all * length, 1);
    const boxBytes = map.box[0]! * map.elementBytes;
    const pitch = tilePitch({ mode: map.swizzle, boxBytes, sharedAddress });
    if (!this.#context.isShared(sharedAddress, (rows - 1) * pitch + boxBytes, lane, isLoad)) return;
    const tile = tileOf(map, corner, sharedAddress);
    const request = {
      pieces: tile.pieces,
      sectors: tensorSectors(map, tile.rows, sharedAddress),
      sharedBytes: tile.bytes,
      swizzleBits: SWIZZLE_BITS[map.swizzle],
    };
    if (!this.#context.stream.bulk(step.site!, lane, request)) return;
    if (isLoad) {
      const type = TENSOR_TYPES[map.type]!;
      const fill = map.fillsWithNan && "nan" in type ? type.nan : undefined;
      this.#land(step, lane, { ...tile, fill }, sharedAddress, given[2]!, given[3]!);
    } else this.#leave(step, lane, tile.pieces, step.name === "tensor.reduce" ? [given[2]!, REDUCED_OF_TENSOR[map.type]!] : undefined);
  }

  storeAsync(step: Instruction, lane: number, to: number, barrier: number, bytes: number, values: readonly (number | bigint)[]): void {
    const all = bytes * values.length;
    const object = this.#barriers.at(barrier, lane, true);
    if (!object || !this.#context.isShared(to, all, lane, true)) return;
    const copy = this.#begin(step, lane, object, { bytes: all, way: "to", shared: to }, () => {
      const view = new DataView(this.#context.memory.buffer);
      for (const [i, value] of values.entries()) {
        if (bytes === 8) view.setBigUint64(to + 8 * i, BigInt.asUintN(64, BigInt(value)), true);
        else view.setUint32(to + 4 * i, Number(BigInt.asUintN(32, BigInt(value))), true);
      }
      copy.ordinal = this.#barriers.completeBytes(object, all, step);
    });
    this.#context.stream.markShared(to, all);
    this.#checkTarget(step, lane, to);
    this.#beginLanding(step, lane, copy, to, all);
  }

  reduceAsync(step: Instruction, lane: number, to: number, barrier: number, operation: number, value: number): void {
    const object = this.#barriers.at(barrier, lane, true);
    if (!object || !this.#context.isShared(to, 4, lane, true)) return;
    const lacking = this.#context.stream.lacksShared(to, 4);
    if (lacking !== undefined) this.#context.find("uninitialized", step.span, this.#context.thread(lane), this.#context.running!.rank, `updates ${this.#context.nameOf(to)}, where nothing was written before.`, to); // prettier-ignore
    const copy = this.#begin(step, lane, object, { bytes: 4, way: "to", shared: to, isReduction: true }, () => {
      const { u32 } = this.#context.memory;
      u32[to / 4] = combined(REDUCTIONS[operation]!, u32[to / 4]!, value);
      copy.ordinal = this.#barriers.completeBytes(object, 4, step);
    });
    this.#checkTarget(step, lane, to);
    this.#beginLanding(step, lane, copy, to, 4);
  }

  waitForGroups(step: Instruction, lanes: readonly number[], allowed: (lane: number) => number): boolean {
    const { rank, warp } = this.#context.running!;
    const threads = lanes.map((lane) => {
      const thread = this.#threadCopies(lane);
      return { lane, thread, upTo: Math.max(0, thread.groups.length - allowed(lane)) };
    });
    const isDone = ({ thread, upTo }: (typeof threads)[number]): boolean => this.#context.copies.haveLanded(thread, upTo);
    const open = threads.find((one) => !isDone(one));
    if (open) {
      const isReady = (): boolean => threads.every(isDone);
      this.#context.blocked = this.#context.waiting({
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
      this.#context.order?.completed(this.#context.clusterWarp, thread.agent, upTo, 1 << lane);
      if (step.name === "bulk.wait") this.#context.order?.completed(this.#context.clusterWarp, thread.written, upTo, 1 << lane);
    }
    this.#context.segment();
    return true;
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
    const home = this.#context.memory.rankOf(to);
    if (home === undefined || !this.#context.isShared(to, tile.span, lane, true)) return;
    const { sharedBase } = this.#context.memory.windowsOf(home);
    for (let rank = 0; rank < this.#context.ranks; rank++) {
      if (blocks === 0 ? rank !== home : ((blocks >>> rank) & 1) === 0) continue;
      const by = this.#context.memory.windowsOf(rank).sharedBase - sharedBase;
      const barrierRank = blocks === 0 ? 0 : by;
      const object = this.#barriers.at(barrier + barrierRank, lane, true);
      if (!object) return;
      const copy = this.#begin(step, lane, object, { bytes: tile.bytes, way: "to", shared: to + by }, () => {
        for (const { global, shared, bytes } of tile.pieces) {
          const { u8 } = this.#context.memory;
          if (global !== undefined) u8.copyWithin(shared + by, global, global + bytes);
          else if (tile.fill) for (let byte = 0; byte < bytes; byte++) u8[shared + by + byte] = tile.fill[byte % tile.fill.length]!;
          else u8.fill(0, shared + by, shared + by + bytes);
        }
        copy.ordinal = this.#barriers.completeBytes(object, tile.bytes, step);
      });
      this.#context.stream.markShared(to + by, tile.span);
      this.#checkTarget(step, lane, to + by);
      if (rank === (blocks === 0 ? home : firstLaneOf(blocks)))
        this.#besideGlobal(step, lane, { copy, op: "load", agent: object.agent }, tile.pieces);
      for (const { shared, bytes } of merged(tile.pieces)) if (this.#beginLanding(step, lane, copy, shared + by, bytes)) break;
    }
  }

  /** A copy begins to land in shared memory. Returns whether it may overwrite what is still used, which is reported. */
  #beginLanding(step: Instruction, lane: number, copy: BulkCopy, address: number, bytes: number): boolean {
    const found = this.#context.stream.clusterRaces?.beginLanding(copy, address, bytes, lane);
    if (!found) return false;
    if (found.isOnBarrier) {
      this.#context.find("misused-instruction", step.span, this.#context.thread(lane), this.#context.running!.rank, `begins a copy of ${grouped(bytes)} bytes to ${this.#context.nameOf(address)}, over a barrier object: ${OVERLAPS}`, address); // prettier-ignore
      return true;
    }
    const what = found.copy
      ? isProduct(found.copy)
        ? "a product of a warpgroup may still read it: nobody has waited for that, by `wgmma.wait_group`"
        : `another copy may still use it: nobody has waited for that one`
      : `${this.#context.threadOf(found.epoch!)} may still use it: nothing orders the two`;
    this.#context.find("copy-overwritten", step.span, this.#context.thread(lane), this.#context.running!.rank, `begins a copy to ${this.#context.nameOf(address)} while ${what}.`, address); // prettier-ignore
    return true;
  }

  /** Whether the block is there whose shared memory a copy goes to. */
  #checkTarget(step: Instruction, lane: number, address: number): void {
    const { rank } = this.#context.running!;
    const target = this.#context.memory.rankOf(address);
    const hazard = target === undefined || target === rank ? undefined : this.#context.stream.clusterRaces?.hazardOf(target);
    if (hazard) this.#context.find("cluster-memory", step.span, this.#context.thread(lane), rank, `begins a copy to ${this.#context.nameOf(address)}, ${absentWords(hazard)}`, address); // prettier-ignore
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
    const copy = this.#begin(step, lane, thread, moved, () => {
      for (const { global, shared, bytes } of pieces) {
        if (global === undefined) continue;
        if (reduction) reduced(this.#context.memory, REDUCTIONS[reduction[0]]!, REDUCED_TYPES[reduction[1]]!, global, shared, bytes);
        else this.#context.memory.u8.copyWithin(global, shared, shared + bytes);
      }
    });
    thread.open.push(copy);
    this.#readShared(step, lane, copy, taken);
    this.#besideGlobal(step, lane, { copy, op: reduction ? "reduction" : "store", agent: thread.written }, pieces);
  }

  /** Holds a copy that begins against what may be under way where it reads or writes global memory. */
  #besideGlobal(step: Instruction, lane: number, begun: Pick<GlobalCopy, "copy" | "op" | "agent">, pieces: readonly TilePiece[]): void {
    const { races, clock } = this.#context.stream;
    if (!races?.bulk || !clock || !this.#context.order) return;
    const order = this.#context.order;
    const { u8 } = this.#context.memory;
    const by: GlobalCopy = { ...begun, block: this.#context.place.block, warp: this.#context.clusterWarp, wasAwaited: undefined };
    const isSame = (from: number, to: number): boolean => {
      const piece = pieces.find(({ global, bytes }) => global !== undefined && from >= global && to <= global + bytes);
      const source = piece && piece.shared + from - piece.global!;
      return source !== undefined && u8.subarray(from, to).every((byte, at) => byte === u8[source + at]);
    };
    const isFenced = (epoch: number): boolean =>
      epoch < clock.blockStart
        ? clock.isProxyFenced(epoch)
        : order.isFenced(clock.segmentOf(epoch), clock.warpOf(epoch), this.#context.clusterWarp, "global");
    const tell = ({ kind, words }: BulkStory, address: number): void =>
      this.#context.find(kind, step.span, this.#context.thread(lane), this.#context.running!.rank, words, address);
    for (const { from, to } of globalRanges(pieces)) {
      const other = races.bulk.begin(by, from, to, lane, isSame);
      if (other) {
        const what = this.#context.nameOf(other.from);
        tell(copyBesideCopy(other.hazard, what, this.copyOf(other.by), races.bulk.progressOf(other.by)), other.from);
      }
      const found = races.beginBulk(from, to, { op: by.op, lane, isSame, isFenced });
      if (!found) continue;
      const { hazard, epoch, address, lacksFence } = found;
      const order = lacksFence ? undefined : unorderedWords(clock.blockOf(epoch) === by.block);
      tell(copyBesideAccess(hazard, this.#context.nameOf(address), this.#context.threadOf(epoch), order), address);
    }
  }

  /** A thread's proxy fence. @param spaces a sum of `FENCED` */
  fenceProxy(spaces: number): void {
    if (!this.#context.order) return;
    const segment = this.#context.segment();
    for (const space of ["shared", "global"] as const) {
      if ((spaces & FENCED[space]) !== 0) this.#context.order.fence(this.#context.clusterWarp, segment, space);
    }
    if ((spaces & FENCED.shared) !== 0) this.#context.order.fence(this.#context.clusterWarp, segment, "barriers");
    if ((spaces & FENCED.global) !== 0) this.#context.stream.clock?.fenceProxy();
  }

  /** "the copy that thread (0, 0, 0) of block (0, 0, 0) has begun" */
  copyOf({ copy, block }: GlobalCopy): string {
    return `the copy that ${threadName(this.#context.place.threadCoordinates(copy.thread), this.#context.place.blockCoordinates(block))} has begun`;
  }

  #readShared(
    step: Instruction,
    lane: number,
    copy: BulkCopy,
    pieces: readonly { readonly shared: number; readonly bytes: number }[],
  ): void {
    for (const { shared, bytes } of pieces) {
      const lacking = this.#context.stream.lacksShared(shared, bytes);
      if (lacking !== undefined) {
        this.#context.find("uninitialized", step.span, this.#context.thread(lane), this.#context.running!.rank, `begins a copy of ${this.#context.nameOf(lacking)}, where nothing was written before.`, lacking); // prettier-ignore
        return;
      }
      const found = this.#context.stream.clusterRaces?.beginReading(copy, shared, bytes, lane);
      if (!found) continue;
      const thread = this.#context.thread(lane);
      const { rank } = this.#context.running!;
      const what = this.#context.nameOf(shared);
      if (found.copy) this.#context.find("early-read", step.span, thread, rank, `begins a copy of ${what}, which another copy brings: nobody has waited for that one.`, shared); // prettier-ignore
      else if (found.lacksFence) this.#context.find("proxy-fence", step.span, thread, rank, `begins a copy of ${what}, which ${this.#context.threadOf(found.epoch!)} has written: between the two stands no proxy fence, so the copy may read what was there before. Every thread that writes fences before the barrier: \`fence.proxy.async\`.`, shared); // prettier-ignore
      else this.#context.find("race", step.span, thread, rank, `begins a copy of ${what}, which ${this.#context.threadOf(found.epoch!)} writes: no barrier stands between them (RAW).`, shared); // prettier-ignore
      return;
    }
  }

  #tensorMap(address: number, lane: number): TensorMap | undefined {
    const allocation = this.#context.memory.find(address);
    const isInside = allocation !== undefined && address + TENSOR_MAP_BYTES <= allocation.base + allocation.bytes;
    if (allocation?.space === "local") {
      this.#context.misuse(
        lane,
        "gives a copy of its own of the tensor map: declare the parameter `const __grid_constant__ CUtensorMap` and pass its address.",
      );
      return undefined;
    }
    const map = isInside ? decodeTensorMap(this.#context.memory.u8.subarray(address, address + TENSOR_MAP_BYTES)) : undefined;
    if (!map) this.#context.misuse(lane, "gives no tensor map: `cuTensorMapEncodeTiled` on the host makes one.");
    return map;
  }

  /** @param completes the barrier object that completes it, or the copies of the thread that waits for its group */
  #begin(step: Instruction, lane: number, completes: BarrierObject | ThreadCopies, moved: Moved, land: () => void): BulkCopy {
    const { rank } = this.#context.running!;
    const thread = this.#context.thread(lane);
    const block = this.#context.blockOfRank(rank);
    return this.#context.copies.begin({
      agent: completes.agent,
      ...("phase" in completes && { phase: completes.phase }),
      span: step.span,
      rank,
      target: moved.way === "to" ? this.#context.memory.rankOf(moved.shared) : undefined,
      ...(moved.isReduction && { isReduction: true }),
      thread,
      describe: () => ({
        thread: this.#context.place.threadCoordinates(thread),
        block: this.#context.place.blockCoordinates(block),
        bytes: moved.bytes,
        where: `${moved.way} ${this.#context.nameOf(moved.shared, rank)}`,
      }),
      land,
    });
  }

  #threadCopies(lane: number): ThreadCopies {
    return this.#context.copies.ofThread(this.#context.clusterWarp * WARP_SIZE + lane);
  }

  #isAligned(lane: number, bytes: number, from: number, to: number): boolean {
    const isWrong = (value: number): boolean => value % BULK_ALIGNMENT !== 0;
    if (bytes === 0) return false;
    const end = isWrong(from) ? (["from", from] as const) : (["to", to] as const);
    if (!isWrong(bytes) && !isWrong(end[1])) return true;
    const does = isWrong(bytes) ? `takes ${grouped(bytes)} bytes` : `is ${end[0]} ${this.#context.nameOf(end[1])}, ${grouped(end[1] % BULK_ALIGNMENT)} bytes behind a multiple of ${BULK_ALIGNMENT}`; // prettier-ignore
    this.#context.misuse(lane, `begins a bulk copy that ${does}: addresses and sizes are multiples of ${BULK_ALIGNMENT}.`); // prettier-ignore
    this.#context.findings.end(() => "misaligned-address");
    return false;
  }
}
