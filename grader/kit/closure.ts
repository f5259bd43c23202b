type AnyFunction = (...args: never) => unknown;

/** A function of an exercise's own, in its parts. */
interface Closure {
  readonly captured: Readonly<Record<string, unknown>>;
  readonly make: (captured: never) => AnyFunction;
}

const closures = new WeakMap<AnyFunction, Closure>();

/**
 * A function that an exercise wraps around the answer's, such as the index function of an access that is given: what it captures, and an
 * arrow function from that to the function itself. Whoever translates a kernel reads the text of the latter, so it may use nothing
 * but its parameters and what is captured, and of TypeScript what an answer may use.
 *
 *     index: closure({ word, rows }, ({ word, rows }) => ({ threadIdx }: Thread) => (threadIdx.y < rows ? word(threadIdx.y, threadIdx.x) : null))
 */
export function closure<C extends Readonly<Record<string, unknown>>, F extends AnyFunction>(captured: C, make: (captured: C) => F): F {
  const made = make(captured);
  closures.set(made, { captured, make: make as (captured: never) => AnyFunction });
  return made;
}

/** What a function was made of by `closure`; undefined for any other function. */
export function closureParts(made: AnyFunction): Closure | undefined {
  return closures.get(made);
}
