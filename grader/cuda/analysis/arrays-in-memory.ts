import type { Loop } from "../ir/loop.ts";
import type { Definitions } from "./definitions.ts";
import type { ScalarEvolution } from "./scalar-evolution.ts";
import type { Unrolling } from "./unrolling.ts";
import type { Label, Register, RegisterArray, Step, Value, Variable } from "../ir/program.ts";
import { eachRead, eachStep, operandsOf, partsOf, setBy, valuesOf } from "../ir/walk.ts";

/**
 * Loops in loops are written out up to so many passes in all (nvcc 12 for sm_90: 16 passes around 16 are, 32 around 32 are not; of single
 * loops 256 are or are not, as long as their bodies are).
 */
const MOST_PASSES = 256;

/** So deep in each other, loops are followed until nothing more is found; deeper ones hold nothing that is known. */
const MOST_DEPTH = 8;

/** Between so few elements, ptxas chooses anywhere. */
const VERY_SHORT = 2;
/** An array of so many elements is kept in registers though loops that are not written out count through it, if they have no conditions. */
const SHORT = 16;
/** An array of so many elements is kept in registers where a bit chooses between its halves; of 64, 128 and more it is in local memory. */
const OF_HALVES = 32;

/**
 * The arrays of a thread's own that a compiler has in local memory though nothing points to them: those with an index in a loop that is
 * still no constant when other loops are written out as a whole. Registers have no numbers that could be computed; outside of loops, ptxas
 * chooses among all elements instead. Seen in the stack frames of hardware/probes/memory-system/unrolling.py.
 *
 * @param asked arrays that accesses of several widths may be to, in place of a thread's own: nothing chooses among their elements outside of
 *   loops
 */
export function arraysInMemory(
  steps: readonly Step[],
  unrollings: ReadonlyMap<Loop, Unrolling>,
  definitions: Definitions,
  evolution: ScalarEvolution,
  asked: ReadonlySet<RegisterArray> = new Set(),
): ReadonlySet<RegisterArray> {
  const found = new Set<RegisterArray>();
  // What is read and never set is a parameter.
  const unknown = new Set<Variable>();
  eachRead(steps, (register) => unknown.add(register));
  eachStep(steps, (step) => setBy(step).forEach((variable) => unknown.delete(variable)));
  new Follower(unrollings, definitions, evolution, found, asked).follow(steps, unknown, []);
  return new Set([...found].filter((array) => (asked.size > 0 ? asked.has(array) : array.isOwn)));
}

/** Follows a program, with all that holds what only the launch knows. */
class Follower {
  readonly #unrollings: ReadonlyMap<Loop, Unrolling>;
  readonly #found: Set<RegisterArray>;
  readonly #definitions: Definitions;
  readonly #evolution: ScalarEvolution;
  readonly #passes = new Map<Loop, number>();
  readonly #simple = new Map<Loop, boolean>();

  readonly #asked: ReadonlySet<RegisterArray>;

  constructor(
    unrollings: ReadonlyMap<Loop, Unrolling>,
    definitions: Definitions,
    evolution: ScalarEvolution,
    found: Set<RegisterArray>,
    asked: ReadonlySet<RegisterArray>,
  ) {
    this.#asked = asked;
    this.#evolution = evolution;
    this.#unrollings = unrollings;
    this.#definitions = definitions;
    this.#found = found;
  }

  /** @param unknown variables that only the launch knows before the steps, and then after them */
  follow(steps: readonly Step[], unknown: Set<Variable>, loops: readonly Loop[]): void {
    for (const step of steps) {
      for (const value of valuesOf(step)) this.#look(value, unknown, loops);
      switch (step.kind) {
        case "set":
          if (isKnown(step.value, unknown)) unknown.delete(step.register);
          else unknown.add(step.register);
          break;
        case "setElement":
          this.#index(step.array, step.index, unknown, loops);
          if (!isKnown(step.index, unknown) || !isKnown(step.value, unknown)) unknown.add(step.array);
          break;
        case "if":
          this.#choose(step, unknown, loops);
          break;
        case "loop":
          this.#goRound(step, unknown, loops);
          break;
        case "block":
          this.follow(step.body, unknown, loops);
          if (leavesUndecided(step, unknown)) addSet(step, unknown);
          break;
        default:
          for (const variable of setBy(step)) unknown.add(variable);
      }
    }
  }

  #choose(step: Step & { kind: "if" }, unknown: Set<Variable>, loops: readonly Loop[]): void {
    const isDecided = isKnown(step.test, unknown);
    const otherwise = new Set(unknown);
    this.follow(step.then, unknown, loops);
    this.follow(step.otherwise, otherwise, loops);
    for (const variable of otherwise) unknown.add(variable);
    // Which way was taken, only the launch knows.
    if (!isDecided) addSet(step, unknown);
  }

  #goRound(loop: Loop, unknown: Set<Variable>, loops: readonly Loop[]): void {
    const isWrittenOut = loops.length < MOST_DEPTH && this.#passesOf(loop) <= MOST_PASSES;
    const back = switchedBack(loop);
    const known = [...back.keys()].filter((register) => !unknown.has(register));
    if (!isWrittenOut) addSet(loop, unknown, known);
    // The loops that go round.
    const inside = isWrittenOut ? loops : [...loops, loop];
    for (let before = -1; before !== unknown.size;) {
      before = unknown.size;
      const pass = new Set(unknown);
      this.follow(loop.body, pass, inside);
      if (leavesUndecided({ ...loop, step: [] }, pass)) for (const step of loop.body) addSet(step, pass, known);
      this.follow(loop.step, pass, inside);
      for (const variable of pass) unknown.add(variable);
    }
    const knownAfter = known.filter((register) => back.get(register) === "everywhere");
    if (!isWrittenOut || leavesUndecided(loop, unknown)) addSet(loop, unknown, knownAfter);
  }

  /** Passes of a loop with those in it that are written out, if it can be written out as a whole; no number if it cannot. */
  #passesOf(loop: Loop): number {
    const known = this.#passes.get(loop);
    if (known !== undefined) return known;
    const unrolling = this.#unrollings.get(loop);
    let most = 1;
    if (unrolling?.kind === "whole")
      for (const part of partsOf(loop))
        eachStep(part, (inner) => {
          if (inner.kind !== "loop") return;
          // One that goes round stands there once.
          const own = this.#passesOf(inner);
          if (own <= MOST_PASSES) most = Math.max(most, own);
        });
    const passes = unrolling?.kind === "whole" ? unrolling.passes * most : NaN;
    this.#passes.set(loop, passes);
    return passes;
  }

  #look(value: Value, unknown: ReadonlySet<Variable>, loops: readonly Loop[]): void {
    if (value.kind === "element") this.#index(value.array, value.index, unknown, loops);
    for (const operand of operandsOf(value)) this.#look(operand, unknown, loops);
  }

  #index(array: RegisterArray, index: Value, unknown: ReadonlySet<Variable>, loops: readonly Loop[]): void {
    const mayChoose = !this.#asked.has(array) && (loops.length === 0 || array.length <= VERY_SHORT);
    if (mayChoose || isKnown(index, unknown)) return;
    const counted = this.#evolution.loopsOfIndex(index);
    if (counted && !loops.some(({ label }) => counted.includes(label))) return;
    if (array.length <= OF_HALVES && this.#choosesHalf(index, array.length / 2, unknown)) return;
    const isCounted = loops.length > 0 && loops.every((loop) => this.#isSimple(loop)) && this.#isCounted(index);
    if (array.length > SHORT || !isCounted) this.#found.add(array);
  }

  /** Whether a loop has no condition but the ends of loops. */
  #isSimple(loop: Loop): boolean {
    let isSimple = this.#simple.get(loop);
    if (isSimple === undefined) {
      let conditions = 0;
      let loops = 0;
      eachStep([loop], ({ kind }) => {
        if (kind === "if") conditions++;
        else if (kind === "loop") loops++;
      });
      this.#simple.set(loop, (isSimple = conditions === loops));
    }
    return isSimple;
  }

  /** Whether an index is a bit times half of an array's length, besides what is known: `side * 16 + j`. */
  #choosesHalf(index: Value, half: number, unknown: ReadonlySet<Variable>): boolean {
    if (isKnown(index, unknown)) return true;
    if (index.kind === "convert") return this.#choosesHalf(index.operand, half, unknown);
    if (index.kind !== "arithmetic") return false;
    const { operator, left, right } = index;
    if (operator === "+") return this.#choosesHalf(left, half, unknown) && this.#choosesHalf(right, half, unknown);
    if (right.kind !== "constant") return false;
    const factor = operator === "*" ? Number(right.value) : operator === "<<" ? 2 ** Number(right.value) : NaN;
    return factor === half && this.#isBit(left, new Set());
  }

  /** Whether a value is 0 or 1, as its bits tell. @param asked registers that are 0 or 1 if all others are */
  #isBit(value: Value, asked: Set<Register>): boolean {
    switch (value.kind) {
      case "constant":
        return Number(value.value) === 0 || Number(value.value) === 1;
      case "comparison":
      case "not":
        return true;
      case "convert":
        return this.#isBit(value.operand, asked);
      case "arithmetic": {
        const [one, other] = [this.#isBit(value.left, asked), this.#isBit(value.right, asked)];
        return value.operator === "&" ? one || other : (value.operator === "^" || value.operator === "|") && one && other;
      }
      case "register": {
        const { register } = value;
        if (asked.has(register)) return true;
        asked.add(register);
        const sets = this.#definitions.of(register);
        return sets.length > 0 && sets.every((step) => step.kind === "set" && this.#isBit(step.value, asked));
      }
      default:
        return false;
    }
  }

  /** Whether an index is made of what is counted in constant steps. */
  #isCounted(index: Value): boolean {
    if (index.kind === "constant") return true;
    if (index.kind === "arithmetic" || index.kind === "convert") return operandsOf(index).every((one) => this.#isCounted(one));
    if (index.kind !== "register") return false;
    return this.#definitions
      .of(index.register)
      .every((step) => step.kind === "set" && (step.value.kind === "constant" || this.#evolution.counts(step)));
  }
}

function isKnown(value: Value, unknown: ReadonlySet<Variable>): boolean {
  if (value.kind === "special" || value.kind === "symbol") return false;
  if (value.kind === "register") return !unknown.has(value.register);
  if (value.kind === "element" && unknown.has(value.array)) return false;
  return operandsOf(value).every((operand) => isKnown(operand, unknown));
}

/**
 * The registers that each pass of a loop switches an even number of times, `side ^= 1` or `side = 1 - side`: all passes begin with the same.
 * "everywhere" if the loop is left with the same, too.
 */
function switchedBack({ body, step: last, label }: Loop): ReadonlyMap<Register, "everywhere" | "in passes"> {
  const found = new Map<Register, { readonly operation: string; times: number; isLeftSwitched: boolean }>();
  const others = new Set<Variable>();
  for (const step of [...body, ...last]) {
    const operation = step.kind === "set" ? switchOf(step.value, step.register) : undefined;
    if (step.kind === "set" && operation !== undefined) {
      const known = found.get(step.register);
      if (!known) found.set(step.register, { operation, times: 1, isLeftSwitched: false });
      else if (known.operation === operation) known.times++;
      else others.add(step.register);
      continue;
    }
    eachStep([step], (inner) => {
      setBy(inner).forEach((variable) => others.add(variable));
      if (inner.kind !== "leave" && inner.kind !== "again") return;
      for (const [register, known] of found) {
        if (known.times % 2 === 0) continue;
        // What goes on with the next pass takes it along.
        if (inner.kind === "again" && inner.label === label) others.add(register);
        else known.isLeftSwitched = true;
      }
    });
  }
  const back = [...found].filter(([register, { times }]) => times % 2 === 0 && !others.has(register));
  return new Map(back.map(([register, { isLeftSwitched }]) => [register, isLeftSwitched ? "in passes" : "everywhere"]));
}

/** The operation, as a text, that switches a register to another number and, done again, back: `^ 1` or `1 -`; undefined for any other. */
function switchOf(given: Value, register: Register): string | undefined {
  const value = withoutConversion(given);
  if (value.kind !== "arithmetic") return undefined;
  const [left, right] = [withoutConversion(value.left), withoutConversion(value.right)];
  const isOwn = (side: Value): boolean => side.kind === "register" && side.register === register;
  if (value.operator === "^" && isOwn(left) && right.kind === "constant") return `^ ${right.value}`;
  if (value.operator === "^" && isOwn(right) && left.kind === "constant") return `^ ${left.value}`;
  return value.operator === "-" && isOwn(right) && left.kind === "constant" ? `${left.value} -` : undefined;
}

function withoutConversion(value: Value): Value {
  return value.kind === "convert" ? withoutConversion(value.operand) : value;
}

/** @param known registers that hold what they held, though the step sets them */
function addSet(step: Step, unknown: Set<Variable>, known: readonly Register[] = []): void {
  const before = known.filter((register) => !unknown.has(register));
  eachStep([step], (inner) => setBy(inner).forEach((variable) => unknown.add(variable)));
  for (const register of before) unknown.delete(register);
}

/** Whether a thread may leave a loop or block, or a pass of it, for a reason that only the launch knows. */
function leavesUndecided(around: Loop | (Step & { kind: "block" }), unknown: ReadonlySet<Variable>): boolean {
  const inner = new Set<Label>();
  let leaves = false;
  const walk = (steps: readonly Step[], isDecided: boolean): void => {
    for (const step of steps) {
      if (step.kind === "loop" || step.kind === "block") inner.add(step.label);
      if ((step.kind === "leave" || step.kind === "again") && !isDecided && !inner.has(step.label)) leaves = true;
      for (const part of partsOf(step)) walk(part, isDecided && (step.kind !== "if" || isKnown(step.test, unknown)));
    }
  };
  for (const part of partsOf(around)) walk(part, true);
  return leaves;
}
