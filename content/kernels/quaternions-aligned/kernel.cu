struct __align__(16) Quaternion {
  float w, x, y, z;
};

__global__ void normalize(const Quaternion* __restrict__ in, Quaternion* __restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Quaternion q = in[i];
  const float scale = rsqrtf(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  q.w *= scale;
  q.x *= scale;
  q.y *= scale;
  q.z *= scale;
  out[i] = q;
}
