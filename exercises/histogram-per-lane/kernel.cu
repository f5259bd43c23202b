constexpr int BINS = 16;
constexpr int THREADS = 64;

__global__ void addToHistograms(const float* saved, const float* weights, float* out, int items, int passes, const int* binOf) {
  __shared__ float counters[{{words}}];
  const int owner = threadIdx.x;
  for (int bin = 0; bin < BINS; bin++) {
    counters[{{counter(bin, owner)}}] = saved[(blockIdx.x * BINS + bin) * THREADS + owner];
  }
  // No barrier: a thread meets no counter but its own.
  for (int pass = 0; pass < passes; pass++) {
    const int item = (blockIdx.x * passes + pass) * THREADS + owner;
    if (item >= items) break;
    const float weight = weights[item];
    const int bin = binOf[item];
    counters[{{counter(bin, owner)}}] += weight;
  }
  for (int bin = 0; bin < BINS; bin++) {
    out[(blockIdx.x * BINS + bin) * THREADS + owner] = counters[{{counter(bin, owner)}}];
  }
}
