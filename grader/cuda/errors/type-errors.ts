import { errorKind } from "./error-kind.ts";
import { aType, aTypeFirst, counted, listed } from "./wording.ts";

// What an expression is worth, and what its type allows.

/**
 * A struct, a list or a group of threads stands where a number or a pointer has to be.
 *
 * Use one of its members, or compare what it holds.
 *
 * @example
 * __global__ void f(float4 *out) { if (▸out[0]▸) out[0].x = 1; }
 */
export const numberNeeded = errorKind(
  "number-needed",
  (type: string) => `A number or a pointer is needed here, and this is ${aType(type)}.`,
);

/**
 * A list in braces stands where nothing tells its type.
 *
 * Write the type in front of it: `float2{1, 2}`.
 *
 * @example
 * __global__ void f(int *out) { printf("%d", ▸{1}▸); }
 */
export const listType = errorKind("list-type", () => "A list in braces needs a type in front of it here.");

/**
 * A value stands where another type is needed, and C++ does not convert the one into the other.
 *
 * Take the member that is meant, call a constructor, or cast a pointer.
 *
 * @example
 * __global__ void f(float4 *out) { ▸out[0] = 1.0f▸; }
 */
export const noConversion = errorKind(
  "no-conversion",
  (from: string, to: string) => `${aTypeFirst(from)} cannot become ${aType(to)} here.`,
);

/**
 * A value stands where another type is needed, and the constructor or conversion that makes one of the other is `explicit`.
 *
 * Write the cast: `float(q)`, `__nv_fp8_e4m3(x)`.
 *
 * @example
 * __global__ void f(const __nv_fp8_e4m3 *q, float *out) { ▸out[0] = q[0]▸; }
 */
export const castNeeded = errorKind(
  "cast-needed",
  (from: string, to: string) =>
    `${aTypeFirst(from)} becomes ${aType(to)} only by a cast: write \`${to.includes(" ") ? `(${to})` : to}(…)\`.`,
);

/**
 * An operator stands between types, or in front of one, for which neither C++ nor the text defines it.
 *
 * Apply it to the members, or define the operator: `__device__ float4 operator+(float4 a, float4 b)`.
 *
 * @example
 * __global__ void f(float4 *out) { out[0] = ▸2 * out[1]▸; }
 */
export const operatorTypes = errorKind("operator-types", (operator: string, types: readonly string[]) => {
  // A postfix operator has an `int` that tells it from a prefix one.
  const written = operator === "++" || operator === "--" ? types.slice(0, 1) : types;
  return `\`${operator}\` isn't defined for ${listed(written.map(aType))}.`;
});

/**
 * An operator on bits, or a remainder, is applied to a floating-point number.
 *
 * Use `fmodf` for a remainder, or convert to an integer: `(int)x`.
 *
 * @example
 * __global__ void f(float *out) { out[0] = ▸out[1] % 2.0f▸; }
 */
export const integerOperator = errorKind(
  "integer-operator",
  (operator: string) => `\`${operator}\` is for integers${operator === "%" ? ": use `fmodf`" : ""}.`,
);

/**
 * Two values are to have one type, as the sides of `?:` and the arguments of `max`, and have none in common.
 *
 * Convert one of them.
 *
 * @example
 * __global__ void f(float4 *out, int n) { out[0].x = ▸n > 0 ? out[1] : 1.0f▸; }
 */
export const noCommonType = errorKind("no-common-type", (a: string, b: string) => `${aTypeFirst(a)} and ${aType(b)} have no common type.`);

/**
 * A value has no member of this name.
 *
 * Check the name; a pointer's target has its members behind `->`, and a number has none.
 *
 * @example
 * __global__ void f(float4 *out) { ▸out[0].r▸ = 1; }
 */
export const noMember = errorKind(
  "no-member",
  (type: string, name: string, others: readonly string[]) =>
    `${aTypeFirst(type)} has no member \`${name}\`${others.length === 0 ? "" : `; it has ${listed(others.map((other) => `\`${other}\``))}`}.`,
);

/**
 * Something else than an array or a pointer is followed by `[…]`, or has `*` in front of it.
 *
 * Use it as it is, or check which variable is the pointer.
 *
 * @example
 * __global__ void f(int *out, int n) { out[0] = ▸n[0]▸; }
 */
export const notIndexable = errorKind(
  "not-indexable",
  (type: string) => `Only an array or a pointer can be followed, and this is ${aType(type)}.`,
);

/**
 * An index has a fraction.
 *
 * Convert it: `(int)x`.
 *
 * @example
 * __global__ void f(float *out, float x) { out[▸x▸] = 1; }
 */
export const indexType = errorKind("index-type", (type: string) => `An index must be an integer, and this is ${aType(type)}.`);

/**
 * A `void` pointer is followed.
 *
 * Cast it to the type that it points to.
 *
 * @example
 * __global__ void f(void *out) { ▸out[0]▸ = 1; }
 */
export const voidPointer = errorKind("void-pointer", () => "A `void` pointer cannot be followed: cast it to the type that it points to.");

/**
 * `&` stands in front of a value that is stored nowhere.
 *
 * Give it a variable first.
 *
 * @example
 * __global__ void f(int *out, int n) { int *p = ▸&(n + 1)▸; out[0] = *p; }
 */
export const noAddress = errorKind("no-address", () => "Only a variable or an element in memory has an address.");

/**
 * Something is set that is the result of a computation.
 *
 * Set a variable or an element of an array.
 *
 * @example
 * __global__ void f(int *out) { ▸out[0] + 1▸ = 3; }
 */
export const valueChanged = errorKind("value-changed", () => "This is a value, and cannot be changed.");

/**
 * A constant is set.
 *
 * Leave out `const`, or use another variable.
 *
 * @example
 * __global__ void f(int *out) { const int n = 3; ▸n▸ = 4; out[0] = n; }
 */
export const constantChanged = errorKind("constant-changed", (name: string) => `\`${name}\` is constant, and cannot be changed.`);

/**
 * A struct or an array is copied as a whole that has more bytes or parts than the lab copies at once.
 *
 * Copy its parts in a loop, or pass a pointer.
 *
 * @example
 * struct Table { int values[2000]; };
 * __global__ void f(Table *out) { out[1] = ▸out[0]▸; }
 */
export const tooLargeToCopy = errorKind(
  "too-large-to-copy",
  (type: string, size: string) => `${aTypeFirst(type)} has ${size}: too many to copy at once. Copy its parts in a loop.`,
);

/**
 * A struct or an array is set from a list that has more bytes than the lab sets at once.
 *
 * Set its parts in a loop.
 *
 * @example
 * __constant__ int table[60000] = {1};
 * __global__ void f(int *out) { out[0] = ▸table▸[0]; }
 */
export const tooLargeToInitialize = errorKind(
  "too-large-to-initialize",
  (type: string, bytes: number) => `${aTypeFirst(type)} has ${bytes} bytes: too many to set at once. Set its parts in a loop.`,
);

/**
 * A struct is made from values in parentheses, and has no constructor that takes them.
 *
 * Write the values in braces, or declare a constructor.
 *
 * @example
 * struct Point { int x, y; };
 * __global__ void f(int *out) { Point p = ▸Point(1, 2)▸; out[0] = p.x; }
 */
export const constructorMissing = errorKind(
  "constructor-missing",
  (type: string) => `\`${type}\` has no constructor: use braces, \`${type}{…}\`.`,
);

/**
 * A type is made from more values than it has parts.
 *
 * Leave some out.
 *
 * @example
 * struct Point { int x, y; };
 * __global__ void f(int *out) { Point p = ▸{1, 2, 3}▸; out[0] = p.x; }
 */
export const tooManyValues = errorKind(
  "too-many-values",
  (type: string, most: number, given: number) => `${aTypeFirst(type)} takes at most ${counted(most, "value")}, not ${given}.`,
);

/**
 * `auto [a, b]` has more names or fewer than there are members.
 *
 * Name each member once.
 *
 * @example
 * __global__ void f(float *out, float4 v) { ▸auto [a, b] = v;▸ out[0] = a; }
 */
export const bindingCount = errorKind(
  "binding-count",
  (type: string, members: number, names: number) =>
    `${aTypeFirst(type)} has ${counted(members, "member")} to name, and ${counted(names, "name")} ${names === 1 ? "is" : "are"} given.`,
);

/**
 * `auto` stands where no value tells the type.
 *
 * Write the type.
 *
 * @example
 * __global__ void f(int *out, ▸auto▸ n) { out[0] = n; }
 */
export const autoHere = errorKind("auto-here", () => "No value tells the type of this `auto`: write the type.");

/**
 * A variable is declared `auto` without a value.
 *
 * Give it one, or write its type.
 *
 * @example
 * __global__ void f(int *out) { auto ▸x▸; out[0] = x; }
 */
export const autoValue = errorKind("auto-value", () => "`auto` needs a value to take its type from.");

/**
 * A variable is declared `auto *`, and its value is no pointer.
 *
 * Leave out the `*`, or write `&` in front of the value.
 *
 * @example
 * __global__ void f(int *out, int n) { auto ▸*p = n▸; out[0] = *p; }
 */
export const autoPointer = errorKind("auto-pointer", (type: string) => `\`auto *\` needs a pointer, and this is ${aType(type)}.`);

/**
 * A variable is declared `void`.
 *
 * Write the type of what it holds.
 *
 * @example
 * __global__ void f(int *out) { void ▸x▸; out[0] = 1; }
 */
export const voidVariable = errorKind("void-variable", (name: string) => `\`${name}\` cannot be \`void\`.`);

/**
 * A variable has the type of a lambda and is not set to one.
 *
 * Set it where it is declared: `auto h = g;`
 *
 * @example
 * __global__ void f(int *out) { auto g = [](int x) { return x; }; decltype(g) ▸h▸; out[0] = h(1); }
 */
export const lambdaVariable = errorKind("lambda-variable", (name: string) => `\`${name}\` needs a lambda where it is declared.`);

/**
 * A reference refers to nothing.
 *
 * Name the variable that it stands for: `int &x = y;`
 *
 * @example
 * __global__ void f(int *out) { int ▸&x▸; out[0] = x; }
 */
export const referenceTarget = errorKind("reference-target", (name: string) => `The reference \`${name}\` needs a variable to refer to.`);
