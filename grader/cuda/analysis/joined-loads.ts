import type { Loop } from "../ir/loop.ts";
import type { Program, Register, Step, Value } from "../ir/program.ts";
import { eachStep } from "../ir/walk.ts";
import { baseOf, spaceOf, spaceOfVariable } from "./aliases.ts";
import type { Definitions } from "./definitions.ts";
import type { LoopEvolution, ScalarEvolution } from "./scalar-evolution.ts";
import type { Unrolling } from "./unrolling.ts";

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
export function joinedLoads(
  { body }: Program,
  unrollings: ReadonlyMap<Loop, Unrolling>,
  definitions: Definitions,
  evolution: ScalarEvolution,
): ReadonlyMap<number, number> {
  const joined = new Map<number, number>();
  const around = once(() => new Alignments(body, definitions));
  for (const [loop, { kind, passes }] of unrollings) {
    if (kind === "none" || changesShared(loop)) continue;
    const values = evolution.of(loop)!;
    const alignments = once(() => new Alignments([loop], definitions, { values, around: around() }));
    for (const load of loadsOf(loop.body, unrollings)) {
      const { number } = load.site;
      const together = Math.min(mostTogether(load, values, alignments, definitions), 2 ** Math.floor(Math.log2(passes)));
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
    changes ||=
      step.kind === "barrier" ||
      step.kind === "instruction" ||
      step.kind === "awaitCopies" ||
      step.kind === "atomic" ||
      (step.kind === "store" && mayBeShared(step.address));
  });
  return changes;
}

function mayBeShared(address: Value): boolean {
  return baseOf(address).kind === "register" || spaceOf(address, () => "unknown") === "shared";
}

/** The passes of a load that load side by side, from an aligned address. */
function mostTogether({ address, site }: Load, values: LoopEvolution, alignments: () => Alignments, definitions: Definitions): number {
  const bytes = site.bytesPerLane;
  if (values.of(address).step !== bytes || spaceOfVariable(address, definitions) !== "shared") return 1;
  const align = alignments().of(address);
  return [4, 2].find((together) => together * bytes <= WIDEST && align % (together * bytes) === 0) ?? 1;
}

/** Powers of two that values are multiples of. */
class Alignments {
  readonly #registers = new Map<Register, number>();
  readonly #around: Alignments | undefined;

  /** @param steps of a program, or of a loop with what is known around it */
  constructor(steps: readonly Step[], definitions: Definitions, loop?: { readonly values: LoopEvolution; readonly around: Alignments }) {
    this.#around = loop?.around;
    // In the first of the passes that are put together: those before have added multiples of what these load.
    for (const { register, startAlign } of loop?.values.inductionVariables.values() ?? []) this.#registers.set(register, startAlign);
    eachStep(steps, (step) => {
      if (step.kind === "set" && definitions.of(step.register).length === 1 && !this.#registers.has(step.register))
        this.#registers.set(step.register, this.of(step.value));
    });
  }

  of(value: Value): number {
    switch (value.kind) {
      case "constant":
        return alignOf(Number(value.value));
      case "register":
        return this.#registers.get(value.register) ?? this.#around?.of(value) ?? 1;
      case "special":
        // An array of a block's dynamic shared memory is no more aligned than its elements are.
        return value.special === "sharedBase" ? ALIGNED : value.special === "dynamicSharedBase" ? 4 : 1;
      case "convert":
        return this.of(value.operand);
      case "offset":
        return Math.min(this.of(value.pointer), product(this.of(value.index), alignOf(value.bytes)));
      case "arithmetic":
        return this.#ofArithmetic(value);
      default:
        return 1;
    }
  }

  #ofArithmetic({ operator, left, right }: Extract<Value, { kind: "arithmetic" }>): number {
    switch (operator) {
      case "+":
      case "-":
        return Math.min(this.of(left), this.of(right));
      case "*":
        return product(this.of(left), this.of(right));
      case "<<":
        return right.kind === "constant" ? product(this.of(left), 2 ** Number(right.value)) : 1;
      default:
        return 1;
    }
  }
}

function product(one: number, other: number): number {
  return Math.min(ALIGNED, one * other);
}

/** The largest power of two that divides a number of bytes. */
function alignOf(bytes: number): number {
  if (bytes === 0) return ALIGNED;
  let align = 1;
  while (align < ALIGNED && bytes % (2 * align) === 0) align *= 2;
  return align;
}

function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
