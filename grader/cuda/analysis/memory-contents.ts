import type { Register, Step, Value, Variable } from "../ir/program.ts";
import { read } from "../ir/values.ts";
import { setBy, withParts } from "../ir/walk.ts";
import { areDisjoint, byteRange, mayAlias, spaceOf, type ByteRange, type Space } from "./aliases.ts";
import type { Loops } from "./loop-facts.ts";
import { ValueNumbers, type Source } from "./value-numbers.ts";

type Load = Extract<Step, { kind: "load" }>;
type Store = Extract<Step, { kind: "store" }>;

/** Values that have been loaded from memory, or stored to it. */
interface Contents {
  readonly values: readonly Value[];
  /** The numbers that the values had then: while they have them, they are what is there. */
  readonly numbers: readonly number[];
  readonly space: Space;
  readonly range: ByteRange;
}

/** The known contents of registers and memory at one point of a program, before its next step. */
export class MemoryContents {
  readonly #shared: { readonly numbers: ValueNumbers; readonly loops: Loops };
  readonly #numbers: ValueNumbers;
  readonly #held: Map<Variable, number>;
  readonly #spaces: Map<Variable, Space>;
  readonly #contents: Map<string, Contents>;

  private constructor(
    shared: { readonly numbers: ValueNumbers; readonly loops: Loops },
    held: ReadonlyMap<Variable, number>,
    spaces: ReadonlyMap<Variable, Space>,
    contents: ReadonlyMap<string, Contents>,
  ) {
    this.#shared = shared;
    this.#numbers = shared.numbers;
    this.#held = new Map(held);
    this.#spaces = new Map(spaces);
    this.#contents = new Map(contents);
  }

  /**
   * At the beginning of a program.
   *
   * @param spaces of its parameters
   * @param loops with what they set
   */
  static atStart(spaces: ReadonlyMap<Register, Space>, loops: Loops): MemoryContents {
    return new MemoryContents({ numbers: new ValueNumbers(), loops }, new Map(), spaces, new Map());
  }

  copy(): MemoryContents {
    return new MemoryContents(this.#shared, this.#held, this.#spaces, this.#contents);
  }

  /** The values that a load would bring, if they are in registers already. */
  valuesAt(load: Load): readonly Value[] | undefined {
    if (load.site.isVolatile) return undefined;
    const contents = this.#contents.get(this.#keyOf(load.address, load.into));
    return contents?.values.every((value, i) => this.#numberOf(value) === contents.numbers[i]) ? contents.values : undefined;
  }

  spaceOf(address: Value): Space {
    return spaceOf(address, (register) => this.#spaces.get(register) ?? "unknown");
  }

  /** Moves behind a step that has no steps in it. */
  follow(step: Step): void {
    switch (step.kind) {
      case "set":
        return this.#set(step.register, step.value);
      case "load":
        return this.#load(step);
      case "store":
        this.#store(step);
        return;
      case "atomic":
      case "barrier":
      case "warpBarrier":
      case "fence":
      case "compilerBarrier":
      case "instruction":
      case "awaitCopies":
        this.#forgetOrdered();
    }
    for (const set of setBy(step)) this.#held.set(set, this.#numbers.fresh());
  }

  /** Moves to the beginning of any pass of a loop: it starts with what the pass before has left. */
  enter(loop: Step & { kind: "loop" }): void {
    for (const set of this.#shared.loops.of(loop).definitions.all) {
      this.#held.delete(set);
      this.#spaces.delete(set);
    }
    this.#forgetOrdered();
  }

  /**
   * Moves behind a part that some lanes may have skipped: what it set is unknown, what it loaded may not be there. What it loaded anew,
   * behind a store of its own, is not what was loaded before it.
   */
  join(part: MemoryContents): void {
    for (const [register, number] of part.#held) if (this.#held.get(register) !== number) this.#held.delete(register);
    for (const [register, space] of part.#spaces) if (this.#spaces.get(register) !== space) this.#spaces.delete(register);
    for (const [key, contents] of this.#contents) if (part.#contents.get(key) !== contents) this.#contents.delete(key);
  }

  #set(register: Register, value: Value): void {
    this.#held.set(register, this.#numberOf(value));
    this.#spaces.set(register, this.spaceOf(value));
  }

  #load(step: Load): void {
    const values = this.valuesAt(step);
    if (values) return step.into.forEach((register, i) => this.#set(register, values[i]!));
    const key = this.#keyOf(step.address, step.into);
    const range = this.#rangeOf(step);
    const space = this.spaceOf(step.address);
    for (const register of step.into) {
      this.#held.set(register, this.#numbers.fresh());
      this.#spaces.delete(register);
    }
    this.#note(step, key, step.into.map(read), space, range);
  }

  #store(step: Store): void {
    const space = this.spaceOf(step.address);
    const range = this.#rangeOf(step);
    // It may change what is in the same memory, unless that is known to be beside it.
    for (const [key, contents] of this.#contents)
      if (mayAlias(space, contents.space) && !areDisjoint(range, contents.range)) this.#contents.delete(key);
    this.#note(step, this.#keyOf(step.address, step.values), step.values, space, range);
  }

  #note({ site }: Load | Store, key: string, values: readonly Value[], space: Space, range: ByteRange): void {
    if (site.isVolatile) return;
    this.#contents.set(key, { values, numbers: values.map((value) => this.#numberOf(value)), space, range });
  }

  /** Forgets what other threads may have changed meanwhile. */
  #forgetOrdered(): void {
    for (const [key, { space }] of this.#contents) if (space !== "unchanged") this.#contents.delete(key);
  }

  #rangeOf({ address, site }: Load | Store): ByteRange {
    return byteRange(this.#numbers.based(this.#numberOf(address)), site.bytesPerLane);
  }

  #keyOf(address: Value, values: readonly Pick<Register, "type">[]): string {
    return `${this.#numberOf(address)} ${values.map(({ type }) => type).join()}`;
  }

  #numberOf(value: Value): number {
    return this.#numbers.of(value, (source) => this.#heldBy(source));
  }

  #heldBy(source: Source): number {
    // Which lanes take part changes from step to step.
    if (source === "activeMask") return this.#numbers.fresh();
    const number = this.#held.get(source) ?? this.#numbers.fresh();
    this.#held.set(source, number);
    return number;
  }
}

/** The steps that take a step's place, which are rewritten in their turn; undefined to leave it as it is. */
type Rewrite = (step: Step, contents: MemoryContents) => readonly Step[] | undefined;

/** Rewrites steps in the order of execution. @param before what is known before them */
export function rewriteForward(steps: readonly Step[], before: MemoryContents, rewrite: Rewrite): Step[] {
  return rewritten(steps, before.copy(), rewrite);
}

function rewritten(steps: readonly Step[], contents: MemoryContents, rewrite: Rewrite): Step[] {
  return steps.flatMap((step): Step[] => {
    const others = rewrite(step, contents);
    if (others) return rewritten(others, contents, rewrite);
    switch (step.kind) {
      case "if":
      case "block": {
        const parts: MemoryContents[] = [];
        const changed = withParts(step, (part) => {
          const inside = contents.copy();
          parts.push(inside);
          return rewritten(part, inside, rewrite);
        });
        for (const part of parts) contents.join(part);
        return [changed];
      }
      case "loop":
        contents.enter(step);
        return [withParts(step, (part) => rewritten(part, contents.copy(), rewrite))];
      default:
        contents.follow(step);
        return [step];
    }
  });
}
