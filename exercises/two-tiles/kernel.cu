constexpr int TILE = 32;
constexpr int WARPS = 8;

__global__ void addTransposed(const float* left, const float* right, float* out, int rows, int columns) {
  __shared__ float shared[{{words}}];
  for (int pass = 0; pass < TILE / WARPS; pass++) {
    const int y = threadIdx.y + WARPS * pass;
    const int x = threadIdx.x;
    const int leftRow = blockIdx.x * TILE + y;
    const int leftColumn = blockIdx.y * TILE + x;
    if (leftRow < columns && leftColumn < rows) shared[{{leftWord(y, x)}}] = left[leftRow * rows + leftColumn];
    const int row = blockIdx.y * TILE + y;
    const int column = blockIdx.x * TILE + x;
    if (row < rows && column < columns) shared[{{rightWord(y, x)}}] = right[row * columns + column];
  }
  __syncthreads();
  for (int pass = 0; pass < TILE / WARPS; pass++) {
    const int y = threadIdx.y + WARPS * pass;
    const int x = threadIdx.x;
    const int row = blockIdx.y * TILE + y;
    const int column = blockIdx.x * TILE + x;
    if (row < rows && column < columns) {
      out[row * columns + column] = shared[{{leftWord(x, y)}}] + shared[{{rightWord(y, x)}}];
    }
  }
}
