// Adds up what each photon leaves in the tissue.
struct __align__(16) Photon {
  float x, y, depth, energy;
};

__global__ void photonDose(const Photon* __restrict__ photons, float* __restrict__ dose, unsigned char* __restrict__ stopped,
                           int count, float absorption, float radius) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Photon photon = photons[i];
  const float offAxis = photon.x * photon.x + photon.y * photon.y;
  const float reached = offAxis <= radius * radius ? photon.energy : 0.0f;
  dose[i] = reached * absorption * photon.depth;
  stopped[i] = reached * absorption * photon.depth >= photon.energy;
}
