import { ASYNCHRONOUS_TYPES } from "./asynchronous-text.ts";
import { PIPELINE_TYPES } from "./pipeline-text.ts";

/** Structs and aliases that headers of CUDA and C++ declare. */

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

/** The declarations of <type_traits>. */
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
template <size_t size, size_t alignment = 16> struct aligned_storage { struct alignas(alignment) type { unsigned char bytes[size]; }; };
template <size_t size, size_t alignment = 16> using aligned_storage_t = typename aligned_storage<size, alignment>::type;
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

/** <mma.h>: `nvcuda::wmma`. What lanes have twice of a fragment of halves, `num_elements` counts twice, as on Hopper. */
const FRAGMENTS = `
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
struct tf32 {};
typedef int layout_t;
template <typename T> struct __fragment_element { typedef T type; };
template <> struct __fragment_element<tf32> { typedef float type; };
template <typename Use, int m, int n, int k, typename T> struct __fragment_size { static constexpr int value = m * n / 32; };
template <int m, int n, int k, typename T> struct __fragment_size<matrix_a, m, n, k, T> { static constexpr int value = m * k / 32; };
template <int m, int n, int k, typename T> struct __fragment_size<matrix_b, m, n, k, T> { static constexpr int value = k * n / 32; };
template <int m, int n, int k> struct __fragment_size<matrix_a, m, n, k, half> { static constexpr int value = 16; };
template <int m, int n, int k> struct __fragment_size<matrix_b, m, n, k, half> { static constexpr int value = 16; };
template <typename Use, int m, int n, int k, typename T, typename Layout = void> struct fragment {
  typedef typename __fragment_element<T>::type element_type;
  typedef element_type storage_element_type;
  static constexpr int num_elements = __fragment_size<Use, m, n, k, T>::value;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements];
};
`;

/** <cuda.h>: the driver's names for tensor maps, which a struct may have for device code, too. */
const TENSOR_MAP_NAMES = `
typedef unsigned long long cuuint64_t;
typedef unsigned int cuuint32_t;
enum CUtensorMapDataType { CU_TENSOR_MAP_DATA_TYPE_UINT8, CU_TENSOR_MAP_DATA_TYPE_UINT16, CU_TENSOR_MAP_DATA_TYPE_UINT32, CU_TENSOR_MAP_DATA_TYPE_INT32, CU_TENSOR_MAP_DATA_TYPE_UINT64, CU_TENSOR_MAP_DATA_TYPE_INT64, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_DATA_TYPE_FLOAT64, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ };
enum CUtensorMapInterleave { CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_INTERLEAVE_32B };
enum CUtensorMapSwizzle { CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B };
enum CUtensorMapL2promotion { CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_64B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B };
enum CUtensorMapFloatOOBfill { CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA };
`;

/** <tuple> in device code; the host's is in its own headers. */
export const DEVICE_TUPLES = `
template <typename... T> struct tuple;
template <typename A> struct tuple<A> { A __0; };
template <typename A, typename B> struct tuple<A, B> { A __0; B __1; };
template <typename A, typename B, typename C> struct tuple<A, B, C> { A __0; B __1; C __2; };
template <typename A, typename B, typename C, typename D> struct tuple<A, B, C, D> { A __0; B __1; C __2; D __3; };
template <typename A> __device__ tuple<A> make_tuple(A a) { return {a}; }
template <typename A, typename B> __device__ tuple<A, B> make_tuple(A a, B b) { return {a, b}; }
template <typename A, typename B, typename C> __device__ tuple<A, B, C> make_tuple(A a, B b, C c) { return {a, b, c}; }
template <typename A, typename B, typename C, typename D> __device__ tuple<A, B, C, D> make_tuple(A a, B b, C c, D d) { return {a, b, c, d}; }
template <int i, typename A> __device__ auto get(const tuple<A> &t) { return t.__0; }
template <int i, typename A, typename B> __device__ auto get(const tuple<A, B> &t) { if constexpr (i == 0) return t.__0; else return t.__1; }
template <int i, typename A, typename B, typename C> __device__ auto get(const tuple<A, B, C> &t) { if constexpr (i == 0) return t.__0; else if constexpr (i == 1) return t.__1; else return t.__2; }
template <int i, typename A, typename B, typename C, typename D> __device__ auto get(const tuple<A, B, C, D> &t) { if constexpr (i == 0) return t.__0; else if constexpr (i == 1) return t.__1; else if constexpr (i == 2) return t.__2; else return t.__3; }
`;

/** The text of all of them. */
export const LIBRARY_TYPES = FUNCTION_OBJECTS + TRAITS + ASYNCHRONOUS_TYPES + PIPELINE_TYPES + FRAGMENTS + TENSOR_MAP_NAMES;
