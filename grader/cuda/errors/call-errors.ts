import { errorKind } from "./error-kind.ts";
import { aType, counted, listed } from "./wording.ts";

// Calls of functions, and what functions return.

function called(name: string): string {
  return name === "lambda" ? "This lambda" : `\`${name}\``;
}

/**
 * A function is called with another number of arguments than it takes.
 *
 * Give one for each parameter that has no default.
 *
 * @example
 * __device__ int g(int x) { return x; }
 * __global__ void f(int *out) { out[0] = ▸g(1, 2)▸; }
 */
export const argumentCount = errorKind("argument-count", (name: string, takes: readonly number[], given: number) => {
  const counts = listed(takes.map(String), "or");
  return `${called(name)} takes ${counted(counts, "argument")}, not ${given}.`;
});

/**
 * Functions of this name are declared, and none takes arguments of these types.
 *
 * Convert the arguments, or declare one that takes them.
 *
 * @example
 * __device__ int g(int x) { return x; }
 * __device__ float g(float x) { return x; }
 * __global__ void f(int *out) { out[0] = ▸g(out)▸; }
 */
export const noOverload = errorKind(
  "no-overload",
  (name: string, types: readonly string[]) => `No \`${name}\` takes ${types.length === 0 ? "no arguments" : `(${types.join(", ")})`}.`,
);

/**
 * Something is called that is no function, no lambda and no struct with `operator()`.
 *
 * Check its name; a missing operator in front of `(` looks like a call.
 *
 * @example
 * __global__ void f(int *out, int n) { out[0] = ▸n(2)▸; }
 */
export const notAFunction = errorKind("not-a-function", (type: string) => `This is ${aType(type)}, not a function.`);

/**
 * A function is called that is declared and not defined in the text.
 *
 * Paste its body.
 *
 * @example
 * __device__ int g(int x);
 * __global__ void f(int *out) { out[0] = ▸g(1)▸; }
 */
export const functionUndefined = errorKind("function-undefined", (name: string) => `\`${name}\` is declared but not defined.`);

/**
 * Device code calls a kernel like a function.
 *
 * Launch it from the host, or declare it `__device__`.
 *
 * @example
 * __global__ void g(int *out) { out[0] = 1; }
 * __global__ void f(int *out) { ▸g(out)▸; }
 */
export const kernelCalled = errorKind(
  "kernel-called",
  (name: string) => `\`${name}\` is a kernel: the host launches it with \`<<<grid, block>>>\`, and nothing calls it.`,
);

/**
 * Functions call each other deeper than the lab follows, as one does that calls itself without end.
 *
 * Use a loop.
 *
 * @example
 * __device__ int g(int n) { return n < 2 ? 1 : n * ▸g(n - 1)▸; }
 * __global__ void f(int *out) { out[0] = g(out[0]); }
 */
export const recursion = errorKind(
  "recursion",
  (name: string, most: number) =>
    `${called(name)} calls itself, or calls go deeper than ${most}: the lab writes each call out. Use a loop.`,
);

/**
 * A function is to return a value and has no `return`.
 *
 * Write one, or declare the function `void`.
 *
 * @example
 * __device__ int ▸g▸(int x) { x++; }
 * __global__ void f(int *out) { out[0] = g(1); }
 */
export const returnMissing = errorKind("return-missing", (name: string) => `\`${name}\` has to return a value: a \`return\` is missing.`);

/**
 * A function returns a list in braces, and its type is `auto` or left out.
 *
 * Write the type.
 *
 * @example
 * __device__ auto g() { ▸return {1, 2};▸ }
 * __global__ void f(int *out) { g(); }
 */
export const listReturned = errorKind("list-returned", () => "The type of a function that returns a list must be written.");

/**
 * A kernel returns a value.
 *
 * Store it through a pointer; `return;` ends the thread.
 *
 * @example
 * __global__ void f(int *out) { ▸return 1;▸ }
 */
export const kernelReturns = errorKind("kernel-returns", () => "A kernel returns nothing: store the value through a pointer.");

/**
 * `break` or `continue` stands in no loop.
 *
 * Use `return`, or move it into the loop.
 *
 * @example
 * __global__ void f(int *out) { if (out[0]) ▸continue;▸ }
 */
export const jumpOutside = errorKind(
  "jump-outside",
  (word: string) => `\`${word}\` stands outside of a loop${word === "break" ? " or `switch`" : ""}.`,
);

/**
 * `switch` chooses by something else than an integer.
 *
 * Convert it, or use `if`.
 *
 * @example
 * __global__ void f(float *out) { switch (▸out[0]▸) { case 1: out[1] = 2; } }
 */
export const switchType = errorKind("switch-type", (type: string) => `A \`switch\` needs an integer, and this is ${aType(type)}.`);

/**
 * A loop goes over something that has no name.
 *
 * Name the array in front of the loop: `int values[] = {1, 2};`
 *
 * @example
 * __global__ void f(int *out) { for (int x : ▸{1, 2}▸) out[x] = 1; }
 */
export const rangeArray = errorKind("range-array", () => "Give the array a name in front of the loop.");

/**
 * The format of `printf` is no string literal.
 *
 * Write it in quotes: `printf("%d\n", n)`.
 *
 * @example
 * __global__ void f(char *text) { ▸printf(text)▸; }
 */
export const formatLiteral = errorKind("format-literal", () => "The first argument of `printf` must be a string literal.");

/**
 * `printf` pads to more characters, or prints more digits, than the lab prints.
 *
 * Use a smaller number.
 *
 * @example
 * __global__ void f(int *out) { printf(▸"%2000d"▸, out[0]); }
 */
export const formatWidth = errorKind(
  "format-width",
  (what: "characters" | "digits", most: number, given: string) =>
    `A value is ${what === "digits" ? "printed with" : "padded to"} at most ${most} ${what} here, not ${given}.`,
);

/**
 * `swap` is given something else than two variables.
 *
 * Name two variables of one type.
 *
 * @example
 * __global__ void f(int *out, int n) { ▸swap(n, 3)▸; }
 */
export const swapVariables = errorKind("swap-variables", () => "`swap` needs two variables.");

/**
 * A function takes a pointer, and something else is given.
 *
 * Write `&` in front of a variable.
 *
 * @example
 * __global__ void f(int *out, int n) { ▸memcpy(out, n, 4)▸; }
 */
export const pointerNeeded = errorKind(
  "pointer-needed",
  (name: string, type: string) => `\`${name}\` takes a pointer, and this is ${aType(type)}.`,
);

/**
 * An atomic is applied to a variable that each thread has of its own.
 *
 * Declare it `__shared__`, or pass a pointer to global memory; a thread's own variable needs no atomic.
 *
 * @example
 * __global__ void f(int *out) { int x = 1; atomicAdd(▸&x▸, 1); out[0] = x; }
 */
export const sharedPointer = errorKind("shared-pointer", (name: string) => `\`${name}\` needs a pointer to memory that threads share.`);

/**
 * `atomicAdd` adds a `float2` or a `float4` to shared memory; CUDA has it for global memory only.
 *
 * Add each part.
 *
 * @example
 * __global__ void f(float *out) { __shared__ float2 sum; ▸atomicAdd(&sum, make_float2(1, 2))▸; out[0] = sum.x; }
 * int main() { float *d; cudaMalloc(&d, 4); f<<<1, 32>>>(d); }
 */
export const sharedVectorAtomic = errorKind(
  "shared-vector-atomic",
  () => "An atomic addition to a `float2` or `float4` needs global memory; this is shared memory. Add each part.",
);

/**
 * A function of CUDA is called for a type that it does not take.
 *
 * Call it for each member, or use a type that it takes: `atomicAdd` takes numbers, `float2`, `float4` and `half2`.
 *
 * @example
 * __global__ void f(float2 *out) { ▸atomicExch(out, make_float2(1, 2))▸; }
 */
export const typeOfArgument = errorKind(
  "type-of-argument",
  (name: string, type: string) => `\`${name}\` isn't defined for ${aType(type)}.`,
);
