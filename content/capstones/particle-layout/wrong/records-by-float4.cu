// A record: x y z vx vy vz mass charge.
constexpr int kFields = 8;

__global__ void copy(const float* in, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

__global__ void move(float* data, int n, float dt) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n) return;
  float4* own = (float4*)(data + kFields * p);
  float4 place = own[0], speed = own[1];
  place.x += dt * place.w;
  place.y += dt * speed.x;
  place.z += dt * speed.y;
  own[0] = place;
}

// Once: from records to the layout of your choice.
void pack(const float* records, float* data, int n) {
  int count = kFields * n;
  copy<<<(count + 255) / 256, 256>>>(records, data, count);
}

// Eight times.
void step(float* data, int n, float dt) {
  move<<<(n + 255) / 256, 256>>>(data, n, dt);
}

// Once: back to records.
void unpack(const float* data, float* records, int n) {
  int count = kFields * n;
  copy<<<(count + 255) / 256, 256>>>(data, records, count);
}
