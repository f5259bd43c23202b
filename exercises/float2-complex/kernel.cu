constexpr int WIDTH = {{floatsPerLane}};

struct alignas(4 * WIDTH) Vector {
  float lane[WIDTH];
};

__global__ void addComplex(const float* a, const float* b, float* sum, int n) {
  for (int pass = 0; pass < 2 / WIDTH; pass++) {
    const int i = {{element(pass)}};
    if (i < 0) continue;
    Vector total = reinterpret_cast<const Vector&>(a[i]);
    const Vector addend = reinterpret_cast<const Vector&>(b[i]);
    for (int lane = 0; lane < WIDTH; lane++) total.lane[lane] += addend.lane[lane];
    reinterpret_cast<Vector&>(sum[i]) = total;
  }
}
