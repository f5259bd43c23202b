import { CUDA_ERRORS } from "../../launch/cuda-error.ts";

/** Names of numbers. */
const ENUMS = `
enum { ${CUDA_ERRORS.map(({ name, code }) => `${name} = ${code}`).join(", ")} };
enum { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
enum { cudaMemAttachGlobal = 1, cudaMemAttachHost = 2 };
enum { cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2, cudaHostAllocWriteCombined = 4 };
enum { cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2 };
enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
enum { cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2 };
enum { cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2, cudaDeviceScheduleBlockingSync = 4, cudaDeviceBlockingSync = 4, cudaDeviceMapHost = 8 };
enum { cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2 };
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth, cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9, cudaFuncAttributeClusterDimMustBeSet, cudaFuncAttributeRequiredClusterWidth, cudaFuncAttributeRequiredClusterHeight, cudaFuncAttributeRequiredClusterDepth, cudaFuncAttributeNonPortableClusterSizeAllowed };
enum cudaSharedCarveout { cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxShared = 100, cudaSharedmemCarveoutMaxL1 = 0 };
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
enum { EXIT_SUCCESS, EXIT_FAILURE, EXIT_WAIVED };
enum { RAND_MAX = 2147483647 };
enum { EOF = -1 };
enum { CLOCKS_PER_SEC = 1000000 };
enum { CLOCK_REALTIME, CLOCK_MONOTONIC };
`;

/** Structs, also those of C. */
const STRUCTS = `
typedef int cudaMemcpyKind_t;
struct timeval { long tv_sec; long tv_usec; };
struct timezone { int tz_minuteswest; int tz_dsttime; };
struct timespec { long tv_sec; long tv_nsec; };
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

/** The functions that the lab itself does. A stream or an event may be given as anything. */
const FUNCTIONS = `
int cudaMalloc(void *pointer, size_t bytes);
int cudaMallocAsync(void *pointer, size_t bytes, cudaStream_t stream);
int cudaMallocPitch(void *pointer, size_t *pitch, size_t width, size_t height);
int cudaMallocManaged(void *pointer, size_t bytes, unsigned flags = 1);
int cudaMallocHost(void *pointer, size_t bytes, unsigned flags = 0);
int cudaHostAlloc(void *pointer, size_t bytes, unsigned flags = 0);
int cudaFree(void *pointer);
int cudaFreeHost(void *pointer);
int cudaHostGetDevicePointer(void *pointer, void *memory, unsigned flags = 0);
int cudaHostRegister(void *memory, size_t bytes, unsigned flags = 0);
int cudaHostUnregister(void *memory);
int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
template <typename... S> int cudaMemcpyAsync(void *to, const void *from, size_t bytes, int kind, S... stream);
int cudaMemset(void *to, int value, size_t bytes);
template <typename... S> int cudaMemsetAsync(void *to, int value, size_t bytes, S... stream);
template <typename T> int cudaMemcpyToSymbol(T &symbol, const void *from, size_t bytes, size_t offset = 0, int kind = 1);
template <typename T> int cudaMemcpyFromSymbol(void *to, T &symbol, size_t bytes, size_t offset = 0, int kind = 2);
template <typename T> int cudaGetSymbolAddress(void *pointer, T &symbol);
template <typename... S> int cudaMemPrefetchAsync(const void *memory, size_t bytes, S... device);
template <typename... S> int cudaMemAdvise(const void *memory, size_t bytes, int advice, S... device);
int cudaMemGetInfo(size_t *free, size_t *total);
int cudaGetLastError();
int cudaPeekAtLastError();
const char *cudaGetErrorString(int error);
const char *cudaGetErrorName(int error);
int cudaDeviceSynchronize();
int cudaThreadSynchronize();
template <typename S> int cudaStreamSynchronize(S stream);
template <typename E> int cudaEventSynchronize(E event);
int cudaEventCreate(cudaEvent_t *event, unsigned flags = 0);
int cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
template <typename E, typename... S> int cudaEventRecord(E event, S... stream);
template <typename E, typename... S> int cudaEventRecordWithFlags(E event, S... stream);
template <typename E> int cudaEventQuery(E event);
template <typename E> int cudaEventDestroy(E event);
template <typename E, typename F> int cudaEventElapsedTime(float *milliseconds, E start, F end);
int cudaStreamCreate(cudaStream_t *stream);
int cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
int cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
template <typename S> int cudaStreamQuery(S stream);
template <typename S, typename E> int cudaStreamWaitEvent(S stream, E event, unsigned flags = 0);
template <typename S> int cudaStreamDestroy(S stream);
int cudaGetDevice(int *device);
int cudaGetDeviceCount(int *count);
int cudaSetDevice(int device);
int cudaSetDeviceFlags(unsigned flags);
int cudaDeviceReset();
int cudaThreadExit();
int cudaDeviceSetCacheConfig(int config);
int cudaDeviceSetSharedMemConfig(int config);
int cudaDeviceSetLimit(int limit, size_t value);
int cudaDeviceEnablePeerAccess(int device, unsigned flags);
int cudaDeviceDisablePeerAccess(int device);
int cudaCtxResetPersistingL2Cache();
template <typename K> int cudaFuncSetAttribute(K kernel, int attribute, int value);
template <typename K> int cudaFuncSetCacheConfig(K kernel, int config);
template <typename K> int cudaFuncSetSharedMemConfig(K kernel, int config);
int cudaProfilerStart();
int cudaProfilerStop();
template <typename P> int cudaGetDeviceProperties(P *properties, int device);
int cudaDeviceGetAttribute(int *value, int attribute, int device);
template <typename K> int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, K kernel, int threads, size_t sharedBytes);
template <typename K> int cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, K kernel, size_t sharedBytes = 0, int most = 0);
`;

/** Functions of others of the runtime. */
const RUNTIME = `
int cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, int kind) {
  for (size_t row = 0; row < height; row++) {
    int error = cudaMemcpy((char *)to + row * toPitch, (const char *)from + row * fromPitch, width, kind);
    if (error != 0) return error;
  }
  return 0;
}
int cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, int kind, cudaStream_t stream = 0) { return cudaMemcpy2D(to, toPitch, from, fromPitch, width, height, kind); }
int cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) { for (size_t row = 0; row < height; row++) cudaMemset((char *)to + row * pitch, value, width); return cudaPeekAtLastError(); }
int cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0) { return cudaMemset2D(to, pitch, value, width, height); }
int cudaChooseDevice(int *device, const cudaDeviceProp *wanted) { *device = 0; return 0; }
int cudaDeviceGetStreamPriorityRange(int *least, int *greatest) { *least = 0; *greatest = -5; return 0; }
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);
typedef void (*cudaHostFn_t)(void *);
int cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned flags) { callback(stream, cudaSuccess, data); return 0; }
int cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) { function(data); return 0; }
int cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) { *config = cudaSharedMemBankSizeFourByte; return 0; }
int cudaDeviceGetLimit(size_t *value, cudaLimit limit) { *value = limit == cudaLimitStackSize ? 1024 : limit == cudaLimitPrintfFifoSize ? 1048576 : 8388608; return 0; }
int cudaMemcpyPeer(void *to, int toDevice, const void *from, int fromDevice, size_t bytes) { return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice); }
int cudaMemcpyPeerAsync(void *to, int toDevice, const void *from, int fromDevice, size_t bytes, cudaStream_t stream = 0) { return cudaMemcpyPeer(to, toDevice, from, fromDevice, bytes); }
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
int cudaFreeAsync(void *pointer, cudaStream_t stream) { return cudaFree(pointer); }
struct StopWatchInterface { int runs; };
bool sdkCreateTimer(StopWatchInterface **timer) { *timer = (StopWatchInterface *)malloc(sizeof(StopWatchInterface)); return true; }
bool sdkStartTimer(StopWatchInterface **timer) { __note_time(); return true; }
bool sdkStopTimer(StopWatchInterface **timer) { return true; }
bool sdkResetTimer(StopWatchInterface **timer) { return true; }
float sdkGetTimerValue(StopWatchInterface **timer) { return 0; }
float sdkGetAverageTimerValue(StopWatchInterface **timer) { return 0; }
bool sdkDeleteTimer(StopWatchInterface **timer) { free(*timer); *timer = nullptr; return true; }
char *sdkFindFilePath(const char *name, const char *program) { return nullptr; }
int gpuDeviceInit(int device) { return 0; }
bool checkCudaCapabilities(int major, int minor) { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); return p.major > major || (p.major == major && p.minor >= minor); }
int findCudaDevice(int argc, const char **argv) { return 0; }
int gpuGetMaxGflopsDeviceId() { return 0; }
const char *__flagOf(const char *argument) { int dashes = 0; while (argument[dashes] == '-') dashes++; return dashes + 1 >= (int)strlen(argument) ? argument : argument + dashes; }
bool __flagBegins(const char *flag, const char *name) {
  for (int i = 0; name[i] != 0; i++) {
    char a = flag[i], b = name[i];
    if (a >= 'A' && a <= 'Z') a += 'a' - 'A';
    if (b >= 'A' && b <= 'Z') b += 'a' - 'A';
    if (a != b) return false;
  }
  return true;
}
const char *__flagValue(int argc, const char **argv, const char *name, bool isFirst) {
  const char *value = nullptr;
  for (int i = 1; i < argc; i++) {
    const char *flag = __flagOf(argv[i]);
    if (!__flagBegins(flag, name)) continue;
    value = flag + strlen(name);
    if (isFirst) return value;
  }
  return value;
}
bool checkCmdLineFlag(int argc, const char **argv, const char *name) {
  for (int i = 1; i < argc; i++) {
    const char *flag = __flagOf(argv[i]);
    if (!__flagBegins(flag, name)) continue;
    char end = flag[strlen(name)];
    if (end == 0 || end == '=') return true;
  }
  return false;
}
int getCmdLineArgumentInt(int argc, const char **argv, const char *name) {
  const char *value = __flagValue(argc, argv, name, false);
  return value == nullptr || *value == 0 ? 0 : atoi(*value == '=' ? value + 1 : value);
}
float getCmdLineArgumentFloat(int argc, const char **argv, const char *name) {
  const char *value = __flagValue(argc, argv, name, false);
  return value == nullptr || *value == 0 ? 0 : (float)atof(*value == '=' ? value + 1 : value);
}
template <typename T> bool getCmdLineArgumentValue(int argc, const char **argv, const char *name, T *result) {
  const char *value = __flagValue(argc, argv, name, true);
  if (value != nullptr && *value != 0) *result = (T)atoi(*value == '=' ? value + 1 : value);
  return value != nullptr;
}
bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **text) {
  const char *value = __flagValue(argc, argv, name, false);
  *text = value == nullptr ? nullptr : (char *)(*value == 0 ? value : value + 1);
  return value != nullptr;
}
`;

/** The declarations of <cuda_runtime.h>, as far as it can be said in C++, and those that NVIDIA's samples add to it. */
export const CUDA_RUNTIME = ENUMS + STRUCTS + FUNCTIONS + RUNTIME;
