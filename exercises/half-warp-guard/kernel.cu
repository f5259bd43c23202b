__global__ void addHalves(const float* in, float* out, int pairs) {
  const int i = {{pair()}};
  if (i >= 0) out[i] = in[i] + in[pairs + i];
}
