// Adds up what each photon leaves in the tissue.
struct Photon {
  float x, y, depth, energy;
};

__global__ void photonDose(const Photon* __restrict__ photons, float* __restrict__ dose, unsigned char* __restrict__ stopped,
                           int count, float absorption, float radius) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  __shared__ Photon nearby[256];
  nearby[threadIdx.x] = photons[i];
  const Photon photon = nearby[threadIdx.x];
  const float offAxis = photon.x * photon.x + photon.y * photon.y;
  const float reached = offAxis <= radius * radius ? photon.energy : 0.0f;
  dose[i] = reached * absorption * photon.depth;
  stopped[i] = reached * absorption * photon.depth >= photon.energy;
}
