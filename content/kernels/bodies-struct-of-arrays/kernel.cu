struct Bodies {
  float *x, *y, *z;
  const float *vx, *vy, *vz;
};

__global__ void drift(Bodies bodies, int count, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  bodies.x[i] += bodies.vx[i] * dt;
  bodies.y[i] += bodies.vy[i] * dt;
  bodies.z[i] += bodies.vz[i] * dt;
}
