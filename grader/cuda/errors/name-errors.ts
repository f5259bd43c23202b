import { UndeclaredError } from "../source-error.ts";
import { errorKind } from "./error-kind.ts";

// What a name means.

/**
 * A name is used that nothing declares.
 *
 * Check its spelling, and declare it before it is used; paste what a header of your own declares.
 *
 * @example
 * __global__ void f(int *out, int size) { out[0] = ▸sizee▸; }
 */
export const undeclared = errorKind(
  "undeclared",
  (name: string, meant: string | undefined) => `\`${name}\` isn't declared.${meant === undefined ? "" : ` Do you mean \`${meant}\`?`}`,
  UndeclaredError,
);

/**
 * A type is used that nothing declares.
 *
 * Check its spelling; paste the declaration if it is one of a header of your own.
 *
 * @example
 * __global__ void f(▸Matrix▸ *out) { out[0] = 1; }
 */
export const undeclaredType = errorKind("undeclared-type", (name: string) => `The type \`${name}\` isn't declared.`, UndeclaredError);

/**
 * A name stands in front of braces as a macro does that opens a loop, and the text does not define it.
 *
 * Paste its definition, or write the loop.
 *
 * @example
 * __global__ void f(int *out, int n) { ▸KERNEL_LOOP▸(i, n) { out[i] = 1; } }
 */
export const undeclaredMacro = errorKind(
  "undeclared-macro",
  (name: string) => `\`${name}\` isn't declared: if it is a macro, its definition is missing.`,
  UndeclaredError,
);

/**
 * The name of a type stands where a value has to be.
 *
 * Make a value of it, `S{}`, or name a variable.
 *
 * @example
 * struct S { int x; };
 * __global__ void f(int *out) { out[0] = ▸S▸; }
 */
export const typeAsValue = errorKind("type-as-value", (name: string) => `\`${name}\` is a type, and a value is needed here.`);

/**
 * `::` follows a type that declares no such name: no static member, function or type.
 *
 * Check the name; a member of an object stands behind `.` or `->`.
 *
 * @example
 * template <class T> struct S { T x; };
 * __global__ void f(int *out) { out[0] = ▸S<int>::size▸; }
 */
export const notInType = errorKind("not-in-type", (name: string, type: string) => `\`${name}\` isn't declared in \`${type}\`.`);

/**
 * `this` stands in a function that belongs to no struct.
 *
 * Name the object.
 *
 * @example
 * __global__ void f(int *out) { out[0] = ▸this▸->x; }
 */
export const thisOutside = errorKind("this-outside", () => "There is no `this` outside of a method.");

/**
 * A kernel uses a variable that the host sets when the program runs.
 *
 * Pass it to the kernel, or make it `constexpr`; a `__device__` or `__constant__` variable is set by `cudaMemcpyToSymbol`.
 *
 * @example
 * int n = 3;
 * __global__ void f(int *out) { out[0] = ▸n▸; }
 */
export const hostVariable = errorKind(
  "host-variable",
  (name: string) => `\`${name}\` is a variable of the host: pass it to the kernel, or make it \`constexpr\`.`,
);
