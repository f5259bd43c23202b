constexpr int kRows = 32;

__global__ void saxpyVectors(const float* a, const float* x, const float* y, float* out, int rows, int columns) {
  int column = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (column >= columns) return;
  float4 factor = *(const float4*)(a + column);
  int first = blockIdx.y * kRows;
  for (int row = first; row < rows && row < first + kRows; row++) {
    int at = row * columns + column;
    float4 l = *(const float4*)(x + at), r = *(const float4*)(y + at);
    *(float4*)(out + at) = make_float4(factor.x * l.x + r.x, factor.y * l.y + r.y, factor.z * l.z + r.z, factor.w * l.w + r.w);
  }
}

void saxpyColumns(const float* a, const float* x, const float* y, float* out, int rows, int columns) {
  int vectors = (columns + 3) / 4;
  saxpyVectors<<<dim3((vectors + 63) / 64, (rows + kRows - 1) / kRows), 64>>>(a, x, y, out, rows, columns);
}
