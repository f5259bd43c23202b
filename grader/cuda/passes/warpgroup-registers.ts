import type { Label, Step, Value, Variable } from "../ir/program.ts";
import { constant } from "../ir/values.ts";
import { eachStep, operandsOf, partsOf, setBy, valuesOf, withParts } from "../ir/walk.ts";
import { copiedVariable } from "./copied-variable.ts";
import type { Pass } from "./pass.ts";

type Product = Step & { kind: "warpgroupProduct" };

/**
 * Products of a warpgroup go on beside the threads, and so do their registers. Before a step that takes what a product gives, `wgmma.taken` asks
 * whether it is done; behind one that sets or takes registers of a product to come, `wgmma.touched` notes it, until a fence: the machine says when
 * either is wrong (`machine/warpgroup-products.ts`). To copy a register is neither: the register of a variable is the one that `asm` names.
 */
export const warpgroupRegisters: Pass<never> = {
  name: "warpgroup-registers",
  needs: [],
  isLowering: true,
  run: (program) => {
    const products: Product[] = [];
    eachStep(program.body, (step) => {
      if (step.kind === "warpgroupProduct") products.push(step);
    });
    if (products.length === 0) return program;
    const numbers = new Map(products.map((product, number) => [product, number]));
    const flow = new RegisterFlow(numbers);
    flow.list(program.body, new Map());
    const walk = (steps: readonly Step[]): Step[] => {
      let asked: string | undefined;
      return steps.flatMap((step) => {
        const taken = flow.taken.get(step);
        const touched = flow.touched.get(step);
        const number = step.kind === "warpgroupProduct" ? numbers.get(step) : undefined;
        const own = number === undefined ? withParts(step, walk) : ({ ...step, number } as Product);
        const key = taken && sorted(taken).join();
        const isAsked = key === asked;
        // Between two such steps of one list, products may have begun.
        asked = number === undefined && step.kind !== "instruction" && partsOf(step).length === 0 ? (key ?? asked) : undefined;
        return [
          ...(taken && !isAsked ? [told("wgmma.taken", taken, step)] : []),
          own,
          ...(touched ? [told("wgmma.touched", touched, step)] : []),
        ];
      });
    };
    return { ...program, body: walk(program.body) };
  },
};

const sorted = (numbers: ReadonlySet<number>): number[] => [...numbers].sort((a, b) => a - b);

function told(name: "wgmma.taken" | "wgmma.touched", numbers: ReadonlySet<number>, { span }: Step): Step {
  return { kind: "instruction", name, operands: sorted(numbers).map((number) => constant("u32", number)), into: [], span };
}

/** The possible origins of a register's contents. */
interface Contents {
  /** The products that may have given it. */
  readonly products: ReadonlySet<number>;
  /** Steps that may have set or taken it since the last fence. */
  readonly touches: ReadonlySet<Step>;
}

/** The origins of the contents of each register at a place; a register without an entry has none. */
type State = Map<Variable, Contents>;

/** Follows what products give through registers, and what is done with registers that products use. */
class RegisterFlow {
  /** The products whose sums a step takes. */
  readonly taken = new Map<Step, Set<number>>();
  /** The products that use registers which a step sets or takes, with no fence between. */
  readonly touched = new Map<Step, Set<number>>();
  readonly #numbers: ReadonlyMap<Product, number>;
  /** States that leave a block or a loop, and those that go on with its next pass. */
  readonly #left = new Map<Label, State>();
  readonly #again = new Map<Label, State>();

  constructor(numbers: ReadonlyMap<Product, number>) {
    this.#numbers = numbers;
  }

  /** Returns the state behind a list of steps; undefined if nobody comes there. */
  list(steps: readonly Step[], state: State | undefined): State | undefined {
    for (const step of steps) if (state) state = this.#step(step, state);
    return state;
  }

  #step(step: Step, state: State): State | undefined {
    switch (step.kind) {
      case "if": {
        this.#take(step, state);
        return joined(this.list(step.then, new Map(state)), this.list(step.otherwise, new Map(state)));
      }
      case "block":
        return joined(this.list(step.body, state), this.#jumped(this.#left, step.label));
      case "loop": {
        for (let head: State = state; ;) {
          const end = this.list(step.body, new Map(head));
          const next = this.list(step.step, joined(end, this.#jumped(this.#again, step.label)));
          const before = sizeOf(head);
          head = joined(head, next)!;
          if (sizeOf(head) === before) return this.#jumped(this.#left, step.label);
        }
      }
      case "leave":
      case "again": {
        const states = step.kind === "leave" ? this.#left : this.#again;
        states.set(step.label, joined(states.get(step.label), new Map(state))!);
        return undefined;
      }
      case "exit":
        return state;
      case "warpgroupProduct":
        return this.#product(step, state);
      case "set": {
        const source = copiedVariable(step.value);
        if (source) return put(state, step.register, state.get(source));
        this.#take(step, state);
        return put(state, step.register, { products: NONE, touches: new Set([step]) });
      }
      case "setElement": {
        const source = copiedVariable(step.value);
        // Which element it is doesn't matter: a product has an array for its sums.
        const before = state.get(step.array);
        const added = source ? state.get(source) : { products: NONE, touches: new Set([step]) };
        if (!source) this.#take(step, state);
        return put(state, step.array, before && added ? both(before, added) : (before ?? added));
      }
      case "instruction":
        if (step.name === "wgmma.fence") {
          for (const [variable, { products }] of state)
            put(state, variable, products.size > 0 ? { products, touches: NO_STEPS } : undefined);
          return state;
        }
    }
    this.#take(step, state);
    for (const variable of setBy(step)) put(state, variable, { products: NONE, touches: new Set([step]) });
    return state;
  }

  #product(step: Product, state: State): State {
    const number = this.#numbers.get(step)!;
    // Sums that are added to follow each other in order.
    for (const value of [...step.a, step.b, step.adds]) this.#takeValue(step, value, state);
    const held = step.a.length > 1 ? step.a : [];
    for (const value of [...held, ...step.c]) {
      eachVariable(value, (variable) => {
        for (const touch of state.get(variable)?.touches ?? []) numbersOf(this.touched, touch).add(number);
      });
    }
    for (const register of step.into) put(state, register, { products: new Set([number]), touches: NO_STEPS });
    return state;
  }

  /** A step takes the registers in its values. */
  #take(step: Step, state: State): void {
    for (const value of valuesOf(step)) this.#takeValue(step, value, state);
  }

  #takeValue(step: Step, value: Value, state: State): void {
    eachVariable(value, (variable) => {
      const contents = state.get(variable);
      if (!contents || contents.products.size === 0) return;
      for (const product of contents.products) numbersOf(this.taken, step).add(product);
      if (step.kind !== "warpgroupProduct") put(state, variable, { ...contents, touches: new Set([...contents.touches, step]) });
    });
  }

  #jumped(states: ReadonlyMap<Label, State>, label: Label): State | undefined {
    const state = states.get(label);
    return state && new Map(state);
  }
}

const NONE: ReadonlySet<number> = new Set();
const NO_STEPS: ReadonlySet<Step> = new Set();

function eachVariable(value: Value, visit: (variable: Variable) => void): void {
  if (value.kind === "register") visit(value.register);
  if (value.kind === "element") visit(value.array);
  for (const operand of operandsOf(value)) eachVariable(operand, visit);
}

function put(state: State, variable: Variable, contents: Contents | undefined): State {
  if (contents) state.set(variable, contents);
  else state.delete(variable);
  return state;
}

function joined(one: State | undefined, other: State | undefined): State | undefined {
  if (!one || !other) return one ?? other;
  const all = new Map(one);
  for (const [variable, contents] of other) {
    const own = one.get(variable);
    if (!own) all.set(variable, contents);
    else if (own !== contents) all.set(variable, both(own, contents));
  }
  return all;
}

function both(one: Contents, other: Contents): Contents {
  return { products: union(one.products, other.products), touches: union(one.touches, other.touches) };
}

function union<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  const all = new Set([...one, ...other]);
  return all.size === one.size ? one : all.size === other.size ? other : all;
}

/** Grows with all that a state has: a loop's state only grows. */
function sizeOf(state: State): number {
  let size = state.size;
  for (const { products, touches } of state.values()) size += products.size + touches.size;
  return size;
}

function numbersOf(sets: Map<Step, Set<number>>, step: Step): Set<number> {
  let numbers = sets.get(step);
  if (!numbers) sets.set(step, (numbers = new Set()));
  return numbers;
}
