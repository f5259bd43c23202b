struct Pair { float key, value; };
__global__ void k(const Pair* in, float* out) {
  Pair own = in[threadIdx.x];
  out[threadIdx.x] = own.key;
}
