constexpr int TILE = 32;

__global__ void multiply(const float* a, const float* b, float* c, int rows, int columns, int inner) {
  __shared__ float tileA[TILE * TILE];
  __shared__ float tileB[TILE * TILE];
  const int to = {{write()}};
  float sum = 0;
  for (int step = 0; step * TILE < inner; step++) {
    const int i = {{readA(step)}};
    const int inA = {{toA(step)}};
    if (i >= 0 && inA >= 0) tileA[inA] = a[i];
    const int j = {{readB(step)}};
    const int inB = {{toB(step)}};
    if (j >= 0 && inB >= 0) tileB[inB] = b[j];
    __syncthreads();
    const int terms = min(TILE, inner - step * TILE);
    if (to >= 0) {
      for (int k = 0; k < terms; k++) sum += tileA[{{fromA(k)}}] * tileB[{{fromB(k)}}];
    }
    __syncthreads();
  }
  if (to >= 0) c[to] = sum;
}
