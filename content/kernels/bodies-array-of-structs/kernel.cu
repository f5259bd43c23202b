struct Body {
  float x, y, z;
  float vx, vy, vz;
};

__global__ void drift(Body* bodies, int count, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Body& body = bodies[i];
  body.x += body.vx * dt;
  body.y += body.vy * dt;
  body.z += body.vz * dt;
}
