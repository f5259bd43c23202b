__global__ void k(const unsigned* in, unsigned* out) {
  memcpy(&out[threadIdx.x], &in[threadIdx.x], sizeof(unsigned));
}
