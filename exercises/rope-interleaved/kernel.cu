constexpr int WIDTH = {{width}};

struct alignas(4 * WIDTH) Pair {
  float lane[WIDTH];
};

__global__ void rotate(const float* in, const float* angles, float* out, int tokens, int heads, int headDim, int start) {
  for (int pass = 0; pass < 2 / WIDTH; pass++) {
    const int i = {{element(pass)}};
    const int j = {{angle(pass)}};
    if (i < 0 || j < 0) continue;
    Pair pair = reinterpret_cast<const Pair&>(in[i]);
    const Pair turn = reinterpret_cast<const Pair&>(angles[j]);
    // Adding stands for the rotation, which happens in registers.
    for (int lane = 0; lane < WIDTH; lane++) pair.lane[lane] += turn.lane[lane];
    reinterpret_cast<Pair&>(out[i]) = pair;
  }
}
