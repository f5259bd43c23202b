__global__ void readStructs(const float* structs, float* out, int count) {
  // structs holds {{stride}} floats for each of count structs.
  const int item = blockIdx.x * blockDim.x + threadIdx.x;
  for (int part = 0; part < 2; part++) {
    const int from = {{vector(part)}};
    const int to = (part * count + item) * 4;
    if (item < count && from >= 0) reinterpret_cast<float4&>(out[to]) = reinterpret_cast<const float4&>(structs[from]);
  }
}
