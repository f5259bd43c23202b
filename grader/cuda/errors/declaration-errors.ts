import { errorKind } from "./error-kind.ts";
import { aType, aTypeFirst } from "./wording.ts";

// Structs and their members, variables and the memory that they are in.

/**
 * A struct is used that is declared and not defined in the text.
 *
 * Paste its definition.
 *
 * @example
 * template <class T> struct S;
 * __global__ void f(int *out) { ▸S<int>▸ s; out[0] = 1; }
 */
export const structUndefined = errorKind("struct-undefined", (name: string) => `\`${name}\` is declared but not defined.`);

/**
 * A struct has itself as a member.
 *
 * Use a pointer to the next one.
 *
 * @example
 * struct Node { int x; Node ▸next▸; };
 * __global__ void f(Node *out) { out->x = 1; }
 */
export const structInItself = errorKind("struct-in-itself", (name: string) => `${aTypeFirst(name)} cannot contain itself: use a pointer.`);

/**
 * A struct has more bytes than the lab gives one.
 *
 * Allocate its arrays by `cudaMalloc`, and keep pointers.
 *
 * @example
 * struct Table { int values[16777216][200]; };
 * __global__ void f(▸Table▸ *out) { out->values[0][0] = 1; }
 */
export const structTooLarge = errorKind(
  "struct-too-large",
  (name: string, bytes: number, most: number) => `${aTypeFirst(name)} would have ${bytes} bytes; the lab gives a struct at most ${most}.`,
);

/**
 * A struct inherits from something else than a struct.
 *
 * Make it a member.
 *
 * @example
 * enum Colour { RED };
 * struct S : ▸Colour▸ { int x; };
 * __global__ void f(S *out) { out->x = 1; }
 */
export const baseType = errorKind("base-type", (type: string) => `Only a struct can be a base, and this is ${aType(type)}.`);

/**
 * A static member is used that has no value in its struct.
 *
 * Write it there.
 *
 * @example
 * struct S { static int n; };
 * __global__ void f(int *out) { out[0] = ▸S::n▸; }
 */
export const staticWithoutValue = errorKind(
  "static-without-value",
  (name: string) => `A static member needs a value where it is declared: \`static constexpr … ${name} = …\`.`,
);

/**
 * A static member has its value in parentheses.
 *
 * Write it behind `=`, or in braces.
 *
 * @example
 * struct S { static constexpr int ▸n(3)▸; };
 * __global__ void f(int *out) { out[0] = S::n; }
 */
export const staticValue = errorKind("static-value", (name: string) => `Write the value of \`${name}\` behind \`=\` or in braces.`);

/**
 * A `__device__`, `__constant__` or `__managed__` variable is declared in a function.
 *
 * Declare it outside of functions.
 *
 * @example
 * __global__ void f(int *out) { __constant__ int ▸n = 3▸; out[0] = n; }
 */
export const memoryOutside = errorKind(
  "memory-outside",
  (memory: string) => `A \`__${memory}__\` variable is declared outside of functions.`,
);

/**
 * A local variable is `extern` and not `__shared__`.
 *
 * Write `extern __shared__ float tile[];`, or leave out `extern`.
 *
 * @example
 * __global__ void f(int *out) { extern int ▸n▸; out[0] = n; }
 */
export const externInFunction = errorKind(
  "extern-in-function",
  () => "`extern` inside a function is for shared memory: `extern __shared__ …`.",
);

/**
 * An array of a thread's own has more bytes than a thread has.
 *
 * Pass a pointer to global memory, or give each thread less.
 *
 * @example
 * __global__ void f(float *out) { float ▸a[200000]▸; a[(int)out[0]] = 1; out[0] = a[1]; }
 */
export const localTooLarge = errorKind(
  "local-too-large",
  (name: string, bytes: number, most: number) => `\`${name}\` takes ${bytes} bytes; a thread has at most ${most} bytes of local memory.`,
);

/**
 * A `__shared__` variable has more bytes than a block can have.
 *
 * Use a smaller tile, and go over the data in several steps.
 *
 * @example
 * __global__ void f(float *out) { __shared__ float ▸tile[100000]▸; tile[0] = 1; out[0] = tile[0]; }
 */
export const sharedTooLarge = errorKind(
  "shared-too-large",
  (name: string, bytes: number, most: number) => `\`${name}\` takes ${bytes} bytes; a block has at most ${most} bytes of shared memory.`,
);

/**
 * A parameter of a kernel has more bytes than all parameters can have.
 *
 * Pass a pointer.
 *
 * @example
 * struct Table { int values[9000]; };
 * __global__ void f(▸Table t▸, int *out) { out[0] = t.values[0]; }
 */
export const parameterTooLarge = errorKind(
  "parameter-too-large",
  (name: string, bytes: number, most: number) => `\`${name}\` takes ${bytes} bytes; a kernel's parameters have at most ${most}.`,
);

/**
 * A `__shared__` variable has a value where it is declared.
 *
 * Store the value, then call `__syncthreads()`.
 *
 * @example
 * __global__ void f(int *out) { __shared__ int ▸n = 3▸; out[0] = n; }
 */
export const sharedValue = errorKind(
  "shared-value",
  () => "A shared variable cannot have a value where it is declared: store it, then call `__syncthreads()`.",
);

/**
 * A `__shared__` array has no length.
 *
 * Write it, or `extern` in front, and give the launch its bytes.
 *
 * @example
 * __global__ void f(int *out) { __shared__ int ▸tile[]▸; out[0] = tile[0]; }
 */
export const sharedLength = errorKind("shared-length", () => "A shared array needs a length, or `extern` for one that the launch gives.");

/**
 * A reference is declared `__shared__`.
 *
 * Declare the variable itself `__shared__`.
 *
 * @example
 * __global__ void f(int *out) { __shared__ int ▸&n▸; out[0] = n; }
 */
export const sharedReference = errorKind("shared-reference", (type: string) => `${aTypeFirst(type)} cannot be shared.`);

/**
 * A kernel takes a reference.
 *
 * Pass a pointer, or the value.
 *
 * @example
 * __global__ void f(▸int &out▸) { out = 1; }
 */
export const kernelReference = errorKind("kernel-reference", () => "A kernel cannot take references: pass a pointer or a value.");
