__global__ void readParticles(const float* particles, int count) {
  const int item = blockIdx.x * blockDim.x + threadIdx.x;
  if (item >= count) return;
  const float x = particles[{{address(item, 0, count)}}];
  const float y = particles[{{address(item, 1, count)}}];
  const float z = particles[{{address(item, 2, count)}}];
  const float mass = particles[{{address(item, 3, count)}}];
  // What follows works in registers.
}
