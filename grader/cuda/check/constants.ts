import type { CheckedExpression } from "./checked-tree.ts";
import { constantOf } from "./conversions.ts";
import { F32, F64, I32, I64, U32, U64 } from "./types.ts";
import { constant } from "../ir/values.ts";
import { PTX_TAGS } from "./asynchronous-text.ts";

/** Numbers that the headers <climits>, <cfloat>, <cmath> and CUDA's math_constants.h name. */
export const HEADER_CONSTANTS = new Map<string, CheckedExpression>(
  (
    [
      ["INT_MAX", I32, 2 ** 31 - 1],
      ["INT_MIN", I32, -(2 ** 31)],
      ["UINT_MAX", U32, 2 ** 32 - 1],
      ["CHAR_BIT", I32, 8],
      ["mem_row_major", I32, 0],
      ["mem_col_major", I32, 1],
      ["layout_t::mem_row_major", I32, 0],
      ["layout_t::mem_col_major", I32, 1],
      ["LLONG_MAX", I64, 2n ** 63n - 1n],
      ["LLONG_MIN", I64, -(2n ** 63n)],
      ["ULLONG_MAX", U64, 2n ** 64n - 1n],
      ["SIZE_MAX", U64, 2n ** 64n - 1n],
      ["FLT_MAX", F32, 3.4028234663852886e38],
      ["FLT_MIN", F32, 2 ** -126],
      ["FLT_EPSILON", F32, 2 ** -23],
      ["DBL_MAX", F64, Number.MAX_VALUE],
      ["DBL_MIN", F64, 2 ** -1022],
      ["DBL_EPSILON", F64, 2 ** -52],
      ["INFINITY", F32, Infinity],
      ["NAN", F32, NaN],
      ["CUDART_INF_F", F32, Infinity],
      ["CUDART_NAN_F", F32, NaN],
      ["CUDART_PI_F", F32, Math.fround(Math.PI)],
      ["M_PI", F64, Math.PI],
      ["M_PI_2", F64, Math.PI / 2],
      ...([8, 16, 32] as const).flatMap(
        (bits) =>
          [
            [`INT${bits}_MAX`, I32, 2 ** (bits - 1) - 1],
            [`INT${bits}_MIN`, I32, -(2 ** (bits - 1))],
            [`UINT${bits}_MAX`, bits === 32 ? U32 : I32, 2 ** bits - 1],
          ] as const,
      ),
      ["INT64_MAX", I64, 2n ** 63n - 1n],
      ["INT64_MIN", I64, -(2n ** 63n)],
      ["UINT64_MAX", U64, 2n ** 64n - 1n],
      ["CHAR_MAX", I32, 127],
      ["CHAR_MIN", I32, -128],
      ["UCHAR_MAX", I32, 255],
      ["SHRT_MAX", I32, 32767],
      ["SHRT_MIN", I32, -32768],
      ["USHRT_MAX", I32, 65535],
      ["LONG_MAX", I64, 2n ** 63n - 1n],
      ["LONG_MIN", I64, -(2n ** 63n)],
      ["ULONG_MAX", U64, 2n ** 64n - 1n],
      ["HUGE_VALF", F32, Infinity],
      ["HUGE_VAL", F64, Infinity],
      ["CUDART_INF", F64, Infinity],
      ["CUDART_PI", F64, Math.PI],
      ["CUDART_NAN", F64, NaN],
      ["CUDART_PIO2_F", F32, Math.PI / 2],
      ["CUDART_2PI_F", F32, 2 * Math.PI],
      ["CUDART_SQRT_HALF_F", F32, Math.SQRT1_2],
      ["M_PI_4", F64, Math.PI / 4],
      ["M_1_PI", F64, 1 / Math.PI],
      ["M_2_PI", F64, 2 / Math.PI],
      ["M_2_SQRTPI", F64, 2 / Math.sqrt(Math.PI)],
      ["M_SQRT1_2", F64, Math.SQRT1_2],
      ["M_LN10", F64, Math.LN10],
      ["M_LOG10E", F64, Math.LOG10E],
      ["M_E", F64, Math.E],
      ["M_SQRT2", F64, Math.SQRT2],
      ["M_LN2", F64, Math.LN2],
      ["M_LOG2E", F64, Math.LOG2E],
    ] as const
  ).map(([name, type, value]) => [name, constantOf(type, constant(type.scalar, value))]),
);
const THREAD_SCOPES = ["thread_scope_system", "thread_scope_device", "thread_scope_block", "thread_scope_thread"];
// The scopes are an enumeration's, and have names outside of it, too.
const SCOPED = THREAD_SCOPES.map((name) => `thread_scope::${name}`);
for (const names of [THREAD_SCOPES, SCOPED, PTX_TAGS]) {
  for (const [value, name] of names.entries()) HEADER_CONSTANTS.set(name, constantOf(I32, constant("i32", value)));
}

/** A number by its name in a header, or by the name that compilers have for it: `FLT_MAX`, `__FLT_MAX__`. */
export function constantNamed(name: string): CheckedExpression | undefined {
  return HEADER_CONSTANTS.get(name.replace(/^__(\w+)__$/, "$1"));
}
