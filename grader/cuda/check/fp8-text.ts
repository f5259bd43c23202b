/** <cuda_fp8.h>, as far as CUDA itself can say it: numbers of eight bits, and two or four of them in one word. */

const PREFIXES = [
  "__nv_fp8",
  "__nv_cvt_",
  "__nv_saturation_t",
  "__NV_",
  "__half_raw",
  "__half2_raw",
  "__nv_bfloat16_raw",
  "__nv_bfloat162_raw",
];

/** Whether a name may be one that the header declares. */
export function isOfFp8(name: string): boolean {
  return name.startsWith("__") && PREFIXES.some((prefix) => name.startsWith(prefix));
}

/** A conversion's last parameters: whether it saturates, and the format. */
const MODE = "__nv_saturation_t s, __nv_fp8_interpretation_t f";

/** The bits of a half or bfloat16, or of two, which the headers of those declare. */
const RAW = (
  [
    ["half", "__half", "__half2"],
    ["bfloat16", "__nv_bfloat16", "__nv_bfloat162"],
  ] as const
).map(([word, one, pair]) => {
  const bits = (number: string) => `__${word}_as_ushort(${number})`;
  const number = (bits: string) => `__ushort_as_${word}(${bits})`;
  return `
struct alignas(2) ${one}_raw {
  unsigned short x;
  ${one}_raw() = default;
  explicit ${one}_raw(unsigned short a) { x = a; }
  ${one}_raw(${one} a) { x = ${bits("a")}; }
  operator ${one}() const { return ${number("x")}; }
};
struct alignas(4) ${pair}_raw {
  unsigned short x, y;
  ${pair}_raw() = default;
  explicit ${pair}_raw(unsigned short a, unsigned short b) { x = a; y = b; }
  ${pair}_raw(${pair} a) { x = ${bits("a.x")}; y = ${bits("a.y")}; }
  operator ${pair}() const { return ${pair}(${number("x")}, ${number("y")}); }
};`;
});

const FUNCTIONS = `
__nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, ${MODE}) { return __lab_half_to_fp8(__ushort_as_half(x.x), s, f); }
__nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, ${MODE}) { return __nv_cvt_float_to_fp8(__ushort_as_bfloat16(x.x), s, f); }
__nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, ${MODE}) { return __lab_floats_to_fp8x2(x.x, x.y, s, f); }
__nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, ${MODE}) { return __nv_cvt_double_to_fp8(x.x, s, f) | __nv_cvt_double_to_fp8(x.y, s, f) << 8; }
__nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, ${MODE}) { return __lab_halves_to_fp8x2(__ushort_as_half(x.x), __ushort_as_half(x.y), s, f); }
__nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x, ${MODE}) { return __lab_floats_to_fp8x2(__ushort_as_bfloat16(x.x), __ushort_as_bfloat16(x.y), s, f); }
__half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t f) { return __lab_lower_fp8(x, f); }
__half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t f) { return __half2(__lab_lower_fp8(x, f), __lab_upper_fp8(x, f)); }
`;

/** The first of the whole numbers is that of those which become int. */
const WHOLE = ["int", "short", "unsigned short", "unsigned", "long long", "unsigned long long"];

/** The structs of a format. They saturate. */
function structsOf(format: "e4m3" | "e5m2"): string {
  const kind = `__NV_${format.toUpperCase()}`;
  const mode = `__NV_SATFINITE, ${kind}`;
  const pair = (from: string, x: string) => `__nv_cvt_${from}_to_fp8x2(${x}, ${mode})`;
  const four = (from: string, low: string, high: string) => `{ __x = ${pair(from, low)} | (unsigned)${pair(from, high)} << 16; }`;
  return `
struct __nv_fp8_${format} {
  __nv_fp8_storage_t __x;
  __nv_fp8_${format}() = default;
  explicit __nv_fp8_${format}(float a) { __x = __nv_cvt_float_to_fp8(a, ${mode}); }
  explicit __nv_fp8_${format}(double a) { __x = __nv_cvt_double_to_fp8(a, ${mode}); }
  explicit __nv_fp8_${format}(__half a) { __x = __lab_half_to_fp8(a, ${mode}); }
  explicit __nv_fp8_${format}(__nv_bfloat16 a) { __x = __nv_cvt_float_to_fp8(a, ${mode}); }
  ${WHOLE.map((type) => `explicit __nv_fp8_${format}(${type} a) { __x = __nv_cvt_float_to_fp8((float)a, ${mode}); }`).join("\n  ")}
  ${["__half", "__nv_bfloat16", "float", "double", "signed char", "unsigned char", ...WHOLE].map((type) => `explicit operator ${type}() const { return (${type})__lab_lower_fp8(__x, ${kind}); }`).join("\n  ")}
  explicit operator bool() const { return (__x & 0x7f) != 0; }
};
struct __nv_fp8x2_${format} {
  __nv_fp8x2_storage_t __x;
  __nv_fp8x2_${format}() = default;
  explicit __nv_fp8x2_${format}(__half2 a) { __x = ${pair("halfraw2", "a")}; }
  explicit __nv_fp8x2_${format}(__nv_bfloat162 a) { __x = ${pair("bfloat16raw2", "a")}; }
  explicit __nv_fp8x2_${format}(float2 a) { __x = ${pair("float2", "a")}; }
  explicit __nv_fp8x2_${format}(double2 a) { __x = ${pair("double2", "a")}; }
  explicit operator __half2() const { return __half2(__lab_lower_fp8(__x, ${kind}), __lab_upper_fp8(__x, ${kind})); }
  explicit operator float2() const { return make_float2(__lab_lower_fp8(__x, ${kind}), __lab_upper_fp8(__x, ${kind})); }
};
struct __nv_fp8x4_${format} {
  __nv_fp8x4_storage_t __x;
  __nv_fp8x4_${format}() = default;
  explicit __nv_fp8x4_${format}(__half2 a, __half2 b) ${four("halfraw2", "a", "b")}
  explicit __nv_fp8x4_${format}(__nv_bfloat162 a, __nv_bfloat162 b) ${four("bfloat16raw2", "a", "b")}
  explicit __nv_fp8x4_${format}(float4 a) ${four("float2", "make_float2(a.x, a.y)", "make_float2(a.z, a.w)")}
  explicit __nv_fp8x4_${format}(double4 a) ${four("double2", "make_double2(a.x, a.y)", "make_double2(a.z, a.w)")}
  explicit operator float4() const { return make_float4(__lab_lower_fp8(__x, ${kind}), __lab_upper_fp8(__x, ${kind}), __lab_lower_fp8(__x >> 16, ${kind}), __lab_upper_fp8(__x >> 16, ${kind})); }
};`;
}

/** The text of the header. Both sides have its functions. */
export const FP8_DECLARATIONS = `
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
${RAW.join("")}${FUNCTIONS}${structsOf("e4m3")}${structsOf("e5m2")}
`;
