// Compares elements `distance` apart and puts them in order, alternating in direction from run to run.
__global__ void exchange(unsigned int* keys, int distance, int run) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int partner = i ^ distance;
  if (partner < i) return;
  const unsigned int a = keys[i], b = keys[partner];
  const bool rising = (i & run) == 0;
  keys[i] = rising ? min(a, b) : max(a, b);
  keys[partner] = rising ? max(a, b) : min(a, b);
}
