__global__ void k(int* sum) {
  atomicAdd(sum, 1);
}
