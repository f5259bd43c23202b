import { errorKind } from "./error-kind.ts";
import { aType, listed } from "./wording.ts";

// Fragments of wmma: `nvcuda::wmma` of <mma.h>.

/**
 * A fragment of wmma has a shape or a type that tensor cores do not multiply.
 *
 * Take 16 × 16 × 16, 32 × 8 × 16 or 8 × 32 × 16 of `half`, `__nv_bfloat16`, `signed char` or `unsigned char`, 16 × 16 × 8 of
 * `wmma::precision::tf32`, or 8 × 8 × 4 of `double`; sums are `float`, `half`, `int` or `double`.
 *
 * @example
 * #include <mma.h>
 * using namespace nvcuda;
 * __global__ void f() { ▸wmma::fragment<wmma::matrix_a, 16, 16, 16, float, wmma::row_major>▸ a; }
 */
export const wmmaShape = errorKind("wmma-shape", (asked: string, type: string | undefined, shapes: readonly string[]) =>
  type === undefined
    ? `There is no fragment of \`${asked}\`: ${listed(shapes, "or")} can be its type.`
    : `There is no fragment ${asked} of \`${type}\`: it is ${listed(shapes, "or")}.`,
);

/**
 * A fragment of a factor does not say how its matrix lies in memory, or one of a sum does.
 *
 * Write `wmma::row_major` or `wmma::col_major` behind the type of a `matrix_a` or `matrix_b`; an `accumulator` has none, `load_matrix_sync` and
 * `store_matrix_sync` take it as an argument.
 *
 * @example
 * #include <mma.h>
 * using namespace nvcuda;
 * __global__ void f() { ▸wmma::fragment<wmma::matrix_a, 16, 16, 16, half>▸ a; }
 */
export const wmmaLayout = errorKind("wmma-layout", (isSum: boolean) =>
  isSum
    ? "A fragment of an `accumulator` has no layout: give it to `load_matrix_sync` and `store_matrix_sync`, `wmma::mem_row_major`."
    : "A fragment of a factor needs its layout in memory: `wmma::row_major` or `wmma::col_major`.",
);

/**
 * A function of wmma gets something that is no fragment, or a fragment of another use.
 *
 * Give it the fragments in the order of `mma_sync(d, a, b, c)`: sums first and last, the factors between them.
 *
 * @example
 * #include <mma.h>
 * using namespace nvcuda;
 * __global__ void f(float *p) { wmma::fill_fragment(▸p▸, 0.0f); }
 */
export const wmmaFragment = errorKind(
  "wmma-fragment",
  (name: string, use: string, given: string) => `\`${name}\` takes a fragment of ${use} here, not ${aType(given)}.`,
);

/**
 * The fragments of one `mma_sync` do not belong together: they differ in shape, or in type.
 *
 * Give all four the same three numbers, both factors one type, and the sums one of `float` or `half` for halves, `float` for bfloat16 and tf32,
 * `int` for bytes.
 *
 * @example
 * #include <mma.h>
 * using namespace nvcuda;
 * __global__ void f() {
 *   wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
 *   wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
 *   wmma::fragment<wmma::accumulator, 32, 8, 16, float> c;
 *   ▸wmma::mma_sync(c, a, b, c)▸;
 * }
 */
export const wmmaProduct = errorKind(
  "wmma-product",
  (a: string, b: string, sum: string) => `Tensor cores do not multiply these: a is ${a}, b is ${b}, and the sum is ${sum}.`,
);

/**
 * A fragment is loaded from, or stored to, elements of another type.
 *
 * Point to elements of the fragment's type; those of tf32 are `float`.
 *
 * @example
 * #include <mma.h>
 * using namespace nvcuda;
 * __global__ void f(float *p) {
 *   wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
 *   wmma::load_matrix_sync(a, ▸p▸, 16);
 * }
 */
export const wmmaPointer = errorKind(
  "wmma-pointer",
  (expected: string, given: string) => `This fragment has elements of type \`${expected}\`, and the pointer is to ${aType(given)}.`,
);

/**
 * The rows of a fragment's matrix are no multiple of 16 bytes apart.
 *
 * Give `load_matrix_sync` and `store_matrix_sync` a multiple of 8 halves or of 4 floats: pad the rows.
 *
 * @example
 * #include <mma.h>
 * using namespace nvcuda;
 * __global__ void f(half *p) {
 *   wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
 *   wmma::load_matrix_sync(a, p, ▸17▸);
 * }
 */
export const wmmaLeadingDimension = errorKind(
  "wmma-leading-dimension",
  (given: number, multiple: number) =>
    `${given} elements from row to row: for this type it has to be a multiple of ${multiple}, which is 16 bytes. Pad the rows.`,
);
