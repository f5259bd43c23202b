// Particles of eight floats move on by their velocities, in three layouts.
#pragma once

struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};

__global__ void particles_aos(Particle* particles, int count, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  particles[i].x += particles[i].vx * dt;
  particles[i].y += particles[i].vy * dt;
  particles[i].z += particles[i].vz * dt;
}

struct Fields {
  float *x, *y, *z, *vx, *vy, *vz;
};

__global__ void particles_soa(Fields fields, int count, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  fields.x[i] += fields.vx[i] * dt;
  fields.y[i] += fields.vy[i] * dt;
  fields.z[i] += fields.vz[i] * dt;
}

// Chunks of 32 particles: 32 x, 32 y, and so on.
__global__ void particles_aosoa(float* chunks, int count, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float* chunk = chunks + size_t(i / 32) * 256 + i % 32;
  for (int field = 0; field < 3; field++) chunk[32 * field] += chunk[32 * (field + 3)] * dt;
}
