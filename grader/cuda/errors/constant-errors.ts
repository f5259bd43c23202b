import { SourceError } from "../source-error.ts";
import { errorKind } from "./error-kind.ts";

// What has to be known when the text is compiled.

/** A variable of the host stands where a value must be known before the program runs. */
export class NotKnownError extends SourceError {}

/**
 * The length of an array, an argument of a template, a `case`, a test of `static_assert` or the like depends on what happens when the
 * kernel runs.
 *
 * Use a number, a `constexpr` variable or a template parameter.
 *
 * @example
 * __global__ void f(float *out, int n) { float tile[▸n▸]; tile[0] = 1; out[0] = tile[0]; }
 */
export const notConstant = errorKind(
  "not-constant",
  (what: string) => `${what} must be a constant: a number, a \`constexpr\` variable or a template parameter.`,
);

/**
 * A template's argument or the length of an array is a variable of the host.
 *
 * Make it `constexpr`, or choose among a few values: `if (n == 128) f<128><<<…>>>(…);`
 *
 * @example
 * template <int N> struct Tile { float values[N]; };
 * int main() { int n = 3; Tile<▸n▸> tile; }
 */
export const hostValue = errorKind(
  "host-value",
  (name: string) =>
    `\`${name}\` is only known when the host's code runs: an array's length and a template's argument must be constants, such as \`constexpr int N = 256;\`.`,
  NotKnownError,
);

/**
 * An array has no elements, a negative number of them, or more than the lab gives an array.
 *
 * Check the length; large arrays are allocated by `cudaMalloc`.
 *
 * @example
 * __global__ void f(float *out) { float tile[▸0▸]; out[0] = tile[0]; }
 */
export const arrayLength = errorKind("array-length", (most: number, given: number | bigint) =>
  given < 1 ? `An array has at least 1 element, not ${given}.` : `An array has at most ${most} elements, not ${given}.`,
);

/**
 * An alignment is no power of two, or more than the lab gives.
 *
 * Write 1, 2, 4, 8, …, 512 or 1024: the strictest that anything asks for, tiles of TMA with a swizzle.
 *
 * @example
 * struct alignas(▸3▸) S { int x; };
 * __global__ void f(S *out) { out->x = 1; }
 */
export const alignmentValue = errorKind("alignment-value", () => "An alignment is a power of two, up to 1024.");

/**
 * The condition of a `static_assert` does not hold.
 *
 * Change what it tests: its text says what is meant.
 *
 * @example
 * __global__ void f(int *out) { ▸static_assert(sizeof(int) == 8, "an int has 8 bytes");▸ }
 */
export const assertFails = errorKind(
  "assert-fails",
  (message: string) => `This \`static_assert\` fails${message === "" ? "" : `: ${message}`}.`,
);
