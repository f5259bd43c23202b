import type { Loop } from "../ir/loop.ts";
import type { Register, Step, Value } from "../ir/program.ts";
import { eachStep } from "../ir/walk.ts";
import { baseOf, spaceOf, spaceOfVariable } from "./aliases.ts";
import type { Definitions } from "./definitions.ts";
import { isStepOf, type Unrolling } from "./unrolling.ts";

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
export function joinedLoads(unrollings: ReadonlyMap<Loop, Unrolling>, definitions: Definitions): ReadonlyMap<number, number> {
  const joined = new Map<number, number>();
  for (const [loop, { kind, passes }] of unrollings) {
    const counter = kind === "none" || changesShared(loop) ? undefined : counterOf(loop, definitions);
    if (counter === undefined) continue;
    for (const load of loadsOf(loop.body, unrollings)) {
      const { number } = load.site;
      const together = Math.min(mostTogether(load, counter, definitions), 2 ** Math.floor(Math.log2(passes)));
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
    return step.kind === "if" && step.isLoopGuard ? loadsOf(step.then, unrollings) : [];
  });
}

function changesShared(loop: Loop): boolean {
  let changes = false;
  eachStep([loop], (step) => {
    changes ||= step.kind === "barrier" || step.kind === "atomic" || (step.kind === "store" && mayBeShared(step.address));
  });
  return changes;
}

function mayBeShared(address: Value): boolean {
  return baseOf(address).kind === "register" || spaceOf(address, () => "unknown") === "shared";
}

/** What a loop counts up by ones, from a constant that no wider load cuts in two. */
function counterOf(loop: Loop, definitions: Definitions): Register | undefined {
  const step = loop.step.find((own) => own.kind === "set" && isStepOf(own.value, own.register));
  if (step?.kind !== "set" || step.value.kind !== "arithmetic" || step.value.operator !== "+") return undefined;
  const isByOne = [step.value.left, step.value.right].some((side) => side.kind === "constant" && Number(side.value) === 1);
  const starts = definitions.of(step.register).filter((set) => !(set.kind === "set" && isStepOf(set.value, step.register)));
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

function mostTogether({ address, site }: Load, counter: Register, definitions: Definitions): number {
  const { moves, align } = new AddressParts(counter, definitions).of(address, 1);
  if (spaceOfVariable(address, definitions) !== "shared" || moves !== site.bytesPerLane) return 1;
  return [4, 2].find((together) => together * moves <= WIDEST && align % (together * moves) === 0) ?? 1;
}

class AddressParts {
  readonly #counter: Register;
  readonly #definitions: Definitions;
  #left = MOST_PARTS;

  constructor(counter: Register, definitions: Definitions) {
    this.#counter = counter;
    this.#definitions = definitions;
  }

  /** @param scale what the value is multiplied by */
  of(value: Value, scale: number): Part {
    if (--this.#left < 0) return UNKNOWN;
    switch (value.kind) {
      case "constant":
        return { moves: 0, align: alignOf(Number(value.value) * scale) };
      case "register": {
        if (value.register === this.#counter) return { moves: scale, align: ALIGNED };
        const only = this.#definitions.onlyValue(value.register);
        return only ? this.of(only, scale) : { moves: 0, align: alignOf(scale) };
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
