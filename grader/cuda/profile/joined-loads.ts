import { isStepOf, type Loop, type Unrolling } from "../program/loops.ts";
import type { Register, Step, Value } from "../ir/program.ts";
import { eachStep, settersIn, type Setters } from "../ir/walk.ts";

type Load = Extract<Step, { kind: "load" }>;

/** The widest load, in bytes. */
const WIDEST = 16;
/** As aligned as anything is asked to be. */
const ALIGNED = 1024;

/**
 * How many loads from shared memory a compiler joins into one, by access: those of passes of an unrolled loop that load what lies side by
 * side, at an address that is known to be a multiple of the wider load's bytes. `tile[row][k]` is loaded four at a time over k, if a row is
 * a multiple of 16 bytes.
 */
export function joinedLoads(steps: readonly Step[], unrollings: ReadonlyMap<Loop, Unrolling>): ReadonlyMap<number, number> {
  const joined = new Map<number, number>();
  const sets = settersIn(steps);
  for (const [loop, { kind, passes }] of unrollings) {
    const counter = kind === "none" || changesShared(loop) ? undefined : counterOf(loop, sets);
    if (counter === undefined) continue;
    for (const load of loadsOf(loop.body, unrollings)) {
      const { number } = load.site;
      const together = Math.min(mostTogether(load, counter, sets), 2 ** Math.floor(Math.log2(passes)));
      joined.set(number, Math.max(joined.get(number) ?? 1, together));
    }
  }
  return joined;
}

/** The loads that each pass performs, those of inner loops that are unrolled as a whole included. */
function loadsOf(steps: readonly Step[], unrollings: ReadonlyMap<Loop, Unrolling>): Load[] {
  return steps.flatMap((step) => {
    if (step.kind === "load") return [step];
    if (step.kind === "loop" && unrollings.get(step)?.kind === "whole") return loadsOf(step.body, unrollings);
    // Before a loop that has passes, what it keeps in registers.
    return step.kind === "if" && step.test.kind === "register" && step.test.register.name === "goes" ? loadsOf(step.then, unrollings) : [];
  });
}

function changesShared(loop: Loop): boolean {
  let changes = false;
  eachStep([loop], (step) => {
    changes ||= step.kind === "barrier" || step.kind === "atomic" || (step.kind === "store" && isShared(step.address));
  });
  return changes;
}

function isShared(address: Value): boolean {
  if (address.kind === "offset") return isShared(address.pointer);
  return address.kind === "register" || (address.kind === "special" && address.special !== "localBase");
}

/** What a loop counts up by ones, from a constant that no wider load cuts in two. */
function counterOf(loop: Loop, sets: Setters): Register | undefined {
  const step = loop.step.find((own) => own.kind === "set" && isStepOf(own.value, own.register));
  if (step?.kind !== "set" || step.value.kind !== "arithmetic" || step.value.operator !== "+") return undefined;
  const isByOne = [step.value.left, step.value.right].some((side) => side.kind === "constant" && Number(side.value) === 1);
  const starts = (sets.get(step.register) ?? []).filter((set) => !(set.kind === "set" && isStepOf(set.value, step.register)));
  const areAligned = starts.every((set) => set.kind === "set" && set.value.kind === "constant" && Number(set.value.value) % 4 === 0);
  return isByOne && areAligned ? step.register : undefined;
}

/** Of an address, or a part of it: by how many bytes it moves in each pass, and what the rest is a multiple of. */
interface Part {
  readonly moves: number;
  readonly align: number;
}

const UNKNOWN: Part = { moves: Number.NaN, align: 1 };
/** More parts than an address has. */
const MOST_PARTS = 64;

function mostTogether({ address, site }: Load, counter: Register, sets: Setters): number {
  const { moves, align } = new AddressParts(counter, sets).of(address, 1);
  if (!isInShared(address, sets) || moves !== site.bytesPerLane) return 1;
  return [4, 2].find((together) => together * moves <= WIDEST && align % (together * moves) === 0) ?? 1;
}

function isInShared(address: Value, sets: Setters, left = MOST_PARTS): boolean {
  if (address.kind === "offset") return isInShared(address.pointer, sets, left);
  if (address.kind === "special") return address.special.endsWith("haredBase");
  const set = address.kind === "register" && left > 0 ? onlySet(address.register, sets) : undefined;
  return set !== undefined && isInShared(set, sets, left - 1);
}

/** What a register that is set once is set to. */
function onlySet(register: Register, sets: Setters): Value | undefined {
  const [set, ...others] = sets.get(register) ?? [];
  return set?.kind === "set" && others.length === 0 ? set.value : undefined;
}

class AddressParts {
  readonly #counter: Register;
  readonly #sets: Setters;
  #left = MOST_PARTS;

  constructor(counter: Register, sets: Setters) {
    this.#counter = counter;
    this.#sets = sets;
  }

  /** @param scale what the value is multiplied by */
  of(value: Value, scale: number): Part {
    if (--this.#left < 0) return UNKNOWN;
    switch (value.kind) {
      case "constant":
        return { moves: 0, align: alignOf(Number(value.value) * scale) };
      case "register": {
        if (value.register === this.#counter) return { moves: scale, align: ALIGNED };
        const set = onlySet(value.register, this.#sets);
        return set === undefined ? { moves: 0, align: alignOf(scale) } : this.of(set, scale);
      }
      case "special":
        // An array of a block's dynamic shared memory is no more aligned than its elements are.
        return { moves: 0, align: value.special === "sharedBase" ? ALIGNED : value.special === "dynamicSharedBase" ? 4 : alignOf(scale) };
      case "convert":
        return this.of(value.operand, scale);
      case "offset":
        return sumOf(this.of(value.pointer, scale), this.of(value.index, scale * value.bytes), 1);
      case "arithmetic":
        return this.#ofArithmetic(value, scale);
      default:
        return { moves: 0, align: alignOf(scale) };
    }
  }

  #ofArithmetic({ operator, left, right }: Extract<Value, { kind: "arithmetic" }>, scale: number): Part {
    if (operator === "+" || operator === "-") return sumOf(this.of(left, scale), this.of(right, scale), operator === "+" ? 1 : -1);
    if (operator === "*" && right.kind === "constant") return this.of(left, scale * Number(right.value));
    if (operator === "*" && left.kind === "constant") return this.of(right, scale * Number(left.value));
    if (operator === "<<" && right.kind === "constant") return this.of(left, scale * 2 ** Number(right.value));
    return this.of(left, scale).moves === 0 && this.of(right, scale).moves === 0 ? { moves: 0, align: alignOf(scale) } : UNKNOWN;
  }
}

function sumOf(one: Part, other: Part, sign: 1 | -1): Part {
  return { moves: one.moves + sign * other.moves, align: Math.min(one.align, other.align) };
}

/** The largest power of two that divides a number of bytes. */
function alignOf(bytes: number): number {
  if (bytes === 0) return ALIGNED;
  let align = 1;
  while (align < ALIGNED && bytes % (2 * align) === 0) align *= 2;
  return align;
}
