// Operands of products whose sums lose bits, for mma-rounding.cu and wgmma-rounding.cu.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

// A format of floating-point numbers: the bits of its exponent and fraction, and the bytes that an element takes.
struct Format {
  int exponentBits, fractionBits, bytes;
  int bias() const { return (1 << (exponentBits - 1)) - 1; }
};
constexpr Format kHalf{5, 10, 2}, kBfloat{8, 7, 2}, kTf32{8, 10, 4}, kFloat{8, 23, 4}, kE4m3{4, 3, 1}, kE5m2{5, 2, 1}, kDouble{11, 52, 8};

using Bits = uint64_t;
inline std::mt19937_64 generator(29);
inline int below(int n) { return static_cast<int>(generator() % n); }

// The bits of a number with this exponent (2 to its power), or those of a subnormal number where the format ends; tf32's lie in a float.
inline Bits number(const Format& format, int exponent, Bits fraction, bool negative) {
  const int unused = format.bytes == 4 ? 23 - format.fractionBits : 0;
  int biased = exponent + format.bias();
  const int most = (1 << format.exponentBits) - 2;
  if (biased > most) biased = most;
  if (biased < 0) biased = 0;
  Bits bits = (static_cast<Bits>(biased) << format.fractionBits) | (fraction & ((1ull << format.fractionBits) - 1));
  bits |= static_cast<Bits>(negative) << (format.exponentBits + format.fractionBits);
  return bits << unused;
}
inline Bits any(const Format& format, int low, int high) { return number(format, low + below(high - low + 1), generator(), below(2)); }

struct Shape {
  std::string instruction;
  int m, n, k;
  Format operand, sum;
};
struct Product {
  std::string kind;
  std::vector<Bits> a, b, c, d;
};

inline Product chosen(const std::string& kind, const Shape& s, int trial) {
  Product p{kind, std::vector<Bits>(s.m * s.k), std::vector<Bits>(s.n * s.k), std::vector<Bits>(s.m * s.n), {}};
  const Format &o = s.operand, &t = s.sum;
  const int least = 1 - o.bias(), most = o.bias();
  const auto fill = [](std::vector<Bits>& all, auto choose) { for (Bits& bits : all) bits = choose(); };
  if (kind == "plain") {
    fill(p.a, [&] { return any(o, -2, 1); });
    fill(p.b, [&] { return any(o, -2, 1); });
    fill(p.c, [&] { return any(t, -3, 3); });
  } else if (kind == "wide") {
    const int span = std::min(10 + 2 * (trial % 4), (most - least) / 2 - 2);
    fill(p.a, [&] { return any(o, -span / 2, span / 2); });
    fill(p.b, [&] { return any(o, -span / 2, span / 2); });
    fill(p.c, [&] { return any(t, std::max(-span, 1 - t.bias()), std::min(span, t.bias() - 1)); });
  } else if (kind == "cancelling") {
    fill(p.a, [&] { return any(o, -4, 4); });
    fill(p.b, [&] { return any(o, -4, 4); });
    fill(p.c, [&] { return any(t, -6, 6); });
    const Bits sign = 1ull << (8 * o.bytes - 1);
    for (int i = 0; i < s.m; i++) {
      const int x = below(s.k), y = below(s.k);
      if (x == y) continue;
      p.a[i * s.k + y] = p.a[i * s.k + x] ^ sign;
      for (int j = 0; j < s.n; j++) p.b[j * s.k + y] = p.b[j * s.k + x];
    }
  } else if (kind == "addend") {
    fill(p.a, [&] { return any(o, -6, 0); });
    fill(p.b, [&] { return any(o, -6, 0); });
    fill(p.c, [&] { return any(t, 4, t.bytes == 2 ? 12 : 20); });
  } else if (kind == "subnormal") {
    // Products about the smallest number of the sum, too, where the operands reach so far.
    const int smallest = std::max(1 - t.bias() - t.fractionBits, 2 * (least - o.fractionBits));
    fill(p.a, [&] { return any(o, least - 1, least + 1); });
    fill(p.b, [&] {
      const int exponent = smallest - least + below(12);
      return any(o, std::max(least - 1, std::min(exponent, most)), std::max(least - 1, std::min(exponent + 2, most)));
    });
    fill(p.c, [&] { return below(3) ? any(t, -t.bias(), 2 - t.bias()) : 0; });
  } else if (kind == "overflow") {
    const int about = std::min(t.bias(), 2 * most) - 3;
    fill(p.a, [&] { return any(o, about / 2 - 1, about / 2 + 1); });
    fill(p.b, [&] { return any(o, about - about / 2 - 1, about - about / 2 + 1); });
    fill(p.c, [&] { return any(t, t.bias() - 2, t.bias()); });
  } else if (kind == "special") {
    const auto special = [&](const Format& f) {
      const int unused = f.bytes == 4 ? 23 - f.fractionBits : 0;
      const Bits exponent = ((1ull << f.exponentBits) - 1) << f.fractionBits;
      const Bits fraction = below(4) ? 0 : (1 + generator() % ((1ull << f.fractionBits) - 1));
      return ((static_cast<Bits>(below(2)) << (f.exponentBits + f.fractionBits)) | exponent | fraction) << unused;
    };
    fill(p.a, [&] { return below(40) ? any(o, -2, 2) : below(3) ? special(o) : 0; });
    fill(p.b, [&] { return below(40) ? any(o, -2, 2) : below(3) ? special(o) : 0; });
    fill(p.c, [&] { return below(12) ? any(t, -2, 2) : special(t); });
  } else if (kind == "bits") {
    const auto mask = [](const Format& f) { return f.bytes == 8 ? ~0ull : (1ull << (8 * f.bytes)) - 1; };
    fill(p.a, [&] { return generator() & mask(o); });
    fill(p.b, [&] { return generator() & mask(o); });
    fill(p.c, [&] { return generator() & mask(t); });
  } else {  // single
    for (int i = 0; i < s.m; i++) p.a[i * s.k + below(s.k)] = any(o, std::max(-7, least), 7);
    fill(p.b, [&] { return any(o, std::max(-7, least), 7); });
    fill(p.c, [&] { return any(t, std::max(-14, 1 - t.bias()), 14); });
  }
  return p;
}

inline std::string hexadecimal(const std::vector<Bits>& all, int bytes) {
  std::string text;
  char digits[17];
  for (const Bits bits : all) {
    snprintf(digits, sizeof digits, "%0*llx", 2 * bytes, static_cast<unsigned long long>(bytes == 8 ? bits : bits & ((1ull << (8 * bytes)) - 1)));
    text += digits;
  }
  return text;
}
