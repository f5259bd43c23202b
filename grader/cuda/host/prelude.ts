import { parse } from "../syntax/parse.ts";

/** What the headers of the host declare. */
export const PRELUDE = parse(`
template <typename T> struct vector { T *data; unsigned long long count; unsigned long long capacity; };
enum { cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorAssert = 710 };
enum { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
enum { cudaMemAttachGlobal = 1, cudaHostAllocDefault = 0, cudaHostAllocMapped = 2, cudaStreamNonBlocking = 1, cudaEventDisableTiming = 2 };
typedef long long time_t;
struct cudaDeviceProp {
  char name[256];
  int multiProcessorCount, maxThreadsPerMultiProcessor, maxThreadsPerBlock, warpSize, clockRate, l2CacheSize, major, minor;
  size_t sharedMemPerBlock, sharedMemPerBlockOptin;
};
enum { EXIT_SUCCESS, EXIT_FAILURE };
enum { RAND_MAX = 2147483647 };
`);
