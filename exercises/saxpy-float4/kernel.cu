__global__ void saxpy(float a, const float* x, float* y, int n) {
  const int count = {{times()}};
  for (int pass = 0; pass < count; pass++) {
    const int i = {{vector(pass)}};
    if (i < 0) continue;
    const float4 factor = reinterpret_cast<const float4&>(x[i]);
    float4 sum = reinterpret_cast<const float4&>(y[i]);
    sum.x += a * factor.x;
    sum.y += a * factor.y;
    sum.z += a * factor.z;
    sum.w += a * factor.w;
    reinterpret_cast<float4&>(y[i]) = sum;
  }
}
