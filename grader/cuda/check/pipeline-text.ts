/**
 * Asynchronous copies to shared memory as the headers <cuda_pipeline.h>, <cuda/pipeline>, <cuda/barrier> and
 * <cooperative_groups/memcpy_async.h> declare them, by `cp.async`: copies of 16 bytes bypass L1, and those of 4 and 8 don't; a group's threads
 * copy pieces as wide as the alignment that is known.
 */

/** `cuda::pipeline`: of one thread, whose stages are its groups; of a block, whose stages are pairs of barrier objects. */
export const PIPELINE_TYPES = `
template <int scope, int stages> struct pipeline_shared_state { barrier<scope> __consumed[stages]; barrier<scope> __produced[stages]; };
template <int scope> struct pipeline {
  barrier<scope>* __consumed;
  barrier<scope>* __produced;
  unsigned __stages, __head, __tail, __filled, __emptied;
  __device__ void producer_acquire() { __lab_wait_parity(&__consumed[__head].__phases, __emptied); }
  __device__ void producer_commit() {
    __lab_await_copies();
    __mbarrier_arrive(&__produced[__head].__phases, 1u);
    if (++__head == __stages) { __head = 0; __emptied ^= 1; }
  }
  __device__ void consumer_wait() { __lab_wait_parity(&__produced[__tail].__phases, __filled); }
  __device__ void consumer_release() {
    __mbarrier_arrive(&__consumed[__tail].__phases, 1u);
    if (++__tail == __stages) { __tail = 0; __filled ^= 1; }
  }
  __device__ bool quit() { return true; }
};
template <> struct pipeline<3> {
  unsigned __head, __tail;
  __device__ void producer_acquire() {}
  __device__ void producer_commit() { __pipeline_commit(); __head++; }
  __device__ void consumer_wait() {
    if (__head != __tail) { __pipeline_wait_prior(__head - __tail - 1); __tail++; }
  }
  __device__ void consumer_release() {}
  __device__ bool quit() { return true; }
};
`;

/** The widths of a group's copies: those of the elements, or those that the size promises. */
const SIZES = [
  { template: "", size: "size_t", width: "alignof(T)", bytes: "bytes" },
  { template: ", size_t a", size: "aligned_size_t<a>", width: "(a > alignof(T) ? a : alignof(T))", bytes: "bytes.value" },
] as const;

const COPIES: readonly string[] = SIZES.flatMap(({ template, size, width, bytes }) => {
  const copied = (rank: string, threads: string): string =>
    `__copy_async<${width}>((char*)to, (const char*)from, (unsigned)${bytes}, ${rank}, ${threads});`;
  const byGroup = copied("(unsigned)group.thread_rank()", "(unsigned)group.size()");
  const alone = copied("0u", "1u");
  // nvcc 13.0 for sm_90: with a barrier object in shared memory, what is aligned to 16 bytes goes by one bulk copy, whose bytes the phase expects.
  const onBarrier = (rank: string, others: string): string =>
    `if constexpr (${width} >= 16) { if (${rank} == 0) { __lab_bulk_load(to, from, (unsigned)${bytes}, &bar.__phases, 0u); __lab_expect_tx(&bar.__phases, (unsigned)${bytes}); } } else { ${others} __lab_await_copies(); }`;
  return [
    // Of cooperative groups: each call is a group of copies.
    `template <typename G, typename T${template}> __device__ void memcpy_async(const G& group, T* to, const T* from, ${size} bytes) { ${byGroup} __pipeline_commit(); }`,
    // With a pipeline, whose stage they belong to; with a barrier, whose phase waits for them.
    `template <typename T${template}, int scope> __device__ void memcpy_async(T* to, const T* from, ${size} bytes, pipeline<scope>& pipe) { ${alone} }`,
    `template <typename G, typename T${template}, int scope> __device__ void memcpy_async(const G& group, T* to, const T* from, ${size} bytes, pipeline<scope>& pipe) { ${byGroup} }`,
    `template <typename T${template}, int scope, typename C> __device__ void memcpy_async(T* to, const T* from, ${size} bytes, barrier<scope, C>& bar) { ${onBarrier("0u", alone)} }`,
    `template <typename G, typename T${template}, int scope, typename C> __device__ void memcpy_async(const G& group, T* to, const T* from, ${size} bytes, barrier<scope, C>& bar) { ${onBarrier("group.thread_rank()", byGroup)} }`,
  ];
});

/** Of <cuda_pipeline_primitives.h>. What is not copied is filled with zeros. */
const PRIMITIVES = [
  `__device__ void __pipeline_memcpy_async(void* to, const void* from, size_t size, size_t zeros = 0) {
    unsigned place = (unsigned)__cvta_generic_to_shared(to), bytes = (unsigned)size - (unsigned)zeros;
    if (size == 16) asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(place), "l"(from), "r"(bytes));
    else if (size == 8) asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" :: "r"(place), "l"(from), "r"(bytes));
    else if (size == 4) asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" :: "r"(place), "l"(from), "r"(bytes));
    else assert(false);
  }`,
  '__device__ void __pipeline_commit() { asm volatile("cp.async.commit_group;"); }',
  "__device__ void __pipeline_arrive_on(unsigned long long* bar) { __lab_await_copies(); __mbarrier_arrive(bar, 1u); }",
];

/** The pieces of a thread of so many. Elements narrower than 4 bytes go through registers. */
const PIECES = `template <size_t align> __device__ void __copy_async(char* to, const char* from, unsigned bytes, unsigned rank, unsigned threads) {
  if constexpr (align >= 16) { for (unsigned at = 16 * rank; at < bytes; at += 16 * threads) __pipeline_memcpy_async(to + at, from + at, 16); }
  else if constexpr (align == 8) { for (unsigned at = 8 * rank; at < bytes; at += 8 * threads) __pipeline_memcpy_async(to + at, from + at, 8); }
  else if constexpr (align == 4) { for (unsigned at = 4 * rank; at < bytes; at += 4 * threads) __pipeline_memcpy_async(to + at, from + at, 4); }
  else if constexpr (align == 2) { for (unsigned at = 2 * rank; at < bytes; at += 2 * threads) *(short*)(to + at) = *(const short*)(from + at); }
  else { for (unsigned at = rank; at < bytes; at += threads) to[at] = from[at]; }
}`;

/** Waits of cooperative groups, and pipelines of a thread or of a group whose threads all copy and use, or some of which do. */
const WAITS = [
  "template <typename G> __device__ void wait(const G& group) { __pipeline_wait_prior(0); group.sync(); }",
  "template <int n, typename G> __device__ void wait_prior(const G& group) { __pipeline_wait_prior(n); group.sync(); }",
  "template <int n> __device__ void pipeline_consumer_wait_prior(pipeline<3>& pipe) { __pipeline_wait_prior(n); pipe.__tail = pipe.__head - n; }",
];

const MADE = `template <typename G, int scope, int stages> __device__ pipeline<scope> __pipeline_of(const G& group, pipeline_shared_state<scope, stages>* state, unsigned producers, unsigned consumers) {
  if (group.thread_rank() == 0) for (int i = 0; i < stages; i++) { __mbarrier_init(&state->__consumed[i].__phases, consumers); __mbarrier_init(&state->__produced[i].__phases, producers); }
  group.sync();
  pipeline<scope> pipe;
  pipe.__consumed = state->__consumed; pipe.__produced = state->__produced; pipe.__stages = stages;
  pipe.__head = 0; pipe.__tail = 0; pipe.__filled = 0; pipe.__emptied = 1;
  return pipe;
}`;

const MAKERS = [
  "__device__ pipeline<3> make_pipeline() { pipeline<3> pipe; pipe.__head = 0; pipe.__tail = 0; return pipe; }",
  "template <typename G, int scope, int stages> __device__ pipeline<scope> make_pipeline(const G& group, pipeline_shared_state<scope, stages>* state) { return __pipeline_of(group, state, (unsigned)group.size(), (unsigned)group.size()); }",
  "template <typename G, int scope, int stages> __device__ pipeline<scope> make_pipeline(const G& group, pipeline_shared_state<scope, stages>* state, size_t producers) { return __pipeline_of(group, state, (unsigned)producers, (unsigned)(group.size() - producers)); }",
];

/** The text of each function, or of all its forms. */
export const PIPELINE_FUNCTIONS: readonly string[] = [...PRIMITIVES, PIECES, COPIES.join("\n"), ...WAITS, MADE, MAKERS.join("\n")];
