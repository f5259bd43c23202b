/** What the headers of CUDA and C++ declare, as far as it can be said in CUDA itself. */

/** Cooperative groups' `less` and `greater` choose; they don't compare. */
const FUNCTION_OBJECTS = `
template <typename T> struct plus { __device__ T operator()(const T& a, const T& b) const { return a + b; } };
template <typename T> struct minus { __device__ T operator()(const T& a, const T& b) const { return a - b; } };
template <typename T> struct multiplies { __device__ T operator()(const T& a, const T& b) const { return a * b; } };
template <typename T> struct less { __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; } };
template <typename T> struct greater { __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
template <typename T> struct bit_and { __device__ T operator()(const T& a, const T& b) const { return a & b; } };
template <typename T> struct bit_or { __device__ T operator()(const T& a, const T& b) const { return a | b; } };
template <typename T> struct bit_xor { __device__ T operator()(const T& a, const T& b) const { return a ^ b; } };
template <typename A, typename B> struct pair { A first; B second; };
`;

const INTEGRAL = ["bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long", "unsigned long long"]; // prettier-ignore
const FLOATING = ["float", "double"];

/** A trait of types that is false but for those of a list. */
const trait = (name: string, types: readonly string[]): string =>
  [
    `template <typename T> struct ${name} : false_type {};`,
    ...types.map((type) => `template <> struct ${name}<${type}> : true_type {};`),
  ].join("\n");

const TRAITS = `
template <typename T, T v> struct integral_constant {
  typedef T value_type;
  static constexpr T value = v;
  __device__ operator T() const { return v; }
  __device__ T operator()() const { return v; }
};
template <bool b> using bool_constant = integral_constant<bool, b>;
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <typename A, typename B> struct is_same : false_type {};
template <typename A> struct is_same<A, A> : true_type {};
template <bool test, typename A, typename B> struct conditional { typedef A type; };
template <typename A, typename B> struct conditional<false, A, B> { typedef B type; };
template <bool test, typename T = void> struct enable_if { };
template <typename T> struct enable_if<true, T> { typedef T type; };
template <typename T> struct is_pointer : false_type {};
template <typename T> struct is_pointer<T*> : true_type {};
template <typename T> struct remove_pointer { typedef T type; };
template <typename T> struct remove_pointer<T*> { typedef T type; };
template <typename T> struct remove_reference { typedef T type; };
template <typename T> struct remove_reference<T&> { typedef T type; };
template <typename T> struct remove_const { typedef T type; };
template <typename T> struct remove_cv { typedef T type; };
template <typename T> struct decay { typedef typename remove_reference<T>::type type; };
template <typename T> struct make_unsigned { typedef unsigned type; };
template <> struct make_unsigned<long long> { typedef unsigned long long type; };
template <typename T> struct make_signed { typedef int type; };
template <> struct make_signed<unsigned long long> { typedef long long type; };
${trait("is_integral", INTEGRAL)}
${trait("is_floating_point", FLOATING)}
${trait("is_arithmetic", [...INTEGRAL, ...FLOATING])}
${trait("is_signed", [...INTEGRAL.filter((type) => !/unsigned|bool/.test(type)), ...FLOATING])}
${trait(
  "is_unsigned",
  INTEGRAL.filter((type) => /unsigned|bool/.test(type)),
)}
template <bool test, typename A, typename B> using conditional_t = typename conditional<test, A, B>::type;
template <bool test, typename T = void> using enable_if_t = typename enable_if<test, T>::type;
template <typename T> using remove_pointer_t = typename remove_pointer<T>::type;
template <typename T> using remove_reference_t = typename remove_reference<T>::type;
template <typename T> using remove_const_t = typename remove_const<T>::type;
template <typename T> using remove_cv_t = typename remove_cv<T>::type;
template <typename T> using decay_t = typename decay<T>::type;
template <typename T> using make_unsigned_t = typename make_unsigned<T>::type;
template <typename T> using make_signed_t = typename make_signed<T>::type;
`;

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

/** What `memcpy` and `memset` do, element by element as far as elements go. */
const BYTES = [
  "template <typename T> __device__ void __copy_units(T* to, const T* from, size_t bytes) { size_t whole = bytes / sizeof(T); for (size_t i = 0; i < whole; i++) to[i] = from[i]; for (size_t i = whole * sizeof(T); i < bytes; i++) ((char*)to)[i] = ((const char*)from)[i]; }",
  "template <typename T> __device__ void __set_units(T* to, T value, size_t bytes) { size_t whole = bytes / sizeof(T); for (size_t i = 0; i < whole; i++) to[i] = value; for (size_t i = whole * sizeof(T); i < bytes; i++) ((char*)to)[i] = (char)value; }",
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

/** Structs and aliases. */
export const LIBRARY_TYPES = FUNCTION_OBJECTS + TRAITS;

/** The texts of functions by their names. */
export const byName = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(texts.map((text) => [/(\w+)\(/.exec(text)![1]!, text]));

/** The text of each function, by its name. */
export const LIBRARY_FUNCTIONS = byName([...WHOLE_NUMBERS, ...BYTES, ...STORING]);
