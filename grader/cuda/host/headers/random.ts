/** <random>: values of the engines as the standard defines them, and of the distributions as libstdc++ does. */
export const RANDOM = `
struct random_device { random_device() {} unsigned operator()() { __note_random(); return 5489u; } };
struct mt19937 {
  unsigned __state[624]; int __next;
  typedef unsigned result_type;
  mt19937() { seed(5489u); }
  mt19937(unsigned value) { seed(value); }
  void seed(unsigned value) { __state[0] = value; for (int i = 1; i < 624; i++) __state[i] = 1812433253u * (__state[i - 1] ^ (__state[i - 1] >> 30)) + i; __next = 624; }
  static unsigned min() { return 0; }
  static unsigned max() { return 4294967295u; }
  unsigned operator()() { return __mt19937(__state, &__next); }
};
struct minstd_rand {
  unsigned __state;
  minstd_rand() : __state(1) {}
  minstd_rand(unsigned value) : __state(value % 2147483647u == 0 ? 1 : value % 2147483647u) {}
  unsigned operator()() { __state = (unsigned)(__state * 48271ull % 2147483647ull); return __state; }
  static unsigned min() { return 1; }
  static unsigned max() { return 2147483646u; }
};
struct minstd_rand0 {
  unsigned __state;
  minstd_rand0() : __state(1) {}
  minstd_rand0(unsigned value) : __state(value % 2147483647u == 0 ? 1 : value % 2147483647u) {}
  void seed(unsigned value) { __state = value % 2147483647u == 0 ? 1 : value % 2147483647u; }
  unsigned operator()() { __state = (unsigned)(__state * 16807ull % 2147483647ull); return __state; }
  static unsigned min() { return 1; }
  static unsigned max() { return 2147483646u; }
};
typedef minstd_rand0 default_random_engine;
template <typename T, typename R> T __canonical(R &random) {
  double range = (double)R::max() - R::min() + 1;
  if (sizeof(T) == 4) {
    T value = (T)(random() - R::min()) / (T)range;
    return value >= (T)1 ? (T)0.999999940395355224609375 : value;
  }
  double low = random() - R::min(); double high = random() - R::min();
  double value = (low + high * range) / (range * range);
  return value >= 1.0 ? 0.99999999999999988897769753748 : value;
}
template <typename T = double> struct uniform_real_distribution {
  T __low, __high;
  uniform_real_distribution() : __low(0), __high(1) {}
  uniform_real_distribution(T low, T high) : __low(low), __high(high) {}
  template <typename R> T operator()(R &random) { return __canonical<T>(random) * (__high - __low) + __low; }
};
template <typename T = int> struct uniform_int_distribution {
  T __low, __high;
  uniform_int_distribution() : __low(0), __high(2147483647) {}
  uniform_int_distribution(T low, T high) : __low(low), __high(high) {}
  template <typename R> T operator()(R &random) {
    unsigned long long range = (unsigned long long)__high - (unsigned long long)__low;
    unsigned long long most = (unsigned long long)R::max() - R::min();
    unsigned long long drawn;
    if (range > most) {
      uniform_int_distribution<unsigned long long> upper(0, range / (most + 1));
      unsigned long long scaled;
      do { scaled = (most + 1) * upper(random); drawn = scaled + (random() - R::min()); } while (drawn > range || drawn < scaled);
    } else if (range == most) {
      drawn = random() - R::min();
    } else if (most == 4294967295ull) {
      unsigned size = (unsigned)range + 1;
      unsigned long long product = (unsigned long long)random() * size;
      unsigned low = (unsigned)product;
      if (low < size) {
        unsigned threshold = (0u - size) % size;
        while (low < threshold) { product = (unsigned long long)random() * size; low = (unsigned)product; }
      }
      drawn = product >> 32;
    } else {
      unsigned long long scaling = most / (range + 1);
      do { drawn = random() - R::min(); } while (drawn >= (range + 1) * scaling);
      drawn /= scaling;
    }
    return (T)((unsigned long long)__low + drawn);
  }
};
template <typename T = double> struct normal_distribution {
  T __mean, __deviation, __saved; bool __hasSaved;
  normal_distribution() : __mean(0), __deviation(1), __hasSaved(false) {}
  normal_distribution(T mean, T deviation) : __mean(mean), __deviation(deviation), __hasSaved(false) {}
  template <typename R> T operator()(R &random) {
    if (__hasSaved) { __hasSaved = false; return __saved * __deviation + __mean; }
    T x, y, r;
    do { x = (T)2 * __canonical<T>(random) - (T)1; y = (T)2 * __canonical<T>(random) - (T)1; r = x * x + y * y; } while (r > (T)1 || r == (T)0);
    T scale = sqrt((T)-2 * log(r) / r);
    __saved = x * scale; __hasSaved = true;
    return y * scale * __deviation + __mean;
  }
};
struct bernoulli_distribution { double __p; bernoulli_distribution(double p = 0.5) : __p(p) {} template <typename R> bool operator()(R &random) { return __canonical<double>(random) < __p; } };
`;
