constexpr int RECORDS = 64;
constexpr int FIELDS = 8;

__global__ void recordsToFields(const float* in, float* out, int records) {
  __shared__ float tile[{{words}}];
  const int firstRecord = blockIdx.x * RECORDS;
  for (int item = threadIdx.x; item < RECORDS * FIELDS; item += blockDim.x) {
    const int record = item / FIELDS;
    const int field = item % FIELDS;
    if (firstRecord + record < records) tile[{{word(record, field)}}] = in[(firstRecord + record) * FIELDS + field];
  }
  __syncthreads();
  for (int item = threadIdx.x; item < RECORDS * FIELDS; item += blockDim.x) {
    const int record = item % RECORDS;
    const int field = item / RECORDS;
    if (firstRecord + record < records) out[field * records + firstRecord + record] = tile[{{word(record, field)}}];
  }
}
