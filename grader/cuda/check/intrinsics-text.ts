import { byName } from "./library-text.ts";

/** The rounding of a conversion to an integer, by the end of its name. */
const ROUNDED = { rn: "rint", rd: "floor", ru: "ceil", rz: "trunc" } as const;

const CONVERSIONS = (
  [
    ["float", "float", "f"],
    ["double", "double", ""],
  ] as const
).flatMap(([from, type, suffix]) =>
  (
    [
      ["int", "int"],
      ["uint", "unsigned"],
      ["ll", "long long"],
      ["ull", "unsigned long long"],
    ] as const
  ).flatMap(([to, result]) =>
    Object.entries(ROUNDED).map(
      ([mode, round]) => `__device__ ${result} __${from}2${to}_${mode}(${type} x) { return (${result})${round}${suffix}(x); }`,
    ),
  ),
);

const FROM_INTEGERS = [
  "__device__ float __ll2float_rn(long long x) { return (float)x; }",
  "__device__ float __ull2float_rn(unsigned long long x) { return (float)x; }",
  "__device__ double __int2double_rn(int x) { return (double)x; }",
  "__device__ double __uint2double_rn(unsigned x) { return (double)x; }",
  "__device__ double __ll2double_rn(long long x) { return (double)x; }",
  "__device__ double __ull2double_rn(unsigned long long x) { return (double)x; }",
  "__device__ double __hiloint2double(int hi, int lo) { return __longlong_as_double(((long long)hi << 32) | (unsigned)lo); }",
  "__device__ int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }",
  "__device__ int __double2loint(double x) { return (int)__double_as_longlong(x); }",
];

/** The functions of several small integers in one word: `__vadd4`, `__vmaxs2` and so on. */
function packed(lanes: 2 | 4): string[] {
  const bits = 32 / lanes;
  const [signed, unsigned] = lanes === 4 ? (["signed char", "unsigned char"] as const) : (["short", "unsigned short"] as const);
  const least = -(2 ** (bits - 1));
  const most = 2 ** (bits - 1) - 1;
  const all = 2 ** bits - 1;
  const loop = (result: string, y: string, type: string) =>
    `unsigned r = 0; for (int s = 0; s < 32; s += ${bits}) { int x = (${type})(a >> s)${y}; ${result} } return r;`;
  const bounded = (value: string) => `r |= ((unsigned)(${value}) & ${all}u) << s;`;
  const two = (name: string, type: string, result: string): string =>
    `__device__ unsigned __v${name}${lanes}(unsigned a, unsigned b) { ${loop(result, `, y = (${type})(b >> s)`, type)} }`;
  const each = (name: string, type: string, value: string): string => two(name, type, bounded(value));
  const one = (name: string, type: string, value: string): string =>
    `__device__ unsigned __v${name}${lanes}(unsigned a) { ${loop(bounded(value), "", type)} }`;
  const sum = (name: string, type: string, value: string): string => two(name, type, `r += ${value};`);
  const comparisons: (readonly [name: string, operator: string, type: string])[] = [
    ["eq", "==", unsigned],
    ["ne", "!=", unsigned],
    ...(["ge", "gt", "le", "lt"] as const).flatMap((name) => {
      const operator = { ge: ">=", gt: ">", le: "<=", lt: "<" }[name];
      return [
        [`${name}s`, operator, signed],
        [`${name}u`, operator, unsigned],
      ] as const;
    }),
  ];
  return [
    each("add", unsigned, "x + y"),
    each("sub", unsigned, "x - y"),
    each("addss", signed, `min(max(x + y, ${least}), ${most})`),
    each("subss", signed, `min(max(x - y, ${least}), ${most})`),
    each("addus", unsigned, `min(x + y, ${all})`),
    each("subus", unsigned, "max(x - y, 0)"),
    each("absdiffs", signed, "abs(x - y)"),
    each("absdiffu", unsigned, "abs(x - y)"),
    each("avgs", signed, "(x + y + (x + y >= 0 ? 1 : 0)) >> 1"),
    each("avgu", unsigned, "(x + y + 1) >> 1"),
    each("haddu", unsigned, "(x + y) >> 1"),
    each("maxs", signed, "max(x, y)"),
    each("maxu", unsigned, "max(x, y)"),
    each("mins", signed, "min(x, y)"),
    each("minu", unsigned, "min(x, y)"),
    ...comparisons.flatMap(([name, operator, type]) => [
      each(`cmp${name}`, type, `x ${operator} y ? ${all} : 0`),
      each(`set${name}`, type, `x ${operator} y ? 1 : 0`),
    ]),
    one("abs", signed, "abs(x)"),
    one("absss", signed, `min(abs(x), ${most})`),
    one("neg", signed, "-x"),
    one("negss", signed, `min(-x, ${most})`),
    sum("sads", signed, "abs(x - y)"),
    sum("sadu", unsigned, "abs(x - y)"),
  ];
}

/** Functions of half2 and __nv_bfloat162 that do what those of their components do. */
const PAIRS = [
  ...["max", "min"].map(
    (name) =>
      `template <typename T> __device__ T __h${name}2(T a, T b) { T r; r.x = __h${name}(a.x, b.x); r.y = __h${name}(a.y, b.y); return r; }`,
  ),
  ...[
    "exp",
    "log",
    "sin",
    "cos",
    "sqrt",
    "rsqrt",
    "rcp",
    "exp2",
    "log2",
    "exp10",
    "log10",
    "tanh",
    "tanh_approx",
    "floor",
    "ceil",
    "trunc",
    "rint",
  ].map((name) => `template <typename T> __device__ T h2${name}(T a) { T r; r.x = h${name}(a.x); r.y = h${name}(a.y); return r; }`),
  ...["abs", "neg"].map(
    (name) => `template <typename T> __device__ T __h${name}2(T a) { T r; r.x = __h${name}(a.x); r.y = __h${name}(a.y); return r; }`,
  ),
  ...Object.entries({ eq: "==", ne: "!=", ge: ">=", gt: ">", le: "<=", lt: "<" }).flatMap(([name, operator]) => [
    `template <typename T> __device__ T __h${name}2(T a, T b) { T r; r.x = a.x ${operator} b.x ? 1.f : 0.f; r.y = a.y ${operator} b.y ? 1.f : 0.f; return r; }`,
    `template <typename T> __device__ bool __hb${name}2(T a, T b) { return a.x ${operator} b.x && a.y ${operator} b.y; }`,
  ]),
  "template <typename T> __device__ T __lowhigh2highlow(T a) { T r; r.x = a.y; r.y = a.x; return r; }",
  "template <typename T> __device__ T __lows2half2(T a, T b) { T r; r.x = a.x; r.y = b.x; return r; }",
  "template <typename T> __device__ T __highs2half2(T a, T b) { T r; r.x = a.y; r.y = b.y; return r; }",
  "template <typename T> __device__ T __low2half2(T a) { T r; r.x = a.x; r.y = a.x; return r; }",
  "template <typename T> __device__ T __high2half2(T a) { T r; r.x = a.y; r.y = a.y; return r; }",
  "template <typename T> __device__ T __low2bfloat162(T a) { T r; r.x = a.x; r.y = a.x; return r; }",
  "template <typename T> __device__ T __high2bfloat162(T a) { T r; r.x = a.y; r.y = a.y; return r; }",
  "template <typename T> __device__ T __lows2bfloat162(T a, T b) { T r; r.x = a.x; r.y = b.x; return r; }",
  "template <typename T> __device__ T __highs2bfloat162(T a, T b) { T r; r.x = a.y; r.y = b.y; return r; }",
];

/** Functions that round to whole numbers, and functions of them. */
const WHOLE_NUMBERS = [
  "__device__ long long lrint(double x) { return (long long)rint(x); }",
  "__device__ long long llrint(double x) { return (long long)rint(x); }",
  "__device__ long long llrintf(float x) { return (long long)rintf(x); }",
  "__device__ long long lround(double x) { return (long long)round(x); }",
  "__device__ long long llround(double x) { return (long long)round(x); }",
  "__device__ long long llroundf(float x) { return (long long)roundf(x); }",
  "__device__ int __dp2a_lo(int a, int b, int c) { return c + (short)a * (signed char)b + (a >> 16) * (signed char)(b >> 8); }",
  "__device__ int __dp2a_hi(int a, int b, int c) { return c + (short)a * (signed char)(b >> 16) + (a >> 16) * (b >> 24); }",
  "__device__ unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }",
  "__device__ unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }",
  "__device__ unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) >> 1); }",
];

/**
 * Arithmetic of floats with a rounding other than to nearest. A quotient or root that is not a float differs from each by more than
 * double rounds off; a sum of a product is rounded to odd first.
 */
const DIRECTED = ["rd", "ru", "rz"].flatMap((mode) => [
  `__device__ float __fdiv_${mode}(float x, float y) { return __double2float_${mode}((double)x / y); }`,
  `__device__ float __frcp_${mode}(float x) { return __double2float_${mode}(1.0 / x); }`,
  `__device__ float __fsqrt_${mode}(float x) { return __double2float_${mode}(sqrt((double)x)); }`,
  `__device__ float __fmaf_${mode}(float x, float y, float z) { double p = (double)x * y, s = p + z, t = s - p, rest = (p - (s - t)) + (z - t); long long b = __double_as_longlong(s); if (rest != 0 && !(b & 1)) b += (rest > 0) == (s > 0) ? 1 : -1; return __double2float_${mode}(__longlong_as_double(b)); }`,
  ...["half", "bfloat16"].map((to) => {
    const type = to === "half" ? "__half" : "__nv_bfloat16";
    const step = {
      rd: "if (f > x) b += b & 0x8000 ? 1 : -1;",
      ru: "if (f < x) b += b & 0x8000 ? -1 : 1;",
      rz: "if (fabsf(f) > fabsf(x)) b--;",
    }[mode];
    return `__device__ ${type} __float2${to}_${mode}(float x) { ${type} r = __float2${to}_rn(x); float f = __${to}2float(r); unsigned short b = __${to}_as_ushort(r); ${step} return __ushort_as_${to}(b); }`;
  }),
]);

/** Arithmetic of half and bfloat16, and of pairs of them, that ends within 0 and 1, or not below 0. */
const BOUNDED = Object.entries({ add: "a, b", sub: "a, b", mul: "a, b", fma: "a, b, c" }).flatMap(([name, given]) =>
  (name === "fma" ? ["sat", "relu"] : ["sat"]).flatMap((end) => {
    const parameters = given.replaceAll(/\w/g, "T $&");
    const bounded = (x: string) => (end === "sat" ? `${x} > 0 ? ${x} < 1 ? ${x} : 1.f : 0.f` : `${x} > 0 ? ${x} : 0.f`);
    return [
      `template <typename T> __device__ T __h${name}_${end}(${parameters}) { float x = (float)__h${name}(${given}); return (T)(${bounded("x")}); }`,
      `template <typename T> __device__ T __h${name}2_${end}(${parameters}) { T r = __h${name}2(${given}); float x = (float)r.x, y = (float)r.y; r.x = ${bounded("x")}; r.y = ${bounded("y")}; return r; }`,
    ];
  }),
);

/** Least and greatest of three, and of a sum and a number. */
const OF_THREE = ["max", "min"].flatMap((name) =>
  (
    [
      ["s32", "int"],
      ["u32", "unsigned"],
    ] as const
  ).flatMap(([end, type]) => [
    `__device__ ${type} __vi${name}3_${end}(${type} a, ${type} b, ${type} c) { return ${name}(${name}(a, b), c); }`,
    `__device__ ${type} __viadd${name}_${end}(${type} a, ${type} b, ${type} c) { return ${name}(a + b, c); }`,
    ...(type === "int"
      ? [
          `__device__ int __vi${name}3_s32_relu(int a, int b, int c) { return max(${name}(${name}(a, b), c), 0); }`,
          `__device__ int __viadd${name}_s32_relu(int a, int b, int c) { return max(${name}(a + b, c), 0); }`,
          `__device__ int __vi${name}_s32_relu(int a, int b) { return max(${name}(a, b), 0); }`,
        ]
      : []),
  ]),
);

/** Functions that few kernels call. */
const RARE = [
  "__device__ float fdividef(float x, float y) { return x / y; }",
  "__device__ double norm3d(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }",
  "__device__ float rnorm4df(float x, float y, float z, float w) { return rsqrtf(x * x + y * y + z * z + w * w); }",
  "__device__ double rnorm4d(double x, double y, double z, double w) { return rsqrt(x * x + y * y + z * z + w * w); }",
  "__device__ float nanf(const char* tag) { return __int_as_float(0x7fffffff); }",
  "__device__ double nan(const char* tag) { return (double)__int_as_float(0x7fffffff); }",
  // It only passes time, and nothing takes time here.
  "__device__ void __nanosleep(unsigned nanoseconds) {}",
];

/** Addresses in one memory and in all of them: the lab has one space for all. */
const ADDRESSES = [
  ...["shared", "global", "local", "constant"].flatMap((space) => [
    `__device__ size_t __cvta_generic_to_${space}(const void* p) { return (size_t)p; }`,
    `__device__ void* __cvta_${space}_to_generic(size_t address) { return (void*)address; }`,
  ]),
  "__device__ unsigned __nvvm_get_smem_pointer(const void* p) { return (unsigned)(size_t)p; }",
];

/** Functions that also store a result. */
const STORING = ["float", "double"].flatMap((type) => {
  const f = type === "float" ? "f" : "";
  return [
    `__device__ ${type} modf${f}(${type} x, ${type}* whole) { *whole = trunc${f}(x); return isinf(x) ? copysign${f}(0, x) : copysign${f}(x - *whole, x); }`,
    `__device__ ${type} frexp${f}(${type} x, int* exponent) { *exponent = __frexp_exponent(x); return (${type})__frexp_fraction(x); }`,
    `__device__ void sincospi${f}(${type} x, ${type}* s, ${type}* c) { *s = sinpi${f}(x); *c = cospi${f}(x); }`,
    `__device__ ${type} rnorm3d${f}(${type} x, ${type} y, ${type} z) { return rsqrt${f}(x * x + y * y + z * z); }`,
    `__device__ ${type} norm4d${f}(${type} x, ${type} y, ${type} z, ${type} w) { return sqrt${f}(x * x + y * y + z * z + w * w); }`,
    `__device__ ${type} rhypot${f}(${type} x, ${type} y) { return 1 / hypot${f}(x, y); }`,
  ];
});

/** Functions of `char4` and `uchar4`, and of words of unsigned bytes; that of words of signed bytes is the machine's. */
const DOT_PRODUCTS = [
  `__device__ int __dp4a(char4 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ unsigned __dp4a(unsigned a, unsigned b, unsigned c) { for (int s = 0; s < 32; s += 8) c += (a >> s & 255u) * (b >> s & 255u); return c; }`,
];

/** The text of each intrinsic of conversions and packed numbers, and of what few kernels call, by its name. */
export const INTRINSICS = byName([
  ...DOT_PRODUCTS,
  ...WHOLE_NUMBERS,
  ...STORING,
  ...DIRECTED,
  ...BOUNDED,
  ...OF_THREE,
  ...RARE,
  ...ADDRESSES,
  ...CONVERSIONS,
  ...FROM_INTEGERS,
  ...packed(2),
  ...packed(4),
  ...PAIRS,
]);
