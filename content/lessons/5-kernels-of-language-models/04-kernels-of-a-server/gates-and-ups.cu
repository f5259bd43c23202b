constexpr int d = 1001;

__device__ float silu(float v) { return v / (1 + expf(-v)); }

__global__ void gate(float* out, const float* in) {
  const float* gates = in + blockIdx.x * 2 * d;
  const float* ups = gates + d;
  float* row = out + blockIdx.x * d;
  for (int c = threadIdx.x; c < d; c += blockDim.x) {
    row[c] = silu(gates[c]) * ups[c];
  }
}
