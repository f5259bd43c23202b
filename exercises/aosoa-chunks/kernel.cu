constexpr int FIELDS = 6;

__global__ void readParticles(const float* particles, int count) {
  const int item = blockIdx.x * blockDim.x + threadIdx.x;
  if (item >= count) return;
  float particle[FIELDS];
  for (int field = 0; field < FIELDS; field++) particle[field] = particles[{{address(item, field)}}];
  // What follows works in registers.
}
