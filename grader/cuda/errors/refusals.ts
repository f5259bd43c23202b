import { SourceError } from "../source-error.ts";
import { errorKind, type ErrorKind } from "./error-kind.ts";

// C++ and CUDA that the lab does not do.

/** The text is C++, but the lab does not do this. */
export class Refusal extends SourceError {}

function refusal(code: string, message: string): ErrorKind<[]> {
  return errorKind(code, () => message, Refusal);
}

function namedRefusal(code: string, says: (name: string) => string): ErrorKind<[name: string]> {
  return errorKind(code, says, Refusal);
}

/**
 * `goto` jumps in a kernel.
 *
 * Use a loop with `break` or `continue`.
 *
 * @example
 * __global__ void f(int *out) { if (out[0] < 3) ▸goto▸ done; out[0] = 3; done: return; }
 */
export const gotoRefused = refusal("goto", "Jumps with `goto` are not part of the lab. Use a loop with `break` or `continue`.");

/**
 * A statement of a kernel has a label.
 *
 * Use a loop with `break` or `continue`.
 *
 * @example
 * __global__ void f(int *out) { ▸again▸: out[0] = 1; }
 */
export const labelRefused = refusal("label", "Labels are not part of the lab. Use a loop with `break` or `continue`.");

/**
 * A kernel has `try` or `catch`, which CUDA has on the host only.
 *
 * Leave them out.
 *
 * @example
 * __global__ void f(int *out) { ▸try▸ { out[0] = 1; } catch (...) {} }
 */
export const tryRefused = refusal("try", "Exceptions are not part of the lab. Leave out `try` and `catch`.");

/**
 * A kernel throws, which CUDA allows on the host only.
 *
 * Use `assert`, or return early.
 *
 * @example
 * __global__ void f(int *out) { if (out[0] < 0) ▸throw▸ 1; }
 */
export const throwRefused = refusal("throw", "Exceptions are not part of the lab. Use `assert` or return early.");

/**
 * A function of a struct is virtual.
 *
 * Use a template parameter.
 *
 * @example
 * struct S { ▸virtual▸ int g() { return 1; } };
 */
export const virtualRefused = refusal("virtual", "Virtual functions are not part of the lab. Use a template parameter.");

/**
 * A function of a struct is left for others to define: `= 0`.
 *
 * Use a template parameter.
 *
 * @example
 * struct S { int g() ▸=▸ 0; };
 */
export const pureVirtualRefused = refusal("pure-virtual", "Virtual functions are not part of the lab.");

/**
 * The text has `dynamic_cast`.
 *
 * Use `static_cast`.
 *
 * @example
 * struct S {};
 * __global__ void f(S *out) { S *s = ▸dynamic_cast▸<S *>(out); }
 */
export const dynamicCastRefused = refusal("dynamic-cast", "`dynamic_cast` is not part of the lab. Use `static_cast`.");

/**
 * The text asks for the type of an expression at run time.
 *
 * Leave it out.
 *
 * @example
 * __global__ void f(int *out) { auto &t = ▸typeid▸(int); }
 */
export const typeidRefused = refusal("typeid", "`typeid` is not part of the lab. Leave it out.");

/**
 * The text has coroutines.
 *
 * Use plain functions.
 *
 * @example
 * __global__ void f(int *out) { ▸co_return▸; }
 */
export const coroutineRefused = refusal("coroutine", "Coroutines are not part of the lab. Use plain functions.");

/**
 * The text declares a concept.
 *
 * Leave it out.
 *
 * @example
 * template <class T> ▸concept▸ Small = sizeof(T) < 8;
 */
export const conceptRefused = refusal("concept", "Concepts are not part of the lab. Leave them out.");

/**
 * A template says by `requires` what it takes.
 *
 * Leave it out.
 *
 * @example
 * template <class T> __device__ T g(T x) ▸requires▸ (sizeof(T) < 8) { return x; }
 */
export const requiresRefused = refusal("requires", "Concepts are not part of the lab. Leave out `requires`.");

/**
 * The head of a template has another one within it or behind it.
 *
 * Leave out constraints; define members of templates within them.
 *
 * @example
 * template <class T> ▸template▸ <class U> __device__ T g(U x) { return x; }
 */
export const templateHeadRefused = refusal("template-head", "Constraints and nested template heads are not part of the lab.");

/**
 * A variable is `thread_local`.
 *
 * Leave the word out: a local variable belongs to its thread already.
 *
 * @example
 * ▸thread_local▸ int x;
 */
export const threadLocalRefused = refusal(
  "thread-local",
  "`thread_local` is not part of the lab. A local variable belongs to its thread already.",
);

/**
 * A function reads arguments that have no parameter.
 *
 * Give each parameter a name.
 *
 * @example
 * __device__ int g(int n) { ▸__builtin_va_list▸ list; return n; }
 */
export const argumentListRefused = refusal("argument-list", "Variadic functions are not part of the lab.");

/**
 * A function takes any number of arguments by `...`.
 *
 * Give each parameter a name, or use a template with a pack: `class... T`.
 *
 * @example
 * __device__ int g(int n, ▸...▸) { return n; }
 */
export const variadicRefused = refusal("variadic", "Variadic functions (`...`) are not part of the lab. Give each parameter a name.");

/**
 * The text calls a destructor of a struct of its own.
 *
 * Leave it out. One of CUDA's library, `bar.~barrier()`, does nothing and can stay.
 *
 * @example
 * struct S { int x; };
 * __global__ void f(S *out) { ▸out->~S▸(); }
 */
export const destructorRefused = refusal("destructor-call", "Calls of destructors are not part of the lab. Leave it out.");

/**
 * The text names the type of a function.
 *
 * Use a pointer to a function, or a template parameter.
 *
 * @example
 * ▸typedef int g(int)▸;
 */
export const functionTypeRefused = refusal("function-type", "Function types are not part of the lab.");

/**
 * A function returns a pointer to a function.
 *
 * Return a number, and choose the function by `switch`.
 *
 * @example
 * __device__ int (*▸g▸(int x))(int);
 */
export const returnedFunctionRefused = refusal("returned-function", "Functions that return function pointers are not part of the lab.");

/**
 * A struct is packed.
 *
 * Order its members so that none needs padding: the widest first.
 *
 * @example
 * struct ▸__attribute__▸((packed)) S { char c; int x; };
 */
export const packedRefused = refusal("packed", "Packed structs are not part of the lab. Order the members so that none needs padding.");

/**
 * A member of a struct has a number of bits.
 *
 * Use shifts and masks.
 *
 * @example
 * struct S { int x ▸:▸ 3; };
 */
export const bitFieldRefused = refusal("bit-field", "Bit-fields are not part of the lab. Use shifts and masks.");

/**
 * A variable is a template.
 *
 * Use a function.
 *
 * @example
 * template <class T> ▸T zero = 0;▸
 */
export const variableTemplateRefused = refusal("variable-template", "Variable templates are not part of the lab. Use a function.");

/**
 * Members of a struct are taken apart outside of functions.
 *
 * Declare a variable, and use its members.
 *
 * @example
 * struct S { int x, y; };
 * S s = {1, 2};
 * auto [a, b] ▸=▸ s;
 */
export const bindingOutsideRefused = refusal(
  "binding-outside",
  "The lab takes members apart in functions only: declare a variable and use its members.",
);

/**
 * A template defines a friend in its body.
 *
 * Define the function behind the struct, as a template.
 *
 * @example
 * template <class T> struct S { T x; friend T ▸g▸(S s) { return s.x; } };
 */
export const friendInTemplateRefused = refusal(
  "friend-in-template",
  "A friend defined in a template is not part of the lab. Define it behind the struct, as a template.",
);

/**
 * A struct has a pointer to a function, and a kernel uses one of its objects.
 *
 * Use a template parameter.
 *
 * @example
 * struct S { int ▸(*g)(int)▸; };
 * __global__ void f(S *s) { s[0] = s[1]; }
 */
export const functionPointerInStructRefused = refusal(
  "function-pointer-in-struct",
  "A kernel's structs have no pointers to functions in the lab: use a template parameter.",
);

/**
 * A member of a struct is a lambda.
 *
 * Write it as a struct with `operator()`.
 *
 * @example
 * struct S { decltype([](int x) { return x; }) ▸g▸; };
 * __global__ void f(S *s, int *out) { out[0] = s->g(1); }
 */
export const lambdaInStructRefused = refusal("lambda-in-struct", "The lab has no lambdas in structs: write a struct with `operator()`.");

/**
 * A member of a struct is a reference.
 *
 * Use a pointer.
 *
 * @example
 * struct S { int ▸&x▸; };
 * __global__ void f(S *s) { s->x = 1; }
 */
export const referenceInStructRefused = refusal("reference-in-struct", "The lab has no references in structs: use a pointer.");

/**
 * A variable inside a function is `static` and not constant.
 *
 * Declare it `__device__` outside of the function, or leave out `static`.
 *
 * @example
 * __global__ void f(int *out) { static int ▸n▸; out[0] = n; }
 */
export const staticVariableRefused = refusal(
  "static-variable",
  "The lab has no static variables inside device functions: declare a `__device__` variable outside.",
);

/**
 * A kernel launches another one.
 *
 * Launch it from the host.
 *
 * @example
 * __global__ void g(int *out) { out[0] = 1; }
 * __global__ void f(int *out) { ▸g<<<1, 32>>>(out)▸; }
 */
export const launchInKernelRefused = refusal("launch-in-kernel", "The lab launches no kernels from device code: launch it from the host.");

/**
 * A kernel synchronizes its whole grid.
 *
 * Split it where it does, and launch two kernels.
 *
 * @example
 * #include <cooperative_groups.h>
 * namespace cg = cooperative_groups;
 * __global__ void f(int *out) { ▸cg::this_grid().sync()▸; out[0] = 1; }
 */
export const gridSyncRefused = refusal("grid-sync", "The lab does not synchronize a whole grid: launch two kernels.");

/**
 * A kernel allocates memory or frees it.
 *
 * Pass a pointer to memory that the host has allocated.
 *
 * @example
 * __global__ void f(int *out) { int *p = ▸new int[3]▸; out[0] = p[0]; }
 */
export const allocationInKernelRefused = namedRefusal(
  "allocation-in-kernel",
  (name) => `The lab has no \`${name}\` in device code: pass a pointer to memory that the host allocates.`,
);

/**
 * A kernel calls the CUDA runtime.
 *
 * Call it from the host.
 *
 * @example
 * __global__ void f(int *out) { ▸cudaDeviceSynchronize()▸; }
 */
export const runtimeInKernelRefused = namedRefusal(
  "runtime-in-kernel",
  (name) => `\`${name}\` belongs to the CUDA runtime: call it from the host.`,
);

/**
 * A shuffle or a vote has no mask, as before Volta.
 *
 * Add `_sync` to its name and the mask `0xffffffff` in front of its arguments.
 *
 * @example
 * __global__ void f(int *out) { out[0] = ▸__shfl_down(out[1], 16)▸; }
 */
export const shuffleWithoutMaskRefused = namedRefusal(
  "shuffle-without-mask",
  (name) => `\`${name}\` is gone since Volta: call \`${name}_sync\`, with a mask first, \`0xffffffff\` for a whole warp.`,
);

/**
 * The text uses textures or surfaces.
 *
 * Read from an array in global memory.
 *
 * @example
 * __global__ void f(float *out, ▸cudaTextureObject_t▸ image) { out[0] = tex1Dfetch<float>(image, 0); }
 */
export const textureRefused = namedRefusal(
  "texture",
  (name) => `The lab has no textures, and so no \`${name}\`: read from an array in global memory.`,
);

/**
 * The text uses cuBLAS, cuRAND, Thrust, CUB or another library of CUDA.
 *
 * Write a kernel that does it.
 *
 * @example
 * int main() { ▸thrust::device_vector<int>▸ v; }
 */
export const libraryRefused = namedRefusal(
  "library",
  (name) => `The lab has none of CUDA's libraries, and so no \`${name}\`: write a kernel.`,
);

/**
 * The host's code jumps by `goto` into a block, or to a label that nothing has.
 *
 * Use a loop or a condition.
 *
 * @example
 * int main() { ▸goto done;▸ { done: ; } }
 */
export const gotoIntoBlock = namedRefusal(
  "goto-into-block",
  (label) => `No block around this \`goto\` has the label \`${label}\`: the lab jumps out of blocks, not into them.`,
);

/**
 * The text uses CUDA graphs, or captures a stream into one.
 *
 * Launch the kernels one by one.
 *
 * @example
 * int main() { ▸cudaGraphLaunch▸(0, 0); }
 */
export const graphRefused = namedRefusal(
  "graph",
  (name) => `The lab has no CUDA graphs, and so no \`${name}\`: launch the kernels one by one.`,
);

/**
 * The host launches a kernel whose blocks wait for each other.
 *
 * Split the kernel where its grid synchronizes, and launch two.
 *
 * @example
 * int main() { ▸cudaLaunchCooperativeKernel▸(nullptr, 1, 1, nullptr); }
 */
export const cooperativeLaunchRefused = namedRefusal(
  "cooperative-launch",
  (name) => `The lab runs one block after the other, and so has no \`${name}\`: split the kernel where its grid synchronizes.`,
);

/**
 * The host reads a file, or what somebody types.
 *
 * Let the program make its data.
 *
 * @example
 * #include <fstream>
 * int main() { ▸std::ifstream▸ in("data.txt"); }
 */
export const fileRefused = namedRefusal(
  "file",
  (name) => `The lab reads no files, and so has no \`${name}\`: let the program make its data.`,
);

/**
 * The host asks how many registers a kernel takes.
 *
 * Leave it out: the lab counts no registers and no instructions of the GPU.
 *
 * @example
 * int main() { ▸cudaFuncGetAttributes▸(nullptr, nullptr); }
 */
export const kernelAttributesRefused = namedRefusal(
  "kernel-attributes",
  (name) => `The lab counts no registers and no instructions of the GPU, and so has no \`${name}\`: leave it out.`,
);

/**
 * The text is HIP, the language of AMD's GPUs.
 *
 * Write `cuda` for `hip` in the names of the runtime's functions.
 *
 * @example
 * int main() { int *p; ▸hipMalloc▸(&p, 4); }
 */
export const hipRefused = namedRefusal(
  "hip",
  (name) => `The lab reads CUDA, and so has no \`${name}\`: write \`cuda\` for \`hip\` in the names of the runtime's functions.`,
);

/**
 * The host starts threads of its own.
 *
 * Do what they do in a loop.
 *
 * @example
 * int main() { ▸omp_set_num_threads▸(4); }
 */
export const hostThreadRefused = namedRefusal(
  "host-thread",
  (name) => `The lab's host is one thread, and so has no \`${name}\`: do it in a loop.`,
);

/**
 * The text uses a test framework.
 *
 * Write a `main` that calls what is tested.
 *
 * @example
 * int main() { ▸testing::InitGoogleTest▸(); }
 */
export const testFrameworkRefused = namedRefusal(
  "test-framework",
  (name) => `The lab has no test framework, and so no \`${name}\`: write a \`main\` that calls what is tested.`,
);

/**
 * A number has a format of 4, 6 or 8 bits that the lab doesn't know.
 *
 * Take `__nv_fp8_e4m3` or `__nv_fp8_e5m2`; a scale that is a power of two can be a `float`.
 *
 * @example
 * __global__ void f(▸__nv_fp8_e8m0▸ *scales) { scales[0].__x = 127; }
 */
export const numberFormatRefused = namedRefusal(
  "number-format",
  (name) => `The lab has no \`${name}\`: of the formats of less than 16 bits it has those of \`__nv_fp8_e4m3\` and \`__nv_fp8_e5m2\`.`,
);

/** Words of C++ that the lab does not do in kernels. */
export const REFUSED_WORDS: ReadonlyMap<string, ErrorKind<[]>> = new Map([
  ["goto", gotoRefused],
  ["try", tryRefused],
  ["catch", tryRefused],
  ["throw", throwRefused],
  ["virtual", virtualRefused],
  ["dynamic_cast", dynamicCastRefused],
  ["typeid", typeidRefused],
  ["co_await", coroutineRefused],
  ["co_yield", coroutineRefused],
  ["co_return", coroutineRefused],
  ["concept", conceptRefused],
  ["requires", requiresRefused],
  ["thread_local", threadLocalRefused],
  ["__builtin_va_list", argumentListRefused],
]);

const LIBRARY = /^cu(?:blas|fft|rand|sparse|solver|dnn)|^(?:thrust|cub)::/;

const REFUSED_FUNCTIONS: readonly (readonly [RegExp, ErrorKind<[name: string]>])[] = [
  [/^(?:tex|surf)(?:[123]D|Cubemap)/, textureRefused],
  [/^cuda[A-Z]/, runtimeInKernelRefused],
  [/^(?:malloc|free)$/, allocationInKernelRefused],
  [/^__(?:shfl(?:_up|_down|_xor)?|any|all|ballot)$/, shuffleWithoutMaskRefused],
];

const REFUSED_NAMES: readonly (readonly [RegExp, ErrorKind<[name: string]>])[] = [
  [/^cuda(?:Graph|StreamBeginCapture|StreamEndCapture)/, graphRefused],
  [/^cuda(?:Array|ChannelFormat|CreateTexture|BindTexture)/, textureRefused],
  [/^cudaLaunchCooperative/, cooperativeLaunchRefused],
  [/fstream$|^f(?:seek|tell|read|scanf|gets)$|^getline$|^sdk(?:Read|Load)/, fileRefused],
  [/^cudaFuncGetAttributes$/, kernelAttributesRefused],
  [/^hip[A-Z]/, hipRefused],
  [/^omp_|^pthread_|^std::(?:thread|mutex|async)$/, hostThreadRefused],
  [/^testing::/, testFrameworkRefused],
  [/^__nv_fp[468]|^__nv_cvt_|^__NV_E\d/, numberFormatRefused],
  [LIBRARY, libraryRefused],
];

const REFUSED_TYPES: readonly (readonly [RegExp, ErrorKind<[name: string]>])[] = [[/texture|surface/i, textureRefused], ...REFUSED_NAMES];

/** The refusal of a function of CUDA in device code; undefined for any other name. */
export function refusalOfFunction(name: string): ErrorKind<[name: string]> | undefined {
  return REFUSED_FUNCTIONS.find(([names]) => names.test(name))?.[1];
}

/** The refusal of a type of CUDA; undefined for any other name. */
export function refusalOfType(name: string): ErrorKind<[name: string]> | undefined {
  return REFUSED_TYPES.find(([names]) => names.test(name))?.[1];
}

/** The refusal of a name that the text does not declare; undefined for one that means nothing to the lab. */
export function refusalOfName(name: string): ErrorKind<[name: string]> | undefined {
  return REFUSED_NAMES.find(([names]) => names.test(name))?.[1];
}
