/** Thrown for a module that is not plain: it is judged like any other. */
export class NotPlain extends Error {
  override name = "NotPlain";
}

/** The meaning of a name of a plain module. Each gets a name of ours, numbered in the order of the text. */
export type Binding = Variable | CallableName;

export interface Variable {
  readonly kind: "variable";
  readonly name: string;
  /** Whether it may be assigned to: neither a constant, nor a variable of the module, which would outlive the call. */
  readonly isAssignable: boolean;
}

/** A name that is only ever called: a function of the module, or one of `Math`. */
export interface CallableName {
  readonly kind: "callable";
  readonly name: string;
  /** Undefined for a function of `Math`. */
  readonly calls: PlainFunction | undefined;
}

/** The most calls that one call of a function may lead to, its own included, apart from loops, whose iterations are counted as they run. */
const MOST_CALLS = 1_000;

/** A function of a plain module, with the functions that its text calls. */
export class PlainFunction {
  readonly #callees = new Map<PlainFunction, number>();
  #weight: number | "counting" | undefined;

  addCall(callee: PlainFunction): void {
    this.#callees.set(callee, (this.#callees.get(callee) ?? 0) + 1);
  }

  /** @throws NotPlain if a call leads to too many others, or back to the function */
  checkCalls(): void {
    if (this.#calls() > MOST_CALLS) throw new NotPlain("calls itself, or too much");
  }

  #calls(): number {
    if (this.#weight === "counting") return Infinity;
    if (this.#weight === undefined) {
      this.#weight = "counting";
      let calls = 1;
      for (const [callee, times] of this.#callees) calls += times * callee.#calls();
      this.#weight = calls;
    }
    return this.#weight;
  }
}

const RESERVED: ReadonlySet<string> = new Set(["Math", "undefined", "NaN", "Infinity", "arguments", "eval"]);

/** The names of a block, and those around it. */
export class Scope {
  readonly #names = new Map<string, Binding>();
  readonly #outer: Scope | undefined;
  /** The function whose text it is in; undefined for the module. */
  readonly function: PlainFunction | undefined;

  constructor(outer?: Scope, inFunction = outer?.function) {
    this.#outer = outer;
    this.function = inFunction;
  }

  /** @throws NotPlain for a name that has a meaning of its own everywhere */
  declare(name: string, binding: Binding): void {
    if (RESERVED.has(name)) throw new NotPlain(`a variable called ${name}`);
    this.#names.set(name, binding);
  }

  find(name: string): Binding | undefined {
    return this.#names.get(name) ?? this.#outer?.find(name);
  }
}
