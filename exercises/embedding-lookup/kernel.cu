__global__ void lookUp(const float* table, float* out, int tokens, int dim, int vocabulary, const int* ids) {
  const int count = {{passes()}};
  for (int pass = 0; pass < count; pass++) {
    const int from = {{read(pass)}};
    const int to = {{write(pass)}};
    if (from >= 0 && to >= 0) reinterpret_cast<float4&>(out[to]) = reinterpret_cast<const float4&>(table[from]);
  }
}
