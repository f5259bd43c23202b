import type { AtomicOperation } from "#simulator/atomic-cost.ts";
import type { AccessWidth, Instruction } from "#simulator";
import type { AccessSite, SiteOp } from "#cuda/ir/access-site.ts";
import type { Memory, Space } from "#cuda/machine/memory.ts";
import type { AtomicOperator, ScalarType, Step } from "#cuda/ir/program.ts";
import { sitesOf } from "#cuda/ir/walk.ts";
import { placeAt, type Span } from "#cuda/source-error.ts";
import type { Watch } from "./watched-program.ts";

export interface BlockRequest {
  readonly site: number;
  /** What the site does: other than in the counts, reductions in shared memory are told from atomics whose result is used. */
  readonly op: SiteOp;
  readonly bytesPerLane: AccessWidth;
  /** Absent for a plain load, store or atomic. */
  readonly instruction?: Instruction;
  readonly warp: number;
  /** Bit i: lane i takes part. */
  readonly activeMask: number;
  readonly space: Space;
  /** The array that the first active lane points into; of shared and local memory, the whole window. */
  readonly array: string;
  /** Of an element of the array. */
  readonly elementBytes: number;
  /** Where the array starts in the machine's memory. */
  readonly base: number;
  /** 32 byte addresses, counted from the start of the array. */
  readonly addresses: Float64Array;
  /** Of each value below. */
  readonly types: readonly ScalarType[];
  /** What the lanes load or store, one after the other in memory; of an atomic, its operands. Empty for a copy, which passes no register. */
  readonly values: readonly LaneValues[];
  /** What the lanes of an atomic find, each when its turn comes, one after the other in memory. */
  readonly found: readonly LaneValues[] | undefined;
  /** What an atomic does, and as far as its cost depends on it. */
  readonly operator: AtomicOperator | undefined;
  readonly atomic: AtomicOperation | undefined;
  /** The variables of the text that are in scope and hold a value; undefined once those of a block are too many to keep. */
  readonly locals: readonly LocalValues[] | undefined;
}

/** A value for each of the 32 lanes, or one for all; those of inactive lanes mean nothing. */
export type LaneValues = number | bigint | Float64Array | readonly (number | bigint)[];

export interface LocalValues {
  readonly name: string;
  readonly type: ScalarType;
  readonly values: LaneValues;
}

/** A barrier at which all warps of the block that have not ended wait for each other. */
export interface BlockBarrier {
  /** How many of the requests that are kept were made before it. */
  readonly after: number;
  /** In the text, from 1. */
  readonly line: number;
  /** How many warps wait. */
  readonly warps: number;
}

/** The most requests of a block that are kept. */
export const MOST_REQUESTS = 20_000;
/** So many are counted; then the block is left. */
const MOST_COUNTED = 10 * MOST_REQUESTS;
/** The most values of variables that are kept, of all lanes together: 16 MiB. */
const MOST_LOCAL_VALUES = 2 ** 21;

/** The instruction of an access that is no plain one. `cp.async.ca` is counted much as a store is. */
function instructionOf({ op, matrices, copy }: AccessSite): Instruction | undefined {
  if (matrices !== undefined) return op === "load" ? "ldmatrix" : "stmatrix";
  return copy === "cg" && op === "store" ? "cp.async.cg" : undefined;
}

/** Thrown out of the machine when a block makes more requests than are counted. */
export class TooManyRequests extends Error {}

/** A value as a program tells it. */
type ToldValue = number | bigint | readonly (number | bigint)[];

/** Keeps what one block's warps tell of their steps. */
export class BlockRecorder {
  readonly requests: Mutable<BlockRequest>[] = [];
  readonly barriers: BlockBarrier[] = [];
  /** Requests beyond those that are kept. */
  further = 0;
  /** Whether there were too many even to count. */
  isCut = false;
  readonly #source: string;
  /** What the warp has told of the access that it is about to make, and its sites: those of a copy are two. */
  #told: Pick<BlockRequest, "types" | "values" | "operator" | "atomic" | "locals"> | undefined;
  #sites: readonly AccessSite[] = [];
  /** How many requests there were before that access. */
  #before = 0;
  #barrier: { readonly line: number; warps: number } | undefined;
  #localValues = 0;
  /** What each variable of each warp held last: while it does not change, it is kept once. */
  readonly #last = new Map<string, LaneValues>();

  /** @param source the text that runs */
  constructor(source: string) {
    this.#source = source;
  }

  /** Takes what a warp tells of a step. @param operands of the watch's `print` */
  tell({ when, step, locals, values }: Watch, warp: number, operands: readonly ToldValue[]): void {
    if (step.kind === "barrier") {
      this.#barrier ??= { line: placeAt(this.#source, step.span.from).line, warps: 0 };
      this.#barrier.warps++;
      return;
    }
    if (step.kind === "shuffle" || step.kind === "vote" || this.requests.length === MOST_REQUESTS) return;
    const told = operands.slice(locals.length).map(keptValues);
    if (when === "before") {
      this.#before = this.requests.length;
      this.#sites = sitesOf(step);
      this.#told = {
        types: step.kind === "load" ? step.into.map(({ type }) => type) : values.map(({ type }) => type),
        values: told,
        operator: step.kind === "atomic" ? step.operator : undefined,
        atomic: step.kind === "atomic" ? step.site.atomic : undefined,
        locals: this.#localsOf(warp, locals, operands),
      };
      return;
    }
    for (const request of this.requests.slice(this.#before)) {
      if (step.kind === "load") request.values = told;
      else request.found = told;
    }
  }

  /** Takes a request as the machine makes it, after what the warp has told of it. */
  request(site: number, warp: number, activeMask: number, addresses: Float64Array, space: Space, memory: Memory): void {
    if (this.requests.length === MOST_REQUESTS) {
      if (++this.further < MOST_COUNTED) return;
      this.isCut = true;
      throw new TooManyRequests();
    }
    const first = addresses[31 - Math.clz32(activeMask & -activeMask)] ?? 0;
    const { name = "", base = 0, element = { bytes: 1 } } = memory.find(first) ?? {};
    const accessSite = this.#sites.find(({ number }) => number === site);
    if (this.#told === undefined || !accessSite) throw new TypeError(`site ${site} is not watched`);
    const instruction = instructionOf(accessSite);
    this.requests.push({
      site,
      op: accessSite.op,
      bytesPerLane: accessSite.bytesPerLane,
      ...(instruction && { instruction }),
      warp,
      activeMask,
      space,
      array: name,
      elementBytes: element.bytes,
      base,
      addresses: addresses.map((address) => address - base),
      found: undefined,
      ...this.#told,
    });
  }

  /** All warps of the block have arrived at the barrier that they told of. */
  barrier(): void {
    if (this.#barrier && this.requests.length < MOST_REQUESTS) this.barriers.push({ after: this.requests.length, ...this.#barrier });
    this.#barrier = undefined;
  }

  #localsOf(warp: number, locals: Watch["locals"], operands: readonly ToldValue[]): LocalValues[] | undefined {
    if (this.#localValues > MOST_LOCAL_VALUES) return undefined;
    return locals.map(({ name, type, number }, i) => {
      const key = `${warp} ${number}`;
      const last = this.#last.get(key);
      const told = operands[i]!;
      if (last !== undefined && areEqual(last, told)) return { name, type, values: last };
      const values = keptValues(told);
      this.#last.set(key, values);
      this.#localValues += typeof values === "object" ? values.length : 1;
      return { name, type, values };
    });
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Numbers take the room of numbers. */
export function keptValues(told: ToldValue): LaneValues {
  return typeof told === "object" && told.every((value) => typeof value !== "bigint") ? Float64Array.from(told) : told;
}

function areEqual(one: LaneValues, other: ToldValue): boolean {
  if (typeof one !== "object" || typeof other !== "object") return Object.is(one, other);
  for (let lane = 0; lane < one.length; lane++) if (!Object.is(one[lane], other[lane] ?? NaN)) return false;
  return true;
}

/** The value of one lane. */
export function valueOfLane(values: LaneValues, lane: number): number | bigint {
  return typeof values === "object" ? values[lane]! : values;
}

/** What an expression is in the lanes of a warp, at one time. */
export interface Evaluation {
  /** Bit i: lane i evaluates it. */
  readonly activeMask: number;
  readonly type: ScalarType;
  readonly values: LaneValues;
}

/** What a block tells of the `print` that stands at a span of its text. */
export interface WatchedPrint {
  readonly span: Span;
  readonly tell: (evaluation: Evaluation, warp: number, requests: number) => void;
}

/** What a `print` tells, with the type that the expression has: a float is printed as a double. */
export function evaluationOf(step: Step & { readonly kind: "print" }, activeMask: number, values: LaneValues): Evaluation {
  const [operand] = step.operands;
  const type = operand === undefined ? "i32" : operand.kind === "convert" ? operand.operand.type : operand.type;
  return { activeMask, type, values };
}
