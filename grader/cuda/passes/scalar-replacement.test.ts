import { describe, expect, it } from "vitest";
import { OneWarp } from "#testing/cuda/one-warp.ts";

/** in[i] is i, out[i] is 0. */
const warp = new OneWarp(
  "const float* in, float* out, int n",
  [
    { array: "in", type: "float", length: 1024, fill: "index" },
    { array: "out", type: "float", length: 1024 },
    { value: 2, type: "int" },
  ],
  "#include <cuda_fp16.h>\n#define FLOAT4(place) (reinterpret_cast<float4*>(&(place))[0])",
);

function localRequests(body: string): number {
  return warp
    .profile(body)
    .accesses.filter(({ space }) => space === "local")
    .reduce((sum, { requests }) => sum + requests, 0);
}

const threads = (value: (t: number) => number) => Array.from({ length: 32 }, (_, t) => value(t));

describe("an array of a thread's own that something points to", () => {
  it.each<[string, string, (t: number) => number]>([
    [
      "as vectors",
      "float own[8]; FLOAT4(own[0]) = FLOAT4(in[4 * t]); FLOAT4(own[4]) = FLOAT4(in[4 * t + 128]); float s = 0; for (int i = 0; i < 8; i++) s += own[i] * i; out[t] = s;",
      (t) => [0, 1, 2, 3].reduce((sum, i) => sum + (4 * t + i) * i + (4 * t + 128 + i) * (i + 4), 0),
    ],
    [
      "in rows and columns",
      "float own[2][4]; for (int i = 0; i < 2; i++) FLOAT4(own[i][0]) = FLOAT4(in[4 * t + 128 * i]); out[t] = own[1][3] - own[0][2];",
      (t) => 4 * t + 131 - (4 * t + 2),
    ],
    [
      "beside another one",
      "float a[4], b[4]; FLOAT4(a[0]) = FLOAT4(in[4 * t]); FLOAT4(b[0]) = FLOAT4(a[0]); a[1] = 0; out[t] = b[1] + a[1];",
      (t) => 4 * t + 1,
    ],
    ["as other numbers", "float own[2]; own[0] = 1; own[1] = in[t]; out[t] = reinterpret_cast<int*>(own)[0] >> 23;", () => 127],
    [
      "two halves as one word",
      "half2 pair = __floats2half2_rn(in[t], 1.0f); unsigned word = *reinterpret_cast<unsigned*>(&pair); out[t] = word >> 16;",
      () => 0x3c00,
    ],
    [
      "a word as two halves",
      "unsigned word = 0x3c004200 + t; half2 pair = reinterpret_cast<half2&>(word); out[t] = __high2float(pair) + t;",
      (t) => 1 + t,
    ],
    [
      "sixteen bytes as bytes",
      "uint4 v = make_uint4(t, 0x04030201, 0, 0xff000000); unsigned char* b = reinterpret_cast<unsigned char*>(&v); int s = 0; for (int i = 0; i < 16; i++) s += b[i] * (i + 1); out[t] = s;",
      (t) => t + 5 + 12 + 21 + 32 + 255 * 16,
    ],
    [
      "words written in halves",
      "unsigned own[2]; half* h = reinterpret_cast<half*>(own); for (int i = 0; i < 4; i++) h[i] = __float2half(i); own[1] += t; out[t] = own[0] == 0x3c000000 ? own[1] - 0x42004000 : -1.0f;",
      (t) => t,
    ],
    ["through a pointer that stays", "float own[2]; float* p = own; p[0] = in[t]; p[1] = 3; out[t] = own[0] + p[1];", (t) => t + 3],
    [
      "a double buffer whose sides a bit chooses",
      `float own[2][4]; int side = 0; FLOAT4(own[side][0]) = FLOAT4(in[4 * t]); float s = 0;
       for (int i = 0; i < n; i++) { FLOAT4(own[side ^ 1][0]) = FLOAT4(in[4 * t]); for (int j = 0; j < 4; j++) s += own[side][j]; side ^= 1; } out[t] = s;`,
      (t) => 2 * (16 * t + 6),
    ],
  ])("is in registers if each access says where: %s", (_, body, expected) => {
    expect(localRequests(body)).toBe(0);
    expect(warp.out(body)).toEqual(threads(expected));
  });

  it.each<[string, string, (t: number) => number]>([
    ["at an index that only the launch knows", "float own[4]; FLOAT4(own[0]) = FLOAT4(in[4 * t]); out[t] = own[n];", (t) => 4 * t + 2],
    [
      "as a double buffer of many elements",
      `float own[2][32]; int side = 0; for (int j = 0; j < 32; j += 4) FLOAT4(own[side][j]) = FLOAT4(in[4 * t]); float s = 0;
       for (int i = 0; i < n; i++) { for (int j = 0; j < 32; j += 4) FLOAT4(own[side ^ 1][j]) = FLOAT4(in[4 * t]);
         for (int j = 0; j < 32; j++) s += own[side][j]; side ^= 1; } out[t] = s;`,
      (t) => 2 * 8 * (16 * t + 6),
    ],
    ["as larger numbers", "float own[2]; own[0] = 1; own[1] = in[t]; out[t] = reinterpret_cast<long long*>(own)[0] & 1;", () => 0],
    ["by a pointer that moves", "float own[2]; float* p = own; *p++ = in[t]; *p = 2; out[t] = own[0] + own[1];", (t) => t + 2],
  ])("stays in memory if it is accessed %s", (_, body, expected) => {
    expect(localRequests(body)).toBeGreaterThan(0);
    expect(warp.out(body)).toEqual(threads(expected));
  });
});

describe("memcpy and memset take whatever has a size, and keep in registers what is the thread's own", () => {
  const bytes = new OneWarp(
    "float* in, float* out",
    [
      { array: "in", type: "float", length: 128, fill: "index" },
      { array: "out", type: "float", length: 128, fill: { constant: 9 } },
    ],
    "struct alignas(16) Packed { float payload[4]; }; struct Bag { float v[4]; };",
  );
  const filled = (name: string): string => `for (int i = 0; i < 4; i++) ${name}[i] = in[4 * t + i];`;
  const LOADS = "4 × load in[4 * t + i]";

  it.each<[string, string, (t: number) => number, string[]]>([
    ["a struct with an array", `Bag a, b; ${filled("b.v")} memcpy(&a, &b, sizeof a); out[t] = a.v[3];`, (t) => 4 * t + 3, [LOADS]],
    ["an array", `float a[4], b[4]; ${filled("b")} memcpy(a, b, sizeof a); out[t] = a[2];`, (t) => 4 * t + 2, [LOADS]],
    ["the address of an array", `float a[4], b[4]; ${filled("b")} memcpy(&a, &b, sizeof(a)); out[t] = a[2];`, (t) => 4 * t + 2, [LOADS]],
    [
      "rows of rows",
      "float a[2][2]; __builtin_memcpy(&a, &in[4 * t], sizeof a); out[t] = a[1][0];",
      (t) => 4 * t + 2,
      ["16 × load __builtin_memcpy(&a, &in[4 * t], sizeof a)"],
    ],
    [
      "aligned structs, byte by byte",
      "const Packed* p = (const Packed*)in; Packed a; memcpy(&a, &p[t], sizeof a); out[t] = a.payload[1];",
      (t) => 4 * t + 1,
      ["16 × load memcpy(&a, &p[t], sizeof a)"],
    ],
    [
      "the bits of another type",
      "int bits; float f = in[t]; memcpy(&bits, &f, sizeof bits); bits ^= 1 << 31; memcpy(&f, &bits, sizeof f); out[t] = f;",
      (t) => -t,
      ["1 × load in[t]"],
    ],
    ["the bits of another type by a cast", "float f = in[t]; *(unsigned*)&f |= 1u << 31; out[t] = f;", (t) => -t, ["1 × load in[t]"]],
    ["zeros", "Bag a; memset(&a, 0, sizeof a); a.v[1] += in[t]; out[t] = a.v[1] + a.v[2];", (t) => t, ["1 × load in[t]"]],
    [
      "stretches that overlap",
      `float a[5]; ${filled("a")} memmove(a + 1, a, 4 * sizeof(float)); out[t] = a[4] + a[0];`,
      (t) => 8 * t + 3,
      [LOADS],
    ],
  ])("%s", (_, body, expected, loads) => {
    expect(bytes.out(body)).toEqual(Array.from({ length: 32 }, (_, t) => expected(t)));
    const { accesses } = bytes.profile(body);
    expect(accesses.map(({ op, source, requests }) => `${requests} × ${op} ${source}`)).toEqual([...loads, "1 × store out[t]"]);
  });

  it.each<[string, string, string[]]>([
    [
      "whole elements of a shared variable",
      "__shared__ Packed tile[32]; tile[t] = ((const Packed*)in)[t]; __syncthreads(); Packed a; memcpy(&a, &tile[31 - t], sizeof a); out[t] = a.payload[0];",
      ["1 × store tile[t]", "1 × load ((const Packed*)in)[t]", "1 × load memcpy(&a, &tile[31 - t], sizeof a)", "1 × store out[t]"],
    ],
    [
      "whole elements of a long one, in a loop",
      "__shared__ float a[128], b[128]; if (t == 0) { memset(a, 0, sizeof a); memcpy(b, a, sizeof a); }",
      ["128 × store memset(a, 0, sizeof a)", "128 × load memcpy(b, a, sizeof a)", "128 × store memcpy(b, a, sizeof a)"],
    ],
    [
      "bytes through a pointer, whatever its type",
      "float4* o = (float4*)out; memset(&o[t], 0, sizeof(float4));",
      ["16 × store memset(&o[t], 0, sizeof(float4))"],
    ],
  ])("%s", (_, body, accesses) => {
    expect(bytes.profile(body).accesses.map(({ op, source, requests }) => `${requests} × ${op} ${source}`)).toEqual(accesses);
  });

  it.each<[string, string, (t: number) => number]>([
    ["as many bytes as a value says", "memcpy(out + t, in + t, in[0] < 1 ? 4 : 8);", (t) => t],
    ["other bytes than zeros", "unsigned a[4]; memset(a, 0x01, sizeof a); out[t] = a[t % 4] == 0x01010101u ? t : -1;", (t) => t],
    ["part of an element", "unsigned a = 0; unsigned b = 0x01020304; memcpy(&a, &b, 2); out[t] = a == 0x0304 ? t : -1;", (t) => t],
  ])("%s", (_, body, expected) => {
    expect(bytes.out(body)).toEqual(Array.from({ length: 32 }, (_, t) => expected(t)));
  });
});
