// What operations take that are more than one instruction, or that issue more slowly than others: each is applied to its own result, by
// warps enough to hide that one waits for the other, and by one warp that waits; and what starting blocks takes, by their size.
#include "probe.h"
#include <cuda_fp16.h>

constexpr int kSms = 132, kPasses = 1024;

struct None { __device__ float operator()(float x) const { return x; } };
#define FLOAT(Name, body) struct Name { __device__ float operator()(float x) const { return body; } }
FLOAT(Sqrt, sqrtf(x));
FLOAT(Rsqrt, rsqrtf(x));
FLOAT(Reciprocal, 1.0f / x);
FLOAT(Divide, 1.7f * x / (x + 0.5f));
FLOAT(FastDivide, __fdividef(1.7f * x, x + 0.5f));
FLOAT(Exp, expf(x));
FLOAT(FastExp, __expf(x));
FLOAT(Exp2, exp2f(x));
FLOAT(Log, logf(x));
FLOAT(FastLog, __logf(x));
FLOAT(Log2, log2f(x));
FLOAT(Sin, sinf(x));
FLOAT(FastSin, __sinf(x));
FLOAT(Cos, cosf(x));
FLOAT(SinAndCos, sinf(x) + cosf(x));
FLOAT(Tanh, tanhf(x));
FLOAT(Pow, powf(x, 1.7f));
FLOAT(FastPow, __powf(x, 1.7f));
FLOAT(Erf, erff(x));
FLOAT(Fmod, fmodf(x, 0.7f));
FLOAT(Floor, floorf(x * 3.3f));
FLOAT(Maximum, fmaxf(x, 0.7f));
FLOAT(ToInt, float(int(x * 1000.0f)));
FLOAT(ToByte, float((unsigned char)(x * 100.0f)));
FLOAT(ToDouble, float(double(x) * 1.0000001));
FLOAT(ToHalf, __half2float(__float2half(x)));
FLOAT(Shuffle, __shfl_xor_sync(~0u, x, 1));
FLOAT(Vote, float(__ballot_sync(~0u, x > 0.3f) & 1));

#define INTEGER(Name, body) struct Name { __device__ int operator()(int x) const { return body; } }
INTEGER(NoneInt, x);
INTEGER(DivideInt, 1000003 / (x & 1023 | 1));
INTEGER(ModuloInt, 1000003 % (x & 1023 | 1));
INTEGER(DivideUnsigned, int(1000003u / unsigned(x & 1023 | 1)));
INTEGER(DivideBy7, x / 7);
INTEGER(ModuloBy7, x % 7);
INTEGER(DivideBy8, x / 8);
INTEGER(Multiply, x * (x | 5));
INTEGER(Exclusive, x ^ (x >> 3));
INTEGER(Popcount, __popc(x));
INTEGER(LeadingZeros, __clz(x));
INTEGER(MaximumInt, max(x, 7));

#define WIDE(Name, body) struct Name { __device__ long long operator()(long long x) const { return body; } }
WIDE(NoneWide, x);
WIDE(MultiplyWide, x * (x | 5));
WIDE(DivideWide, 1000003ll / (x & 1023 | 1));

#define DOUBLE(Name, body) struct Name { __device__ double operator()(double x) const { return body; } }
DOUBLE(NoneDouble, x);
DOUBLE(MultiplyAddDouble, x * x + 0.3);
DOUBLE(DivideDouble, 1.7 / x);
DOUBLE(SqrtDouble, sqrt(x));
DOUBLE(ExpDouble, exp(x));
DOUBLE(CompareDouble, x < 0.7 ? x + 0.1 : x);

// Each pass takes the operation, a multiply-add, which brings the value back to where it was, and the loop's own.
template <typename Operation, typename T>
__global__ void again(T* out, T scale, T offset) {
  T x = T(threadIdx.x + 1) * scale + offset;
#pragma unroll 4
  for (int pass = 0; pass < kPasses; pass++) x = Operation()(x) * scale + offset;
  if (x == T(12345)) out[0] = x;
}

template <typename Operation, typename T>
void measure(const char* name, T scale, T offset) {
  static T* out = probe::array<T>(1);
  probe::measure(name, kPasses, 0, [=] { again<Operation, T><<<kSms * 8, 256>>>(out, scale, offset); });
  // One warp per SM waits for each result.
  probe::measure((std::string(name) + "_1_warp").c_str(), kPasses, 0, [=] { again<Operation, T><<<kSms, 32>>>(out, scale, offset); });
}

__global__ void nothing() {}
__global__ void nothing_shared(float* out) {
  __shared__ float tile[40];
  tile[threadIdx.x & 31] = threadIdx.x;
  __syncthreads();
  if (tile[(threadIdx.x + 1) & 31] == 12345) out[0] = 1;
}

int main(int count, char** words) {
  probe::start(count, words);
#define EACH(T, scale, offset, Operation) measure<Operation, T>(#Operation, scale, offset)
#define FLOATS(Operation) EACH(float, 0.001f, 0.6f, Operation)
  FLOATS(None); FLOATS(Sqrt); FLOATS(Rsqrt); FLOATS(Reciprocal); FLOATS(Divide); FLOATS(FastDivide); FLOATS(Exp); FLOATS(FastExp);
  FLOATS(Exp2); FLOATS(Log); FLOATS(FastLog); FLOATS(Log2); FLOATS(Sin); FLOATS(FastSin); FLOATS(Cos); FLOATS(SinAndCos); FLOATS(Tanh);
  FLOATS(Pow); FLOATS(FastPow); FLOATS(Erf); FLOATS(Fmod); FLOATS(Floor); FLOATS(Maximum); FLOATS(ToInt); FLOATS(ToByte);
  FLOATS(ToDouble); FLOATS(ToHalf); FLOATS(Shuffle); FLOATS(Vote);
#define INTEGERS(Operation) EACH(int, 3, 11, Operation)
  INTEGERS(NoneInt); INTEGERS(DivideInt); INTEGERS(ModuloInt); INTEGERS(DivideUnsigned); INTEGERS(DivideBy7); INTEGERS(ModuloBy7);
  INTEGERS(DivideBy8); INTEGERS(Multiply); INTEGERS(Exclusive); INTEGERS(Popcount); INTEGERS(LeadingZeros); INTEGERS(MaximumInt);
#define WIDES(Operation) EACH(long long, 3, 11, Operation)
  WIDES(NoneWide); WIDES(MultiplyWide); WIDES(DivideWide);
#define DOUBLES(Operation) EACH(double, 0.001, 0.6, Operation)
  DOUBLES(NoneDouble); DOUBLES(MultiplyAddDouble); DOUBLES(DivideDouble); DOUBLES(SqrtDouble); DOUBLES(ExpDouble); DOUBLES(CompareDouble);
  float* out = probe::array<float>(1);
  for (int threads : {32, 64, 128, 256, 512, 1024}) {
    probe::measure("start_blocks", threads, 0, [=] { nothing<<<131072, threads>>>(); });
    probe::measure("start_blocks_shared", threads, 0, [=] { nothing_shared<<<131072, threads>>>(out); });
  }
}
