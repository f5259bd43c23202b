import { isStepOf, unrollingsIn, type Loop, type Unrolling } from "../program/loops.ts";
import type { Register, RegisterArray, Step, Value } from "../program/program.ts";
import { eachStep, setBy } from "../program/walk.ts";

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
export function joinedLoads(steps: readonly Step[]): ReadonlyMap<number, number> {
  const joined = new Map<number, number>();
  const sets = new Map<Register | RegisterArray, Step[]>();
  eachStep(steps, (step) => {
    for (const set of setBy(step)) sets.set(set, [...(sets.get(set) ?? []), step]);
  });
  const unrollings = unrollingsIn(steps);
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
function counterOf(loop: Loop, sets: ReadonlyMap<Register | RegisterArray, readonly Step[]>): Register | undefined {
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

function mostTogether({ address, site }: Load, counter: Register, sets: ReadonlyMap<Register | RegisterArray, readonly Step[]>): number {
  if (!isKnownShared(address, sets)) return 1;
  const { moves, align } = partOf(address, 1, counter, sets);
  if (moves !== site.bytesPerLane) return 1;
  return [4, 2].find((together) => together * moves <= WIDEST && align % (together * moves) === 0) ?? 1;
}

function isKnownShared(address: Value, sets: ReadonlyMap<Register | RegisterArray, readonly Step[]>): boolean {
  if (address.kind === "offset") return isKnownShared(address.pointer, sets);
  if (address.kind === "special") return address.special.endsWith("haredBase");
  const set = address.kind === "register" ? onlySet(address.register, sets) : undefined;
  return set !== undefined && isKnownShared(set, sets);
}

function onlySet(register: Register, sets: ReadonlyMap<Register | RegisterArray, readonly Step[]>): Value | undefined {
  const [set, ...others] = sets.get(register) ?? [];
  return set?.kind === "set" && others.length === 0 ? set.value : undefined;
}

/** @param scale what the value is multiplied by */
function partOf(value: Value, scale: number, counter: Register, sets: ReadonlyMap<Register | RegisterArray, readonly Step[]>): Part {
  const of = (part: Value, by = scale): Part => partOf(part, by, counter, sets);
  switch (value.kind) {
    case "constant":
      return { moves: 0, align: alignOf(Number(value.value) * scale) };
    case "register": {
      if (value.register === counter) return { moves: scale, align: ALIGNED };
      const set = onlySet(value.register, sets);
      return set === undefined ? { moves: 0, align: alignOf(scale) } : of(set);
    }
    case "special":
      // An array of a block's dynamic shared memory is no more aligned than its elements are.
      return { moves: 0, align: value.special === "sharedBase" ? ALIGNED : value.special === "dynamicSharedBase" ? 4 : alignOf(scale) };
    case "convert":
      return of(value.operand);
    case "offset":
      return both(of(value.pointer), of(value.index, scale * value.bytes), 1);
    case "arithmetic": {
      const { operator, left, right } = value;
      if (operator === "+" || operator === "-") return both(of(left), of(right), operator === "+" ? 1 : -1);
      if (operator === "*" && right.kind === "constant") return of(left, scale * Number(right.value));
      if (operator === "*" && left.kind === "constant") return of(right, scale * Number(left.value));
      if (operator === "<<" && right.kind === "constant") return of(left, scale * 2 ** Number(right.value));
      return moves(of(left), of(right)) ? { moves: Number.NaN, align: 1 } : { moves: 0, align: alignOf(scale) };
    }
    default:
      return { moves: 0, align: alignOf(scale) };
  }
}

function both(one: Part, other: Part, sign: 1 | -1): Part {
  return { moves: one.moves + sign * other.moves, align: Math.min(one.align, other.align) };
}

function moves(...parts: readonly Part[]): boolean {
  return parts.some((part) => part.moves !== 0);
}

/** The largest power of two that divides a number of bytes. */
function alignOf(bytes: number): number {
  if (bytes === 0) return ALIGNED;
  let align = 1;
  while (align < ALIGNED && bytes % (2 * align) === 0) align *= 2;
  return align;
}
