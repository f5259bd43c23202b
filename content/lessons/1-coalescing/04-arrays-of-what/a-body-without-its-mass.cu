struct Body {
  float px, py, pz, ux, uy, uz;
  float mass, radius;
};

__global__ void moveBodies(Body* bodies, float step, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Body& b = bodies[i];
  b.px += step * b.ux;
}
