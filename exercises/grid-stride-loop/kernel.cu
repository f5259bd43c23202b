__global__ void copy(const float* in, float* out, int n) {
  const int count = {{times()}};
  for (int pass = 0; pass < count; pass++) {
    const int i = {{element(pass)}};
    if (i >= 0) out[i] = in[i];
  }
}
