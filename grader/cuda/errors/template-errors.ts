import { errorKind } from "./error-kind.ts";

// Templates and their packs.

/**
 * A template is used without the argument for one of its parameters.
 *
 * Write it: `S<int>`.
 *
 * @example
 * template <class T> struct S { T x; };
 * __global__ void f(int *out) { ▸S▸ s; out[0] = s.x; }
 */
export const templateArgumentMissing = errorKind(
  "template-argument-missing",
  (name: string) => `The template parameter \`${name}\` has no argument.`,
);

/**
 * A template takes a type and is given a value, or the other way round.
 *
 * Look at its parameters: `class T` takes a type, `int N` a value.
 *
 * @example
 * template <class T> struct S { T x; };
 * __global__ void f(int *out) { ▸S<3>▸ s; out[0] = s.x; }
 */
export const templateArgumentKind = errorKind(
  "template-argument-kind",
  (name: string, wanted: string, given: string) => `The template parameter \`${name}\` takes a ${wanted}, and a ${given} is given.`,
);

/**
 * A struct is made from its template with more different arguments than the lab makes, as one does that uses itself without end.
 *
 * Give the template a specialization that ends it.
 *
 * @example
 * template <int N> struct S { static const int x = ▸S<N - 1>▸::x + 1; };
 * __global__ void f(int *out) { out[0] = S<5>::x; }
 */
export const tooManyInstances = errorKind(
  "too-many-instances",
  (name: string, most: number) => `\`${name}\` is made with more than ${most} different arguments.`,
);

/**
 * `...` follows something that names no pack.
 *
 * Name the pack, or leave out the `...`.
 *
 * @example
 * __device__ int g(int x) { return x; }
 * __global__ void f(int *out, int n) { out[0] = g(▸n...▸); }
 */
export const noPack = errorKind("no-pack", () => "`...` follows what names a pack of a template's parameters; nothing here does.");

/**
 * A pack has more members than the lab gives one.
 *
 * Pass an array.
 *
 * @example a function with a pack, called with 300 arguments
 */
export const packTooLong = errorKind(
  "pack-too-long",
  (most: number, given: number) => `A pack has at most ${most} members in the lab, not ${given}.`,
);

/**
 * Packs of different lengths are expanded by one `...`.
 *
 * Expand each by its own.
 *
 * @example
 * template <class... T> struct S { template <class... U> static __device__ int g(U... u) { return (0 + ... + (▸sizeof(T) + u▸)); } };
 * __global__ void f(int *out) { out[0] = S<int, int>::g(1); }
 */
export const packLengths = errorKind("pack-lengths", (a: number, b: number) => `This expands packs of ${a} and of ${b} members together.`);

/**
 * Patterns within patterns make a text of millions of parts out of packs.
 *
 * Use a loop.
 *
 * @example a pack of 200 members, folded within folds of itself, three deep
 */
export const packsTooLarge = errorKind("packs-too-large", () => "This becomes too large once its packs are written out.");

/**
 * A pack without members is folded by an operator that has no value for none.
 *
 * Begin with a value: `(0 + ... + values)`.
 *
 * @example
 * template <class... T> __device__ int g(T... v) { return (▸v * ...▸); }
 * __global__ void f(int *out) { out[0] = g(); }
 */
export const emptyFold = errorKind(
  "empty-fold",
  (operator: string) => `This folds a pack without members: with \`${operator}\` it needs a value to begin with.`,
);
