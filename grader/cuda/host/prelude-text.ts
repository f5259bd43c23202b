/** What the headers of C, C++ and CUDA's runtime declare for the host, as far as it can be said in C++ itself. */

const ENUMS = `
enum { cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInitializationError, cudaErrorNotReady = 600, cudaErrorAssert = 710, cudaErrorUnknown = 999 };
enum { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
enum { cudaMemAttachGlobal = 1, cudaMemAttachHost = 2 };
enum { cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2, cudaHostAllocWriteCombined = 4 };
enum { cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2 };
enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
enum { cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2 };
enum { cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceMapHost = 8 };
enum { cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2 };
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation, cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy };
enum cudaComputeMode { cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess };
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxBlockDimY = 3, cudaDevAttrMaxBlockDimZ = 4,
  cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxGridDimY = 6, cudaDevAttrMaxGridDimZ = 7, cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10, cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16, cudaDevAttrCanMapHostMemory = 19, cudaDevAttrConcurrentKernels = 31, cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38, cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrUnifiedAddressing = 41, cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrMaxRegistersPerMultiprocessor = 82, cudaDevAttrManagedMemory = 83,
  cudaDevAttrConcurrentManagedAccess = 89, cudaDevAttrCooperativeLaunch = 95, cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
enum { EXIT_SUCCESS, EXIT_FAILURE };
enum { RAND_MAX = 2147483647 };
enum { CLOCKS_PER_SEC = 1000000 };
enum { CLOCK_REALTIME, CLOCK_MONOTONIC };
`;

const STRUCTS = `
typedef long long time_t;
typedef long long ssize_t;
typedef int cudaMemcpyKind_t;
struct timeval { long tv_sec; long tv_usec; };
struct timezone { int tz_minuteswest; int tz_dsttime; };
struct timespec { long tv_sec; long tv_nsec; };
struct FILE { int __kind; };
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor, totalConstMem, memPitch, textureAlignment;
  int regsPerBlock, regsPerMultiprocessor, warpSize, maxThreadsPerBlock, maxThreadsPerMultiProcessor, multiProcessorCount, major, minor;
  int maxThreadsDim[3], maxGridSize[3];
  int clockRate, memoryClockRate, memoryBusWidth, l2CacheSize, deviceOverlap, asyncEngineCount, concurrentKernels, canMapHostMemory;
  int unifiedAddressing, managedMemory, concurrentManagedAccess, pageableMemoryAccess, pageableMemoryAccessUsesHostPageTables;
  int cooperativeLaunch, computeMode, directManagedMemAccessFromHost, hostNativeAtomicSupported, streamPrioritiesSupported;
  int integrated, kernelExecTimeoutEnabled, ECCEnabled, isMultiGpuBoard, pciBusID, pciDeviceID, pciDomainID;
};
struct cudaPointerAttributes { int type; int device; void *devicePointer; void *hostPointer; };
struct cudaFuncAttributes { size_t sharedSizeBytes, constSizeBytes, localSizeBytes; int maxThreadsPerBlock, numRegs; };
`;

const CONTAINERS = `
template <typename T> struct vector {
  typedef T value_type; typedef T *iterator; typedef const T *const_iterator; typedef size_t size_type;
  T *data; unsigned long long count; unsigned long long capacity;
};
template <typename T, size_t N> struct array {
  typedef T value_type; typedef T *iterator; typedef const T *const_iterator;
  T __elements[N];
  T &operator[](size_t i) { return __elements[i]; }
  T &at(size_t i) { return __elements[i]; }
  T &front() { return __elements[0]; }
  T &back() { return __elements[N - 1]; }
  T *data() { return __elements; }
  T *begin() { return __elements; }
  T *end() { return __elements + N; }
  size_t size() const { return N; }
  bool empty() const { return N == 0; }
  void fill(const T &value) { for (size_t i = 0; i < N; i++) __elements[i] = value; }
};
template <typename A, typename B> pair<A, B> make_pair(A first, B second) { pair<A, B> made; made.first = first; made.second = second; return made; }
template <typename T> struct default_delete { void operator()(T *p) const { delete p; } };
template <typename T, typename D = default_delete<T>> class unique_ptr {
  T *__pointer; D __deleter;
public:
  unique_ptr() : __pointer(nullptr) {}
  explicit unique_ptr(T *p) : __pointer(p) {}
  unique_ptr(T *p, const D &d) : __pointer(p), __deleter(d) {}
  unique_ptr(unique_ptr &&o) : __pointer(o.release()), __deleter(o.get_deleter()) {}
  ~unique_ptr() { reset(); }
  unique_ptr &operator=(unique_ptr &&o) { reset(o.release()); return *this; }
  T *get() const { return __pointer; }
  D &get_deleter() { return __deleter; }
  T *release() { T *p = __pointer; __pointer = nullptr; return p; }
  void reset(T *p = nullptr) { T *before = __pointer; __pointer = p; if (before) __deleter(before); }
  T &operator*() const { return *__pointer; }
  T *operator->() const { return __pointer; }
  T &operator[](size_t i) const { return __pointer[i]; }
  operator bool() const { return __pointer != nullptr; }
};
template <typename T, typename D> class unique_ptr<T[], D> {
  T *__pointer;
public:
  unique_ptr() : __pointer(nullptr) {}
  explicit unique_ptr(T *p) : __pointer(p) {}
  unique_ptr(unique_ptr &&o) : __pointer(o.release()) {}
  ~unique_ptr() { reset(); }
  unique_ptr &operator=(unique_ptr &&o) { reset(o.release()); return *this; }
  T *get() const { return __pointer; }
  T *release() { T *p = __pointer; __pointer = nullptr; return p; }
  void reset(T *p = nullptr) { T *before = __pointer; __pointer = p; if (before) delete[] before; }
  T &operator[](size_t i) const { return __pointer[i]; }
  operator bool() const { return __pointer != nullptr; }
};
template <typename T> struct default_delete<T[]> { void operator()(T *p) const { delete[] p; } };
`;

const STRINGS = `
class string {
  char *__text; size_t __count;
  void __take(const char *text, size_t count) { __text = (char *)malloc(count + 1); memcpy(__text, text, count); __text[count] = 0; __count = count; }
public:
  static constexpr size_t npos = 18446744073709551615ull;
  string() { __take("", 0); }
  string(const char *text) { __take(text, strlen(text)); }
  string(const char *text, size_t count) { __take(text, count); }
  string(size_t count, char c) { __text = (char *)malloc(count + 1); memset(__text, c, count); __text[count] = 0; __count = count; }
  string(const string &o) { __take(o.__text, o.__count); }
  string &operator=(const string &o) { __take(o.__text, o.__count); return *this; }
  string &operator=(const char *text) { __take(text, strlen(text)); return *this; }
  const char *c_str() const { return __text; }
  const char *data() const { return __text; }
  char *begin() { return __text; }
  char *end() { return __text + __count; }
  size_t size() const { return __count; }
  size_t length() const { return __count; }
  bool empty() const { return __count == 0; }
  char &operator[](size_t i) { return __text[i]; }
  char &at(size_t i) { return __text[i]; }
  char &back() { return __text[__count - 1]; }
  void clear() { __take("", 0); }
  string &append(const char *text) {
    size_t more = strlen(text); char *before = __text; size_t count = __count;
    __text = (char *)malloc(count + more + 1);
    memcpy(__text, before, count); memcpy(__text + count, text, more + 1); __count = count + more;
    return *this;
  }
  string &append(const string &o) { return append(o.__text); }
  string &operator+=(const char *text) { return append(text); }
  string &operator+=(const string &o) { return append(o.__text); }
  string &operator+=(char c) { char text[2]; text[0] = c; text[1] = 0; return append(text); }
  void push_back(char c) { *this += c; }
  string substr(size_t from, size_t count = 18446744073709551615ull) const {
    size_t most = __count - from; return string(__text + from, count < most ? count : most);
  }
  size_t find(const char *text, size_t from = 0) const {
    size_t n = strlen(text);
    for (size_t i = from; i + n <= __count; i++) if (strncmp(__text + i, text, n) == 0) return i;
    return npos;
  }
  size_t find(const string &o, size_t from = 0) const { return find(o.__text, from); }
  size_t find(char c, size_t from = 0) const { for (size_t i = from; i < __count; i++) if (__text[i] == c) return i; return npos; }
  int compare(const string &o) const { return strcmp(__text, o.__text); }
  bool operator==(const string &o) const { return strcmp(__text, o.__text) == 0; }
  bool operator==(const char *text) const { return strcmp(__text, text) == 0; }
  bool operator!=(const string &o) const { return strcmp(__text, o.__text) != 0; }
  bool operator!=(const char *text) const { return strcmp(__text, text) != 0; }
  bool operator<(const string &o) const { return strcmp(__text, o.__text) < 0; }
  string operator+(const string &o) const { string s(*this); s.append(o.__text); return s; }
  string operator+(const char *text) const { string s(*this); s.append(text); return s; }
  string operator+(char c) const { string s(*this); s += c; return s; }
};
string operator+(const char *a, const string &b) { string s(a); s.append(b); return s; }
string to_string(int x) { char t[32]; sprintf(t, "%d", x); return string(t); }
string to_string(unsigned x) { char t[32]; sprintf(t, "%u", x); return string(t); }
string to_string(long long x) { char t[32]; sprintf(t, "%lld", x); return string(t); }
string to_string(unsigned long long x) { char t[32]; sprintf(t, "%llu", x); return string(t); }
string to_string(double x) { char t[400]; sprintf(t, "%f", x); return string(t); }
int stoi(const string &s) { return atoi(s.c_str()); }
long long stol(const string &s) { return atol(s.c_str()); }
long long stoll(const string &s) { return atol(s.c_str()); }
unsigned long long stoul(const string &s) { return atol(s.c_str()); }
double stod(const string &s) { return atof(s.c_str()); }
float stof(const string &s) { return atof(s.c_str()); }
struct ostream { int __kind; int __precision; int __width; int __flags; char __fill; };
ostream cout = {0, 6, 0, 0, ' '}, cerr = {1, 6, 0, 0, ' '}, clog = {1, 6, 0, 0, ' '};
struct ostringstream : ostream {
  ostringstream() { __kind = 2; __precision = 6; __fill = ' '; __flags = 0; __width = 0; }
  string str() { return string(__stream_text(this)); }
};
struct stringstream : ostringstream {};
struct ofstream : ostream {
  ofstream() { __kind = 3; __precision = 6; __fill = ' '; __flags = 0; __width = 0; }
  ofstream(const char *name) { fopen(name, "w"); __kind = 3; __precision = 6; __fill = ' '; __flags = 0; __width = 0; }
  ofstream(const string &name) { fopen(name.c_str(), "w"); __kind = 3; __precision = 6; __fill = ' '; __flags = 0; __width = 0; }
  void open(const char *name) { fopen(name, "w"); }
  bool is_open() const { return true; }
  bool good() const { return true; }
  void close() {}
  operator bool() const { return true; }
};
struct exception { string __what; exception() {} exception(const string &what) : __what(what) {} const char *what() const { return __what.c_str(); } };
struct runtime_error : exception { runtime_error(const string &what) { __what = what; } };
struct logic_error : exception { logic_error(const string &what) { __what = what; } };
struct invalid_argument : exception { invalid_argument(const string &what) { __what = what; } };
struct out_of_range : exception { out_of_range(const string &what) { __what = what; } };
`;

const ALGORITHMS = `
template <typename T, size_t N> T *begin(T (&array)[N]) { return array; }
template <typename T, size_t N> T *end(T (&array)[N]) { return array + N; }
template <typename C> auto begin(C &container) { return container.begin(); }
template <typename C> auto end(C &container) { return container.end(); }
template <typename C> size_t size(const C &container) { return container.size(); }
template <typename I, typename T> void fill(I first, I last, const T &value) { for (; first != last; ++first) *first = value; }
template <typename I, typename N, typename T> I fill_n(I first, N count, const T &value) { for (N i = 0; i < count; i++, ++first) *first = value; return first; }
template <typename I, typename T> void iota(I first, I last, T value) { for (; first != last; ++first, ++value) *first = value; }
template <typename I, typename T> T accumulate(I first, I last, T sum) { for (; first != last; ++first) sum = sum + *first; return sum; }
template <typename I, typename T, typename F> T accumulate(I first, I last, T sum, F f) { for (; first != last; ++first) sum = f(sum, *first); return sum; }
template <typename I, typename J, typename T> T inner_product(I first, I last, J other, T sum) { for (; first != last; ++first, ++other) sum = sum + *first * *other; return sum; }
template <typename I, typename F> void generate(I first, I last, F f) { for (; first != last; ++first) *first = f(); }
template <typename I, typename N, typename F> void generate_n(I first, N count, F f) { for (N i = 0; i < count; i++, ++first) *first = f(); }
template <typename I, typename F> void for_each(I first, I last, F f) { for (; first != last; ++first) f(*first); }
template <typename I, typename O> O copy(I first, I last, O to) { for (; first != last; ++first, ++to) *to = *first; return to; }
template <typename I, typename N, typename O> O copy_n(I first, N count, O to) { for (N i = 0; i < count; i++, ++first, ++to) *to = *first; return to; }
template <typename I, typename O, typename F> O transform(I first, I last, O to, F f) { for (; first != last; ++first, ++to) *to = f(*first); return to; }
template <typename I, typename J, typename O, typename F> O transform(I first, I last, J other, O to, F f) { for (; first != last; ++first, ++other, ++to) *to = f(*first, *other); return to; }
template <typename I, typename O> O partial_sum(I first, I last, O to) {
  if (first == last) return to;
  auto sum = *first; *to = sum;
  for (++first, ++to; first != last; ++first, ++to) { sum = sum + *first; *to = sum; }
  return to;
}
template <typename I, typename J> bool equal(I first, I last, J other) { for (; first != last; ++first, ++other) if (*first != *other) return false; return true; }
template <typename I, typename T> I find(I first, I last, const T &value) { for (; first != last; ++first) if (*first == value) return first; return last; }
template <typename I, typename F> I find_if(I first, I last, F f) { for (; first != last; ++first) if (f(*first)) return first; return last; }
template <typename I, typename T> long long count(I first, I last, const T &value) { long long n = 0; for (; first != last; ++first) if (*first == value) n++; return n; }
template <typename I, typename F> long long count_if(I first, I last, F f) { long long n = 0; for (; first != last; ++first) if (f(*first)) n++; return n; }
template <typename I, typename F> bool all_of(I first, I last, F f) { for (; first != last; ++first) if (!f(*first)) return false; return true; }
template <typename I, typename F> bool any_of(I first, I last, F f) { for (; first != last; ++first) if (f(*first)) return true; return false; }
template <typename I> I max_element(I first, I last) { I best = first; for (; first != last; ++first) if (*best < *first) best = first; return best; }
template <typename I> I min_element(I first, I last) { I best = first; for (; first != last; ++first) if (*first < *best) best = first; return best; }
template <typename I> void reverse(I first, I last) { while (first != last && first != --last) { swap(*first, *last); ++first; } }
template <typename I, typename J> long long distance(I first, J last) { return last - first; }
template <typename I, typename R> void shuffle(I first, I last, R &&random) {
  for (long long i = last - first - 1; i > 0; i--) { uniform_int_distribution<long long> d(0, i); long long j = d(random); swap(first[i], first[j]); }
}
template <typename T, typename F> void __sift(T *a, long long i, long long n, F before) {
  T moved = a[i];
  for (long long child = 2 * i + 1; child < n; child = 2 * i + 1) {
    if (child + 1 < n && before(a[child], a[child + 1])) child++;
    if (!before(moved, a[child])) break;
    a[i] = a[child]; i = child;
  }
  a[i] = moved;
}
template <typename T, typename F> void sort(T *first, T *last, F before) {
  long long n = last - first;
  for (long long i = n / 2 - 1; i >= 0; i--) __sift(first, i, n, before);
  for (long long end = n - 1; end > 0; end--) { swap(first[0], first[end]); __sift(first, 0, end, before); }
}
template <typename T> void sort(T *first, T *last) { sort(first, last, [](const T &a, const T &b) { return a < b; }); }
template <typename T, typename F> void stable_sort(T *first, T *last, F before) {
  for (T *i = first + 1; i < last; i++) { T moved = *i; T *j = i; for (; j != first && before(moved, *(j - 1)); j--) *j = *(j - 1); *j = moved; }
}
template <typename T> bool is_sorted(T *first, T *last) { for (; first + 1 < last; first++) if (*(first + 1) < *first) return false; return true; }
template <typename T> struct less { bool operator()(const T &a, const T &b) const { return a < b; } };
template <typename T> struct greater { bool operator()(const T &a, const T &b) const { return b < a; } };
template <typename T, typename U> U exchange(T &place, U value) { U before = place; place = value; return before; }
`;

/** Values of the engine and of the distributions as the standard, and for the distributions libstdc++, define them. */
const RANDOM = `
struct random_device { random_device() {} unsigned operator()() { __note_random(); return 5489u; } };
struct mt19937 {
  unsigned __state[624]; int __next;
  typedef unsigned result_type;
  mt19937() { seed(5489u); }
  mt19937(unsigned value) { seed(value); }
  void seed(unsigned value) { __state[0] = value; for (int i = 1; i < 624; i++) __state[i] = 1812433253u * (__state[i - 1] ^ (__state[i - 1] >> 30)) + i; __next = 624; }
  static unsigned min() { return 0; }
  static unsigned max() { return 4294967295u; }
  unsigned operator()() { return __mt19937(__state, &__next); }
};
struct minstd_rand {
  unsigned __state;
  minstd_rand() : __state(1) {}
  minstd_rand(unsigned value) : __state(value % 2147483647u == 0 ? 1 : value % 2147483647u) {}
  unsigned operator()() { __state = (unsigned)(__state * 48271ull % 2147483647ull); return __state; }
  static unsigned min() { return 1; }
  static unsigned max() { return 2147483646u; }
};
struct minstd_rand0 {
  unsigned __state;
  minstd_rand0() : __state(1) {}
  minstd_rand0(unsigned value) : __state(value % 2147483647u == 0 ? 1 : value % 2147483647u) {}
  void seed(unsigned value) { __state = value % 2147483647u == 0 ? 1 : value % 2147483647u; }
  unsigned operator()() { __state = (unsigned)(__state * 16807ull % 2147483647ull); return __state; }
  static unsigned min() { return 1; }
  static unsigned max() { return 2147483646u; }
};
typedef minstd_rand0 default_random_engine;
template <typename T, typename R> T __canonical(R &random) {
  double range = (double)R::max() - R::min() + 1;
  if (sizeof(T) == 4) {
    T value = (T)(random() - R::min()) / (T)range;
    return value >= (T)1 ? (T)0.999999940395355224609375 : value;
  }
  double low = random() - R::min(); double high = random() - R::min();
  double value = (low + high * range) / (range * range);
  return value >= 1.0 ? 0.99999999999999988897769753748 : value;
}
template <typename T = double> struct uniform_real_distribution {
  T __low, __high;
  uniform_real_distribution() : __low(0), __high(1) {}
  uniform_real_distribution(T low, T high) : __low(low), __high(high) {}
  template <typename R> T operator()(R &random) { return __canonical<T>(random) * (__high - __low) + __low; }
};
template <typename T = int> struct uniform_int_distribution {
  T __low, __high;
  uniform_int_distribution() : __low(0), __high(2147483647) {}
  uniform_int_distribution(T low, T high) : __low(low), __high(high) {}
  template <typename R> T operator()(R &random) {
    unsigned long long range = (unsigned long long)__high - (unsigned long long)__low;
    unsigned long long most = (unsigned long long)R::max() - R::min();
    unsigned long long drawn;
    if (range > most) {
      uniform_int_distribution<unsigned long long> upper(0, range / (most + 1));
      unsigned long long scaled;
      do { scaled = (most + 1) * upper(random); drawn = scaled + (random() - R::min()); } while (drawn > range || drawn < scaled);
    } else if (range == most) {
      drawn = random() - R::min();
    } else if (most == 4294967295ull) {
      unsigned size = (unsigned)range + 1;
      unsigned long long product = (unsigned long long)random() * size;
      unsigned low = (unsigned)product;
      if (low < size) {
        unsigned threshold = (0u - size) % size;
        while (low < threshold) { product = (unsigned long long)random() * size; low = (unsigned)product; }
      }
      drawn = product >> 32;
    } else {
      unsigned long long scaling = most / (range + 1);
      do { drawn = random() - R::min(); } while (drawn >= (range + 1) * scaling);
      drawn /= scaling;
    }
    return (T)((unsigned long long)__low + drawn);
  }
};
template <typename T = double> struct normal_distribution {
  T __mean, __deviation, __saved; bool __hasSaved;
  normal_distribution() : __mean(0), __deviation(1), __hasSaved(false) {}
  normal_distribution(T mean, T deviation) : __mean(mean), __deviation(deviation), __hasSaved(false) {}
  template <typename R> T operator()(R &random) {
    if (__hasSaved) { __hasSaved = false; return __saved * __deviation + __mean; }
    T x, y, r;
    do { x = (T)2 * __canonical<T>(random) - (T)1; y = (T)2 * __canonical<T>(random) - (T)1; r = x * x + y * y; } while (r > (T)1 || r == (T)0);
    T scale = sqrt((T)-2 * log(r) / r);
    __saved = x * scale; __hasSaved = true;
    return y * scale * __deviation + __mean;
  }
};
struct bernoulli_distribution { double __p; bernoulli_distribution(double p = 0.5) : __p(p) {} template <typename R> bool operator()(R &random) { return __canonical<double>(random) < __p; } };
`;

/** The clock of the host stands still: what it says is not a number. */
const CLOCKS = `
template <long long N, long long D = 1> struct ratio { static constexpr long long num = N; static constexpr long long den = D; };
typedef ratio<1, 1000> milli;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000000000> nano;
namespace chrono {
template <typename T, typename P = ratio<1, 1>> struct duration {
  typedef T rep; typedef P period;
  T __count;
  duration() : __count(0) {}
  duration(T count) : __count(count) {}
  template <typename U, typename Q> duration(const duration<U, Q> &o) { __count = (T)(o.__count * ((double)Q::num * P::den / ((double)Q::den * P::num))); }
  T count() const { __note_time(); return __count; }
  duration operator+(const duration &o) const { return duration(__count + o.__count); }
  duration operator-(const duration &o) const { return duration(__count - o.__count); }
  duration operator/(int n) const { return duration(__count / n); }
  duration &operator+=(const duration &o) { __count = __count + o.__count; return *this; }
  bool operator<(const duration &o) const { return __count < o.__count; }
};
typedef duration<long long, ratio<1, 1000000000>> nanoseconds;
typedef duration<long long, ratio<1, 1000000>> microseconds;
typedef duration<long long, ratio<1, 1000>> milliseconds;
typedef duration<long long, ratio<1, 1>> seconds;
typedef duration<long long, ratio<60, 1>> minutes;
struct time_point {
  double __at;
  nanoseconds time_since_epoch() const { __note_time(); return nanoseconds(0); }
  duration<double, ratio<1, 1000000000>> operator-(const time_point &o) const { __note_time(); return duration<double, ratio<1, 1000000000>>(__at - o.__at); }
};
struct steady_clock { typedef chrono::time_point time_point; typedef chrono::nanoseconds duration; static time_point now() { __note_time(); time_point t; t.__at = 0; return t; } };
struct high_resolution_clock { typedef chrono::time_point time_point; typedef chrono::nanoseconds duration; static time_point now() { __note_time(); time_point t; t.__at = 0; return t; } };
struct system_clock { typedef chrono::time_point time_point; typedef chrono::nanoseconds duration; static time_point now() { __note_time(); time_point t; t.__at = 0; return t; } };
template <typename D, typename T, typename P> D duration_cast(const duration<T, P> &d) { return D(d); }
}
typedef chrono::steady_clock steady_clock;
typedef chrono::high_resolution_clock high_resolution_clock;
typedef chrono::system_clock system_clock;
typedef chrono::nanoseconds nanoseconds;
typedef chrono::microseconds microseconds;
typedef chrono::milliseconds milliseconds;
template <typename T, typename P = ratio<1, 1>> using duration = chrono::duration<T, P>;
template <typename D, typename T, typename P> D duration_cast(const chrono::duration<T, P> &d) { return D(d); }
int gettimeofday(timeval *t, void *zone) { __note_time(); t->tv_sec = 0; t->tv_usec = 0; return 0; }
int clock_gettime(int which, timespec *t) { __note_time(); t->tv_sec = 0; t->tv_nsec = 0; return 0; }
int timespec_get(timespec *t, int base) { __note_time(); t->tv_sec = 0; t->tv_nsec = 0; return base; }
`;

const RUNTIME = `
int cudaMallocPitch(void *pointer, size_t *pitch, size_t width, size_t height) { *pitch = (width + 511) / 512 * 512; return cudaMalloc((void **)pointer, *pitch * height); }
int cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, int kind) {
  for (size_t row = 0; row < height; row++) cudaMemcpy((char *)to + row * toPitch, (const char *)from + row * fromPitch, width, kind);
  return 0;
}
int cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, int kind, cudaStream_t stream = 0) { return cudaMemcpy2D(to, toPitch, from, fromPitch, width, height, kind); }
int cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) { for (size_t row = 0; row < height; row++) cudaMemset((char *)to + row * pitch, value, width); return 0; }
int cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0) { return cudaMemset2D(to, pitch, value, width, height); }
int cudaChooseDevice(int *device, const cudaDeviceProp *wanted) { *device = 0; return 0; }
int cudaDeviceGetStreamPriorityRange(int *least, int *greatest) { *least = 0; *greatest = -5; return 0; }
int cudaDriverGetVersion(int *version) { *version = 12000; return 0; }
int cudaRuntimeGetVersion(int *version) { *version = 12000; return 0; }
int cudaDeviceCanAccessPeer(int *can, int device, int peer) { *can = 0; return 0; }
int nvtxRangePushA(const char *name) { return 0; }
int nvtxRangePush(const char *name) { return 0; }
int nvtxRangePop() { return 0; }
void nvtxMarkA(const char *name) {}
int checkCudaErrors(int error) {
  if (error != 0) { fprintf(stderr, "CUDA error %d (%s)\\n", error, cudaGetErrorString(error)); exit(1); }
  return error;
}
void getLastCudaError(const char *message) { int error = cudaGetLastError(); if (error != 0) { fprintf(stderr, "%s: CUDA error %d (%s)\\n", message, error, cudaGetErrorString(error)); exit(1); } }
int findCudaDevice(int argc, const char **argv) { return 0; }
int gpuGetMaxGflopsDeviceId() { return 0; }
bool checkCmdLineFlag(int argc, const char **argv, const char *name) { return false; }
int getCmdLineArgumentInt(int argc, const char **argv, const char *name) { return 0; }
bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **text) { return false; }
`;

const TEXTS = `
char *strcpy(char *to, const char *from) { memcpy(to, from, strlen(from) + 1); return to; }
char *strncpy(char *to, const char *from, size_t n) { size_t i = 0; for (; i < n && from[i]; i++) to[i] = from[i]; for (; i < n; i++) to[i] = 0; return to; }
char *strcat(char *to, const char *from) { strcpy(to + strlen(to), from); return to; }
char *strdup(const char *from) { char *to = (char *)malloc(strlen(from) + 1); return strcpy(to, from); }
char *strchr(const char *text, int c) { for (; *text; text++) if (*text == c) return (char *)text; return nullptr; }
char *strstr(const char *text, const char *part) { size_t n = strlen(part); for (; *text; text++) if (strncmp(text, part, n) == 0) return (char *)text; return nullptr; }
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
int isalpha(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *a = (char *)base; char *moved = (char *)malloc(size);
  for (size_t i = 1; i < count; i++) {
    memcpy(moved, a + i * size, size);
    size_t j = i;
    for (; j > 0 && compare(a + (j - 1) * size, moved) > 0; j--) memcpy(a + j * size, a + (j - 1) * size, size);
    memcpy(a + j * size, moved, size);
  }
  free(moved);
}
`;

export const PRELUDE_TEXT = [ENUMS, STRUCTS, CONTAINERS, STRINGS, RANDOM, ALGORITHMS, CLOCKS, TEXTS, RUNTIME].join("\n");
