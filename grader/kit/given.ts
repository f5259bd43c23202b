type AnyFunction = (...args: never) => unknown;

/** A function of an exercise's own, and what it was made of. */
interface Given {
  readonly uses: Readonly<Record<string, unknown>>;
  readonly make: (uses: never) => AnyFunction;
}

const givens = new WeakMap<AnyFunction, Given>();

/**
 * A function that an exercise wraps around the answer's, such as the index function of an access that is given. It is written as an
 * arrow function of what it uses, which returns the function: whoever translates kernels reads its text, so that it may use nothing
 * but its parameters, `uses`, and the arithmetic that an answer may have.
 *
 *     index: given({ word, rows }, ({ word, rows }) => ({ threadIdx }: Thread) => (threadIdx.y < rows ? word(threadIdx.y, threadIdx.x) : null))
 */
export function given<U extends Readonly<Record<string, unknown>>, F extends AnyFunction>(uses: U, make: (uses: U) => F): F {
  const made = make(uses);
  givens.set(made, { uses, make: make as (uses: never) => AnyFunction });
  return made;
}

/** What a function was made of by `given`; undefined for any other function. */
export function partsOf(made: AnyFunction): Given | undefined {
  return givens.get(made);
}
