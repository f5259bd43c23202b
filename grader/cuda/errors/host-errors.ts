import { SourceError, UndeclaredError } from "../source-error.ts";
import { errorKind } from "./error-kind.ts";
import { aType } from "./wording.ts";

// What the host's code does, apart from its memory.

/** The host's code takes more steps than it may. */
export class TooManyStepsError extends SourceError {}

/**
 * A function of the device is called from the host.
 *
 * Declare it `__host__ __device__`.
 *
 * @example
 * __device__ int g(int x) { return x; }
 * int main() { return ▸g(1)▸; }
 */
export const deviceFunctionCalled = errorKind(
  "device-function-called",
  (name: string) => `\`${name}\` is a function of the device: the host cannot call it. Make it \`__host__ __device__\`.`,
);

/**
 * The host uses a name that means something in kernels only: `threadIdx`, or a `__shared__` variable.
 *
 * Use it in a kernel.
 *
 * @example
 * int main() { return ▸threadIdx▸.x; }
 */
export const notInHostCode = errorKind("not-in-host-code", (name: string) => `\`${name}\` isn't visible in host code.`);

/**
 * The host reads or sets a variable of the device.
 *
 * Copy it by `cudaMemcpyToSymbol` or `cudaMemcpyFromSymbol`.
 *
 * @example
 * __device__ int n;
 * int main() { ▸n▸ = 1; }
 */
export const deviceVariable = errorKind(
  "device-variable",
  (name: string) =>
    `\`${name}\` is a variable of the device, which the host cannot access: use \`cudaMemcpyToSymbol\` or \`cudaMemcpyFromSymbol\`.`,
);

/**
 * A function of the host declares a `__shared__`, `__device__` or `__constant__` variable.
 *
 * Declare it outside of functions, or in a kernel.
 *
 * @example
 * int main() { ▸__shared__ int x;▸ }
 */
export const deviceVariableInHost = errorKind(
  "device-variable-in-host",
  () => "A variable of the device is declared outside of functions, or in a kernel.",
);

/**
 * The function that the lab is to run on the host is one of the device.
 *
 * Name a function of the host, such as `main`.
 *
 * @example
 * __device__ int ▸main▸() { return 1; }
 */
export const entryOnDevice = errorKind(
  "entry-on-device",
  (name: string) => `\`${name}\` runs on the device: name a function of the host, such as \`main\`.`,
);

/**
 * The function that the lab is to run on the host takes arguments.
 *
 * Write a function without parameters that calls it.
 *
 * @example `coalesce profile --host fill` for `void fill(int n)`
 */
export const entryArguments = errorKind(
  "entry-arguments",
  (name: string) => `\`${name}\` takes arguments, and nothing says which: write a function without parameters that calls it.`,
);

/**
 * The host's code goes on without end, or longer than the lab waits.
 *
 * Look for a loop whose condition stays true, or make the sizes smaller.
 *
 * @example `for (;;) ;` in `main`
 */
export const tooManySteps = errorKind(
  "too-many-steps",
  (most: string) =>
    `The host's code takes more than ${most} steps: either the condition of a loop stays true, or there is too much to do here. Try a smaller size.`,
  TooManyStepsError,
);

/**
 * Functions of the host call each other deeper than the lab follows.
 *
 * Look for a function that calls itself without end.
 *
 * @example
 * int g(int x) { return ▸g(x + 1)▸; }
 * int main() { return g(1); }
 */
export const callsTooDeep = errorKind("calls-too-deep", () => "The host's calls go too deep here: is there a recursion that does not end?");

/**
 * Local variables of the host's functions take more memory than its stack has.
 *
 * Allocate large arrays by `malloc` or `std::vector`.
 *
 * @example
 * ▸int main() { int x[3000000]; x[0] = 1; }▸
 */
export const stackFull = errorKind("stack-full", () => "The host's stack is full: calls go too deep, or arrays are too large.");

/**
 * The host divides an integer by zero.
 *
 * Test the divisor first.
 *
 * @example
 * int main() { int x = 0; return ▸1 / x▸; }
 */
export const divisionByZero = errorKind("division-by-zero", () => "The host divides by zero here.");

/**
 * A lambda of a function that has ended uses the variables of that function.
 *
 * Capture them by value: `[=]`.
 *
 * @example
 * #include <functional>
 * std::function<int()> g() { int x = 1; return [&] { return x; }; }
 * int main() { auto f = g(); return ▸f()▸; }
 */
export const danglingCapture = errorKind(
  "dangling-capture",
  () => "This lambda uses variables of a function that has ended: capture them by value, with `[=]`.",
);

/**
 * A variable that holds a lambda is set to another one.
 *
 * Declare it `std::function<int(int)>`.
 *
 * @example
 * int main() { auto f = [](int x) { return x; }; auto h = [](int y) { return y; }; ▸f = h▸; }
 */
export const lambdaSet = errorKind(
  "lambda-set",
  () => "This variable stands for the lambda that it was made from: the lab cannot set it to anything else.",
);

/**
 * A pointer to a variable is set to a function.
 *
 * Declare a pointer to a function: `int (*p)(int) = g;`
 *
 * @example
 * int g(int x) { return x; }
 * int main() { int ▸*p = g▸; }
 */
export const functionAddress = errorKind(
  "function-address",
  (type: string) => `The lab's functions have no addresses: ${aType(type)} cannot hold one, a pointer to a function can.`,
);

/**
 * A pointer to a function is called that is null, or was never set.
 *
 * Set it to a function.
 *
 * @example
 * int main() { int (*f)(int) = nullptr; return ▸f(1)▸; }
 */
export const nullFunction = errorKind("null-function", () => "This pointer to a function is null, or was never set.");

/**
 * A function returns a reference to something that is not a variable.
 *
 * Return the value.
 *
 * @example
 * int &g() { ▸return 1;▸ }
 * int main() { return g(); }
 */
export const referenceReturned = errorKind("reference-returned", () => "A reference can only be returned to a variable.");

/**
 * `throw;` stands outside of a handler.
 *
 * Throw a value: `throw std::runtime_error("…");`
 *
 * @example
 * int main() { ▸throw;▸ }
 */
export const nothingToRethrow = errorKind("nothing-to-rethrow", () => "There is nothing to throw again outside of a handler.");

/**
 * A loop goes over something that is no array, and has no `begin()` and `end()` that return pointers.
 *
 * Use an index.
 *
 * @example
 * int main() { int n = 3; for (int x : ▸n▸) {} }
 */
export const rangeType = errorKind("range-type", (type: string) => `The lab cannot go through ${aType(type)}.`);

/**
 * A vector is used at a place that it does not have, or is empty.
 *
 * Compare with `size()` first; `resize` makes room.
 *
 * @example
 * #include <vector>
 * int main() { std::vector<int> v(3); ▸v[3]▸ = 1; }
 */
export const noVectorElement = errorKind(
  "no-vector-element",
  (count: number, what: string) => `The vector has ${count} element${count === 1 ? "" : "s"}: there is ${what}.`,
);

/**
 * A function of `printf`'s kind is called without its format.
 *
 * Write it: `printf("%d\n", n)`.
 *
 * @example
 * int main() { ▸printf()▸; }
 */
export const formatMissing = errorKind(
  "format-missing",
  (name: string) => `\`${name}\` needs a ${name === "sscanf" ? "string and a format" : "format"}.`,
);

/**
 * `sscanf` has a conversion that the lab does not know.
 *
 * Use `%d`, `%u`, `%f`, `%lf`, `%s` or `%c`.
 *
 * @example
 * #include <cstdio>
 * int main() { int x; ▸sscanf("1", "%q", &x)▸; }
 */
export const scanConversion = errorKind("scan-conversion", (part: string) => `The lab's \`sscanf\` does not know \`${part}\`.`);

/**
 * `fprintf` and its like are called without a stream.
 *
 * Write `stdout` or `stderr` first.
 *
 * @example
 * int main() { ▸fprintf()▸; }
 */
export const streamMissing = errorKind("stream-missing", () => "This needs a stream, such as `stdout`.");

/**
 * The host prints to a stream that is null: `fopen` did not open its file.
 *
 * Test what `fopen` returned; the lab has no files to read.
 *
 * @example
 * int main() { FILE *f = nullptr; ▸fprintf(f, "x")▸; }
 */
export const nullStream = errorKind("null-stream", () => "The host prints to a stream that is null here.");

/**
 * The host calls a function of the CUDA runtime that the lab does not have, or that CUDA does not.
 *
 * Check its spelling, and leave out what does not change what the kernels do; paste what a header of your own declares.
 *
 * @example
 * int main() { ▸cudaMemsetAll▸(nullptr); }
 */
export const runtimeFunction = errorKind("runtime-function", (name: string) => `The lab's host has no \`${name}\`.`, UndeclaredError);

/**
 * `cudaGetDeviceProperties` is given something else than the address of a `cudaDeviceProp`.
 *
 * Declare one: `cudaDeviceProp prop; cudaGetDeviceProperties(&prop, 0);`
 *
 * @example
 * int main() { int p; ▸cudaGetDeviceProperties(&p, 0)▸; }
 */
export const devicePropertiesAddress = errorKind(
  "device-properties-address",
  () => "`cudaGetDeviceProperties` needs the address of a `cudaDeviceProp`.",
);

/**
 * `cudaDeviceGetAttribute` asks for something that the lab does not know of its device.
 *
 * Write the number that you need.
 *
 * @example
 * int main() { int n; ▸cudaDeviceGetAttribute(&n, (cudaDeviceAttr)999, 0)▸; }
 */
export const deviceAttribute = errorKind(
  "device-attribute",
  (attribute: number, device: string) => `The lab does not know the attribute ${attribute} of ${device}.`,
);

/**
 * A symbol of the device is needed, and a variable of the host is named.
 *
 * Declare it `__constant__` or `__device__`, outside of functions.
 *
 * @example
 * int n;
 * int main() { int x = 1; ▸cudaMemcpyToSymbol(n, &x, 4)▸; }
 */
export const symbolNeeded = errorKind("symbol-needed", () => "This needs a `__constant__` or `__device__` variable.");

/**
 * A launch has no block, or no grid.
 *
 * Write both: `kernel<<<grid, block>>>(…)`.
 *
 * @example
 * __global__ void f(int *out) {}
 * int main() { ▸f<<<1>>>(nullptr)▸; }
 */
export const launchIncomplete = errorKind("launch-incomplete", () => "A launch needs a grid and a block: `<<<grid, block>>>`.");

/**
 * A launch has no threads: a part of its grid or its block is 0.
 *
 * Round up: `(n + block - 1) / block` blocks.
 *
 * @example
 * __global__ void f(int *out) {}
 * int main() { int n = 100; ▸f<<<n / 256, 256>>>(nullptr)▸; }
 */
export const emptyLaunch = errorKind(
  "empty-launch",
  (grid: string, block: string) => `A launch needs at least one thread: the grid is ${grid}, the block ${block}.`,
);

/**
 * A function is launched that is no kernel.
 *
 * Write `__global__` in front of it.
 *
 * @example
 * void f(int *out) {}
 * int main() { ▸f▸<<<1, 1>>>(nullptr); }
 */
export const notAKernel = errorKind("not-a-kernel", (name: string) =>
  name === "lambda" ? "A lambda isn't a kernel: launch a `__global__` function." : `\`${name}\` isn't a kernel: \`__global__\` is missing.`,
);

/**
 * A kernel is launched with a struct that a function declares.
 *
 * Declare the struct outside of functions.
 *
 * @example
 * template <class T> __global__ void f(T *out) {}
 * int main() { ▸struct S { int x; }▸; S *s; cudaMalloc(&s, sizeof(S)); f<S><<<1, 1>>>(s); }
 */
export const localStruct = errorKind("local-struct", (name: string) => `\`${name}\` must be declared outside of functions for a kernel.`);
