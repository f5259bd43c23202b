// Which accesses beyond an array a GPU notices. Each case runs in a process of its own, because a fault ends all that the process may ask of
// the device. Prints `space,bytes,beyond,code,name`: the array's size, how many bytes beyond its last element an int is stored (before its first
// one, if negative), and the error of the next synchronization.
//
//   nvcc -O1 -arch=native -o faults faults.cu && ./faults > faults-h200.csv
#include <cstdio>
#include <cstdlib>
#include <string>

__global__ void store(char* array, long at) { *reinterpret_cast<int*>(array + at) = 7; }

template <int kInts>
__global__ void storeShared(long at, int* out) {
  __shared__ int array[kInts];
  array[threadIdx.x % kInts] = threadIdx.x;
  __syncthreads();
  array[at] = 7;
  __syncthreads();
  out[threadIdx.x] = array[threadIdx.x % kInts];
}

template <int kInts>
void launchShared(long bytes, long beyond, int* out) {
  if (bytes == 4 * kInts) storeShared<kInts><<<1, 32>>>(kInts - 1 + beyond / 4, out);
}

void one(const std::string& space, long bytes, long beyond) {
  char* array;
  cudaMalloc(&array, space == "global" ? bytes : 4096);
  if (space == "global") {
    store<<<1, 1>>>(array, beyond < 0 ? beyond : bytes - 4 + beyond);
  } else {
    int* out = reinterpret_cast<int*>(array);
    launchShared<10>(bytes, beyond, out);
    launchShared<60>(bytes, beyond, out);
    launchShared<256>(bytes, beyond, out);
    launchShared<1000>(bytes, beyond, out);
  }
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s,%ld,%ld,%d,%s\n", space.c_str(), bytes, beyond, int(error), cudaGetErrorName(error));
}

int main(int count, char** words) {
  if (count == 4) return one(words[1], atol(words[2]), atol(words[3])), 0;
  printf("space,bytes,beyond,code,name\n");
  auto run = [&](const char* space, long bytes, long beyond) {
    fflush(stdout);
    std::string command = std::string(words[0]) + " " + space + " " + std::to_string(bytes) + " " + std::to_string(beyond);
    if (system(command.c_str()) != 0) fprintf(stderr, "failed: %s\n", command.c_str());
  };
  for (long bytes : {40, 240, 1024, 4000})
    for (long beyond : {0, 4, 12, 16, 20, 84, 88, 92, 96, 100, 128, 256, 4096, 65536}) run("shared", bytes, beyond);
  const long kMiB = 1 << 20;
  for (long bytes : {1000L, 2 * kMiB, 2 * kMiB + 4, 3 * kMiB, 64 * kMiB})
    for (long beyond : {4L, 1024L, kMiB, 2 * kMiB, 4 * kMiB, 32 * kMiB, 64 * kMiB, 128 * kMiB, 256 * kMiB, 1024 * kMiB, -4L, -2 * kMiB, -32 * kMiB, -64 * kMiB, -256 * kMiB, -1024 * kMiB})
      run("global", bytes, beyond);
}
