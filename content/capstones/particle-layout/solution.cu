// One array per field: field f of particle p at data[f * n + p].
__global__ void toArrays(const float4* __restrict__ records, float* __restrict__ data, int n) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n) return;
  float4 place = records[2 * p], speed = records[2 * p + 1];
  data[p] = place.x;
  data[n + p] = place.y;
  data[2 * n + p] = place.z;
  data[3 * n + p] = place.w;
  data[4 * n + p] = speed.x;
  data[5 * n + p] = speed.y;
  data[6 * n + p] = speed.z;
  data[7 * n + p] = speed.w;
}

__global__ void move(float* data, int n, float dt) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n) return;
  data[p] += dt * data[3 * n + p];
  data[n + p] += dt * data[4 * n + p];
  data[2 * n + p] += dt * data[5 * n + p];
}

__global__ void toRecords(const float* __restrict__ data, float4* __restrict__ records, int n) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n) return;
  records[2 * p] = make_float4(data[p], data[n + p], data[2 * n + p], data[3 * n + p]);
  records[2 * p + 1] = make_float4(data[4 * n + p], data[5 * n + p], data[6 * n + p], data[7 * n + p]);
}

void pack(const float* records, float* data, int n) {
  toArrays<<<(n + 255) / 256, 256>>>((const float4*)records, data, n);
}

void step(float* data, int n, float dt) {
  move<<<(n + 255) / 256, 256>>>(data, n, dt);
}

void unpack(const float* data, float* records, int n) {
  toRecords<<<(n + 255) / 256, 256>>>(data, (float4*)records, n);
}
