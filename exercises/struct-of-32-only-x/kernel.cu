__global__ void readParticles(const float* particles, int count) {
  const int item = blockIdx.x * blockDim.x + threadIdx.x;
  if (item >= count) return;
  const float x = particles[{{address(item, 0, count)}}];
  // Most kernels stop here; this one needs the other seven fields, too.
  float rest[7];
  for (int field = 1; field < 8; field++) rest[field - 1] = particles[{{address(item, field, count)}}];
}
