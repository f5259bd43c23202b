import type { StandIn } from "./stand-in.ts";

const REPORT = `void __reportCudaError(cudaError_t error, const char *call, int line) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "CUDA error %d in line %d, %s: %s\\n", (int)error, line, call, cudaGetErrorString(error));
  exit(EXIT_FAILURE);
}`;

/** Macros around calls of the runtime, as books, courses and projects name them. */
const CHECKS = [
  "CHECK", "CHECK_CUDA", "CUDA_CHECK", "CHECK_ERROR", "CHECK_CUDA_ERROR", "HANDLE_ERROR", "ERROR_CHECK", "CUDA_CALL", "CUDA_ERROR_CHECK", "CUDACHECK",
  "CUDA_CHECK_RETURN", "CUDA_SAFE_CALL", "CUDA_CHECK_ERROR", "GPU_CHECK", "SAFE_CALL", "checkCuda", "checkCudaError", "cudaCheck", "cudaCheckError",
  "gpuErrchk", "gpuErrorCheck", "gpuCheck", "cudaSafeCall", "CudaSafeCall", "cutilSafeCall", "cutilSafeCallNoSync", "CUDA_SAFE_CALL_NO_SYNC",
].map((name) => `#define ${name}(...) __reportCudaError((cudaError_t)(__VA_ARGS__ + 0), #__VA_ARGS__, __LINE__)`); // prettier-ignore

const SECONDS = ["seconds", "cpuSecond", "cpuSeconds", "get_time", "getTime", "wtime", "get_walltime"].map(
  (name) => `double ${name}() { __note_time(); return 0; }`,
);

const GPU_TIMER = `struct GpuTimer {
  void Start() { __note_time(); }
  void Stop() {}
  float Elapsed() { return 0; }
};`;

const CHECKED_COMPARISON = `template <typename T> void checkResultsExact(const T *const expected, const T *const found, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (expected[i] != found[i]) { std::cerr << "Element " << i << " differs: " << +expected[i] << " and " << +found[i] << std::endl; exit(1); }
}
template <typename T> void checkResultsEps(const T *const expected, const T *const found, size_t count, double most, double share) {
  size_t different = 0;
  for (size_t i = 0; i < count; i++) if (fabs((double)expected[i] - (double)found[i]) > most) different++;
  if (different > share * count) { std::cerr << different << " elements differ" << std::endl; exit(1); }
}`;

const DATA = [
  `void initialData(float *values, int count) { for (int i = 0; i < count; i++) values[i] = (rand() & 0xff) / 10.0f; }`,
  `void initialInt(int *values, int count) { for (int i = 0; i < count; i++) values[i] = rand() & 0xff; }`,
  `void initialData_int(int *values, int count) { for (int i = 0; i < count; i++) values[i] = rand() & 0xff; }`,
  `void printMatrix(float *values, const int columns, const int rows) {
  for (int y = 0; y < rows; y++) { for (int x = 0; x < columns; x++) printf("%6.2f ", values[y * columns + x]); printf("\\n"); }
}`,
  `void initDevice(int device) {}`,
  `void device_name() {}`,
  `void checkResult(float *expected, float *found, const int count) {
  for (int i = 0; i < count; i++)
    if (fabs(expected[i] - found[i]) > 1e-5 * (1 + fabs(expected[i]))) { printf("Element %d differs: %f and %f\\n", i, expected[i], found[i]); return; }
  printf("The results are the same.\\n");
}`,
];

/** Files with checks, timers and test data, in the names that most give them: what one of them defines, another one may, too. */
export const HELPERS: StandIn = {
  headers: [
    "common.h", "common.cuh", "common.hpp", "cuda_common.cuh", "cuda_common.h", "freshman.h", "error.cuh", "error.h", "errors.h", "err.h", "check.h", "check.cuh",
    "cuda_check.h", "cudacheck.h", "cuda_error.h", "error_check.h", "handle_error.h", "macros.h", "macro.h", "utils.h", "utils.cuh", "util.h", "util.cuh",
    "utility.h", "cuda_utils.h", "cuda_utils.cuh", "cuda_util.h", "cudautils.h", "cudautil.h", "gpu_utils.h", "helper.h", "helper.cuh", "helpers.h", "cuda_helper.h",
    "cuda_helpers.h", "cuda_helper.cuh", "gpuerrchk.h", "gputimer.h", "gpu_timer.h", "timer.h", "timer.cuh", "timing.h",
  ], // prettier-ignore
  definitions: [
    REPORT,
    ...CHECKS,
    ...SECONDS,
    GPU_TIMER,
    `void StartTimer() { __note_time(); }
double GetTimer() { return 0; }`,
    CHECKED_COMPARISON,
    ...DATA,
    ...["CEIL_DIV", "DIVUP", "DIV_UP", "iDivUp", "cdiv"].map((name) => `#define ${name}(a, b) (((a) + (b) - 1) / (b))`),
  ],
};

/** "book.h" of CUDA by Example, with its pictures. */
export const BOOK: StandIn = {
  headers: ["book.h", "cpu_bitmap.h", "cpu_anim.h"],
  says: "pictures are not shown, and of an animation one frame is run",
  definitions: [
    REPORT,
    ...CHECKS.filter((text) => text.includes("HANDLE_ERROR")),
    `#define HANDLE_NULL(pointer) do { if ((pointer) == nullptr) { printf("no memory in line %d\\n", __LINE__); exit(EXIT_FAILURE); } } while (0)`,
    `void *big_random_block(int size) {
  unsigned char *bytes = (unsigned char *)malloc(size);
  for (int i = 0; i < size; i++) bytes[i] = rand();
  return bytes;
}
int *big_random_block_int(int size) {
  int *values = (int *)malloc(size * sizeof(int));
  for (int i = 0; i < size; i++) values[i] = rand();
  return values;
}`,
    `__device__ unsigned char value(float low, float high, int hue) {
  hue = (hue % 360 + 360) % 360;
  float share = hue < 60 ? hue / 60.0f : hue < 180 ? 1.0f : hue < 240 ? (240 - hue) / 60.0f : 0.0f;
  return (unsigned char)(255 * (low + (high - low) * share));
}
__global__ void float_to_color(unsigned char *picture, const float *values) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y, at = x + y * blockDim.x * gridDim.x;
  float light = values[at], high = light <= 0.5f ? 2 * light : 1, low = 2 * light - high;
  int hue = (180 + (int)(360 * light)) % 360;
  picture[at * 4 + 0] = value(low, high, hue + 120);
  picture[at * 4 + 1] = value(low, high, hue);
  picture[at * 4 + 2] = value(low, high, hue - 120);
  picture[at * 4 + 3] = 255;
}
__global__ void float_to_color(uchar4 *picture, const float *values) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y, at = x + y * blockDim.x * gridDim.x;
  float light = values[at], high = light <= 0.5f ? 2 * light : 1, low = 2 * light - high;
  int hue = (180 + (int)(360 * light)) % 360;
  picture[at] = make_uchar4(value(low, high, hue + 120), value(low, high, hue), value(low, high, hue - 120), 255);
}`,
    `struct CPUBitmap {
  unsigned char *pixels; int x, y; void *dataBlock; void (*bitmapExit)(void *);
  CPUBitmap(int width, int height, void *data = nullptr) { pixels = (unsigned char *)malloc(width * height * 4); x = width; y = height; dataBlock = data; bitmapExit = nullptr; }
  unsigned char *get_ptr() const { return pixels; }
  long image_size() const { return x * y * 4; }
  void display_and_exit(void (*end)(void *) = nullptr) { if (end != nullptr) end(dataBlock); }
};`,
    `struct CPUAnimBitmap {
  unsigned char *pixels; int width, height; void *dataBlock;
  CPUAnimBitmap(int w, int h, void *data = nullptr) { pixels = (unsigned char *)malloc(w * h * 4); width = w; height = h; dataBlock = data; }
  unsigned char *get_ptr() const { return pixels; }
  long image_size() const { return width * height * 4; }
  template <typename F, typename E> void anim_and_exit(F frame, E end) { frame(dataBlock, 1); if (end != nullptr) end(dataBlock); }
};`,
  ],
};

/** "support.h" of Illinois's course on applied parallel programming. */
export const SUPPORT: StandIn = {
  headers: ["support.h", "support.cu"],
  says: "`verify` compares nothing",
  definitions: [
    `struct Timer { struct timeval startTime; struct timeval endTime; };
void startTime(Timer *timer) { __note_time(); }
void stopTime(Timer *timer) {}
float elapsedTime(Timer timer) { return 0; }`,
    `#define FATAL(...) do { fprintf(stderr, "line %d: ", __LINE__); fprintf(stderr, __VA_ARGS__); exit(-1); } while (0)`,
    `void initVector(unsigned int **vector, unsigned int size, unsigned int bins) {
  *vector = (unsigned int *)malloc(size * sizeof(unsigned int));
  for (unsigned int i = 0; i < size; i++) (*vector)[i] = rand() % bins;
}`,
    `void initVector(float **vector, unsigned int size) {
  *vector = (float *)malloc(size * sizeof(float));
  for (unsigned int i = 0; i < size; i++) (*vector)[i] = rand() % 100 / 100.0f;
}`,
    `template <typename... T> void verify(T... given) { printf("verify: nothing is compared here.\\n"); }`,
  ],
};

/** "cutil.h" of the first CUDA SDKs. */
export const CUTIL: StandIn = {
  headers: ["cutil.h", "cutil_inline.h", "cutil_inline_runtime.h", "shrutils.h", "shrqatest.h"],
  definitions: [
    REPORT,
    ...CHECKS.filter((text) => /cutilSafeCall|CUDA_SAFE_CALL/.test(text)),
    `enum CUTBoolean { CUTFalse, CUTTrue };
int cutCreateTimer(unsigned int *timer) { *timer = 1; return CUTTrue; }
int cutStartTimer(unsigned int timer) { __note_time(); return CUTTrue; }
int cutStopTimer(unsigned int timer) { return CUTTrue; }
int cutResetTimer(unsigned int timer) { return CUTTrue; }
int cutDeleteTimer(unsigned int timer) { return CUTTrue; }
float cutGetTimerValue(unsigned int timer) { return 0; }
float cutGetAverageTimerValue(unsigned int timer) { return 0; }
bool cutCheckCmdLineFlag(int argc, const char **argv, const char *name) { return false; }
bool cutGetCmdLineArgumenti(int argc, const char **argv, const char *name, int *value) { return false; }
int cutGetMaxGflopsDeviceId() { return 0; }
bool cutComparefe(const float *expected, const float *found, unsigned int count, float most) {
  for (unsigned int i = 0; i < count; i++) if (fabs(expected[i] - found[i]) > most) return false;
  return true;
}
bool cutCompareL2fe(const float *expected, const float *found, unsigned int count, float most) { return cutComparefe(expected, found, count, most); }
#define CUT_DEVICE_INIT(...) ((void)0)
#define cutilDeviceInit(...) ((void)0)
#define CUT_SAFE_CALL(call) ((void)(call))
#define cutilCheckError(call) ((void)(call))
#define CUT_CHECK_ERROR(message) getLastCudaError(message)
#define cutilCheckMsg(message) getLastCudaError(message)
#define cutilThreadSynchronize() cudaDeviceSynchronize()
#define cutilDeviceSynchronize() cudaDeviceSynchronize()
#define CUT_EXIT(...) ((void)0)
#define cutilExit(...) ((void)0)
#define CUT_BANK_CHECKER(array, index) array[index]
#define shrLog printf`,
  ],
};

/** Comparisons of "helper_functions.h"; the lab's runtime has the rest of what NVIDIA's samples share. */
export const SAMPLES: StandIn = {
  headers: ["helper_cuda.h", "helper_functions.h", "helper_timer.h", "helper_string.h", "helper_image.h", "exception.h"],
  definitions: [
    `bool sdkCompareL2fe(const float *expected, const float *found, const unsigned int count, const float most) {
  float error = 0, sum = 0;
  for (unsigned int i = 0; i < count; i++) { float difference = expected[i] - found[i]; error += difference * difference; sum += expected[i] * expected[i]; }
  return sum > 0 && sqrtf(error / sum) < most;
}
template <typename T, typename S> bool compareData(const T *expected, const T *found, const unsigned int count, const S most, const float share) {
  unsigned int different = 0;
  for (unsigned int i = 0; i < count; i++) if (fabs((double)expected[i] - (double)found[i]) > most) different++;
  return different <= share * count;
}`,
    ...[
      ["MAX", ">"],
      ["MIN", "<"],
    ].map(([name, sign]) => `#define ${name}(a, b) (a ${sign} b ? a : b)`),
    `int _ConvertSMVer2Cores(int major, int minor) { return major == 8 && minor == 0 ? 64 : 128; }`,
  ],
};
