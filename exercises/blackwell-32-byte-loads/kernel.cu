constexpr int WIDTH = {{floatsPerLane}};

/** As many floats as an instruction can move, when it starts at a multiple of its size. */
struct alignas(4 * (WIDTH & -WIDTH)) Vector {
  float lane[WIDTH];
};

__global__ void copyWide(const float* in, float* out, int n) {
  // Eight floats for each thread.
  for (int pass = 0; pass < (8 + WIDTH - 1) / WIDTH; pass++) {
    const int i = {{vector(pass)}};
    if (i >= 0) reinterpret_cast<Vector&>(out[i]) = reinterpret_cast<const Vector&>(in[i]);
  }
  const int k = {{rest()}};
  if (k >= 0) out[k] = in[k];
}
