/** Barrier objects, bulk copies and clusters as the headers <cuda/barrier>, <cuda/ptx> and <cuda/atomic> declare them. */

/** `cuda::barrier`, and sizes that say how their bytes are aligned. */
export const ASYNCHRONOUS_TYPES = `
template <int scope, typename Completion = void> struct barrier {
  unsigned long long __phases;
  typedef unsigned long long arrival_token;
  __device__ arrival_token arrive(long long n = 1) { return __mbarrier_arrive(&__phases, (unsigned)n); }
  __device__ void wait(arrival_token token) const { __lab_wait(&__phases, token); }
  __device__ bool try_wait(arrival_token token) const { return __lab_try_wait(&__phases, token); }
  __device__ bool try_wait_for(arrival_token token, long long time) const { return __mbarrier_test_wait(&__phases, token); }
  __device__ void wait_parity(bool parity) const { __lab_wait_parity(&__phases, parity); }
  __device__ bool try_wait_parity(bool parity) const { return __lab_try_wait_parity(&__phases, parity); }
  __device__ void arrive_and_wait() { __lab_wait(&__phases, __mbarrier_arrive(&__phases, 1u)); }
  __device__ void arrive_and_drop() { __mbarrier_arrive_and_drop(&__phases, 1u); }
  __device__ static long long max() { return 1048575; }
};
struct alignas(64) CUtensorMap { unsigned long long opaque[16]; };
template <int n> struct n32_t { __device__ operator int() const { return n; } };
template <size_t alignment> struct aligned_size_t {
  size_t value;
  __device__ aligned_size_t(size_t bytes) : value(bytes) {}
  __device__ operator size_t() const { return value; }
};
`;

/** A function of several forms under one name. */
const forms = (name: string, ...texts: readonly string[]): string => texts.map((text) => text.replace("@", name)).join("\n");

const TENSOR_DIMENSIONS = [1, 2, 3, 4, 5];
const coordinates = (count: number): string => Array.from({ length: count }, (_, axis) => `int c${axis}`).join(", ");
const given = (count: number): string => Array.from({ length: count }, (_, axis) => `c${axis}`).join(", ");
const elements = (count: number): string => Array.from({ length: count }, (_, axis) => `c[${axis}]`).join(", ");

/** A call for as many coordinates as there are. */
const byDimension = (call: (coordinates: string) => string): string =>
  TENSOR_DIMENSIONS.map((n) => `if constexpr (n == ${n}) ${call(elements(n))}`).join(" else ");

/** Of `cuda::barrier` and `cuda::device`. */
const BARRIERS = [
  forms("init", "template <int scope, typename C> __device__ void @(barrier<scope, C>* bar, long long n) { __mbarrier_init(&bar->__phases, (unsigned)n); }"), // prettier-ignore
  "template <int scope, typename C> __device__ unsigned long long* barrier_native_handle(barrier<scope, C>& bar) { return &bar.__phases; }",
  "template <int scope, typename C> __device__ unsigned long long barrier_arrive_tx(barrier<scope, C>& bar, long long n, long long bytes) { __lab_expect_tx(&bar.__phases, (unsigned)bytes); return __mbarrier_arrive(&bar.__phases, (unsigned)n); }",
  "template <int scope, typename C> __device__ void barrier_expect_tx(barrier<scope, C>& bar, long long bytes) { __lab_expect_tx(&bar.__phases, (unsigned)bytes); }",
  "template <typename T, size_t a, int scope, typename C> __device__ void memcpy_async_tx(T* to, const T* from, aligned_size_t<a> bytes, barrier<scope, C>& bar) { __lab_bulk_load(to, from, (unsigned)bytes.value, &bar.__phases, 0u); }",
];

/** Of <cuda/barrier>, in the namespace `cuda::device::experimental`. */
const EXPERIMENTAL = [
  "template <int scope, typename C> __device__ void cp_async_bulk_global_to_shared(void* to, const void* from, unsigned bytes, barrier<scope, C>& bar) { __lab_bulk_load(to, from, bytes, &bar.__phases, 0u); }",
  "__device__ void cp_async_bulk_shared_to_global(void* to, const void* from, unsigned bytes) { __lab_bulk_store(to, from, bytes); }",
  ...TENSOR_DIMENSIONS.flatMap((n) => [
    `template <int scope, typename C> __device__ void cp_async_bulk_tensor_${n}d_global_to_shared(void* to, const void* map, ${coordinates(n)}, barrier<scope, C>& bar) { __lab_tensor_load(to, map, &bar.__phases, 0u, ${given(n)}); }`,
    `__device__ void cp_async_bulk_tensor_${n}d_shared_to_global(const void* map, ${coordinates(n)}, const void* from) { __lab_tensor_store(map, from, ${given(n)}); }`,
  ]),
  forms("cp_async_bulk_commit_group", "__device__ void @() { __lab_bulk_commit(); }"),
  forms(
    "cp_async_bulk_wait_group_read",
    "template <int n> __device__ void @() { __lab_bulk_wait_read(n); }",
    "__device__ void @(int left) { __lab_bulk_wait_read((unsigned)left); }",
  ),
  "__device__ void fence_proxy_async_shared_cta() { __lab_fence_proxy(1u); }",
];

/** The tags of <cuda/ptx>: constants that say which form is meant. */
export const PTX_TAGS: readonly string[] = [
  "sem_relaxed", "sem_acquire", "sem_release", "sem_acq_rel", "scope_thread", "scope_cta", "scope_cluster", "scope_gpu", "scope_sys",
  "space_global", "space_shared", "space_cluster",
  "op_add", "op_min", "op_max", "op_inc", "op_dec", "op_and_op", "op_or_op", "op_xor_op",
]; // prettier-ignore

const OF_TYPE = ["int", "unsigned", "long long", "unsigned long long", "__half", "__nv_bfloat16", "float", "double"];
/** The numbers of types in `REDUCED_TYPES`. */
const TYPE_NUMBERS = [1, 0, 3, 2, 4, 5, 6, 7];

/** Of <cuda/ptx>. */
const PTX = [
  forms("mbarrier_init", "__device__ void @(unsigned long long* bar, unsigned n) { __mbarrier_init(bar, n); }"),
  forms("mbarrier_inval", "__device__ void @(unsigned long long* bar) { __mbarrier_inval(bar); }"),
  forms(
    "mbarrier_arrive",
    "__device__ unsigned long long @(unsigned long long* bar) { return __mbarrier_arrive(bar, 1u); }",
    "__device__ unsigned long long @(unsigned long long* bar, unsigned n) { return __mbarrier_arrive(bar, n); }",
    "__device__ unsigned long long @(int sem, int scope, int space, unsigned long long* bar) { return __mbarrier_arrive(bar, 1u); }",
    "__device__ unsigned long long @(int sem, int scope, int space, unsigned long long* bar, unsigned n) { return __mbarrier_arrive(bar, n); }",
  ),
  forms("mbarrier_arrive_no_complete", "__device__ unsigned long long @(unsigned long long* bar, unsigned n) { return __mbarrier_arrive(bar, n); }"), // prettier-ignore
  forms(
    "mbarrier_arrive_expect_tx",
    "__device__ unsigned long long @(int sem, int scope, int space, unsigned long long* bar, unsigned bytes) { return __lab_arrive_expect_tx(bar, bytes); }",
  ),
  forms("mbarrier_expect_tx", "__device__ void @(int sem, int scope, int space, unsigned long long* bar, unsigned bytes) { __lab_expect_tx(bar, bytes); }"), // prettier-ignore
  ...(["test", "try"] as const).flatMap((mode) => {
    const [token, parity] = mode === "test" ? ["__mbarrier_test_wait", "__mbarrier_test_wait_parity"] : ["__lab_try_wait", "__lab_try_wait_parity"]; // prettier-ignore
    return [
      forms(
        `mbarrier_${mode}_wait`,
        `__device__ bool @(unsigned long long* bar, unsigned long long state) { return ${token}(bar, state); }`,
        `__device__ bool @(int sem, int scope, unsigned long long* bar, unsigned long long state) { return ${token}(bar, state); }`,
      ),
      forms(
        `mbarrier_${mode}_wait_parity`,
        `__device__ bool @(unsigned long long* bar, unsigned parity) { return ${parity}(bar, parity); }`,
        `__device__ bool @(int sem, int scope, unsigned long long* bar, unsigned parity) { return ${parity}(bar, parity); }`,
      ),
    ];
  }),
  forms(
    "cp_async_bulk",
    // From shared memory to that of the cluster, and from global memory.
    "__device__ void @(int to_space, int from_space, void* to, const void* from, unsigned bytes, unsigned long long* bar) { if (from_space == 10) __lab_bulk_send(to, from, bytes, bar); else __lab_bulk_load(to, from, bytes, bar, 0u); }",
    "__device__ void @(int to_space, int from_space, void* to, const void* from, unsigned bytes, unsigned long long* bar, unsigned short mask) { __lab_bulk_load(to, from, bytes, bar, mask); }",
    "__device__ void @(int to_space, int from_space, void* to, const void* from, unsigned bytes) { __lab_bulk_store(to, from, bytes); }",
  ),
  forms(
    "cp_async_bulk_tensor",
    `template <int n> __device__ void @(int to_space, int from_space, void* to, const void* map, const int (&c)[n], unsigned long long* bar) { ${byDimension((given) => `__lab_tensor_load(to, map, bar, 0u, ${given});`)} }`,
    `template <int n> __device__ void @(int to_space, int from_space, void* to, const void* map, const int (&c)[n], unsigned long long* bar, unsigned short mask) { ${byDimension((given) => `__lab_tensor_load(to, map, bar, mask, ${given});`)} }`,
    `template <int n> __device__ void @(int to_space, int from_space, const void* map, const int (&c)[n], const void* from) { ${byDimension((given) => `__lab_tensor_store(map, from, ${given});`)} }`,
  ),
  forms(
    "cp_reduce_async_bulk",
    ...OF_TYPE.map(
      (type, i) =>
        `__device__ void @(int to_space, int from_space, int operation, ${type}* to, const ${type}* from, unsigned bytes) { __lab_bulk_reduce(to, from, bytes, (unsigned)(operation - 12), ${TYPE_NUMBERS[i]}u); }`,
    ),
  ),
  "__device__ void cp_async_bulk_wait_group(int left) { __lab_bulk_wait((unsigned)left); }",
  forms(
    "fence_proxy_async",
    "__device__ void @() { __lab_fence_proxy(3u); }",
    "__device__ void @(int space) { __lab_fence_proxy(space == 9 ? 2u : 1u); }",
  ),
  forms("fence_mbarrier_init", "__device__ void @(int sem, int scope) { __lab_fence_init(); }"),
  forms("barrier_cluster_arrive", "__device__ void @() { __cluster_barrier_arrive(); }", "__device__ void @(int sem) { __cluster_barrier_arrive(); }"), // prettier-ignore
  forms("barrier_cluster_wait", "__device__ void @() { __cluster_barrier_wait(); }", "__device__ void @(int sem) { __cluster_barrier_wait(); }"), // prettier-ignore
  "template <typename T> __device__ T* mapa(int space, T* p, unsigned rank) { return (T*)__cluster_map_shared_rank(p, rank); }",
  "__device__ unsigned getctarank(int space, const void* p) { return __cluster_query_shared_rank(p); }",
  ...["x", "y", "z"].flatMap((axis, number) => [
    `__device__ unsigned get_sreg_cluster_ctaid_${axis}() { return __lab_cluster_block(${number}u); }`,
    `__device__ unsigned get_sreg_cluster_nctaid_${axis}() { return __lab_cluster_blocks(${number}u); }`,
    `__device__ unsigned get_sreg_clusterid_${axis}() { return __lab_cluster_index(${number}u); }`,
    `__device__ unsigned get_sreg_nclusterid_${axis}() { return __lab_cluster_count(${number}u); }`,
  ]),
  "__device__ unsigned get_sreg_cluster_ctarank() { return __clusterRelativeBlockRank(); }",
  "__device__ unsigned get_sreg_cluster_nctarank() { return __clusterSizeInBlocks(); }",
  "__device__ bool elect_sync(unsigned mask) { return __lab_elect(mask) != 0; }",
  ...["dec", "inc"].map((action, isIncrease) =>
    forms(
      `setmaxnreg_${action}`,
      `template <int n> __device__ void @() { __lab_registers((unsigned)n, ${isIncrease}u); }`,
      `__device__ void @(int registers) { __lab_registers((unsigned)registers, ${isIncrease}u); }`,
    ),
  ),
  "__device__ void griddepcontrol_wait() { }",
  "__device__ void griddepcontrol_launch_dependents() { }",
];

/** Of <cuda_runtime.h>: programmatic dependent launch changes nothing but the time. */
const RUNTIME = ["__device__ void cudaGridDependencySynchronize() { }", "__device__ void cudaTriggerProgrammaticLaunchCompletion() { }"];

/** The text of each function, or of all its forms. */
export const ASYNCHRONOUS_FUNCTIONS: readonly string[] = [...BARRIERS, ...EXPERIMENTAL, ...PTX, ...RUNTIME];
