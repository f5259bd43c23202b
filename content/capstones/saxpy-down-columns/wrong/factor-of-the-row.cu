constexpr int kRows = 32;  // that a thread visits

// Thread t has the columns 4 t to 4 t + 3, as one float4.
__global__ void saxpyVectors(const float4* a, const float4* x, const float4* y, float4* out, int rows, int vectors) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= vectors) return;
  float4 factor = a[column];
  int first = blockIdx.y * kRows;
  for (int row = first; row < rows && row < first + kRows; row++) {
    int at = row * vectors + column;
    float4 l = x[at], r = y[at];
    out[at] = make_float4(factor.x * l.x + r.x, factor.x * l.y + r.y, factor.x * l.z + r.z, factor.x * l.w + r.w);
  }
}

// For columns that are no multiple of 4: rows begin at any float.
__global__ void saxpyFloats(const float* a, const float* x, const float* y, float* out, int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  float factor = a[column];
  int first = blockIdx.y * kRows;
  for (int row = first; row < rows && row < first + kRows; row++)
    out[row * columns + column] = factor * x[row * columns + column] + y[row * columns + column];
}

void saxpyColumns(const float* a, const float* x, const float* y, float* out, int rows, int columns) {
  int bands = (rows + kRows - 1) / kRows;
  if (columns % 4 == 0) {
    int vectors = columns / 4;
    saxpyVectors<<<dim3((vectors + 63) / 64, bands), 64>>>((const float4*)a, (const float4*)x, (const float4*)y, (float4*)out, rows, vectors);
  } else {
    saxpyFloats<<<dim3((columns + 63) / 64, bands), 64>>>(a, x, y, out, rows, columns);
  }
}
