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
  "#define FLOAT4(place) (reinterpret_cast<float4*>(&(place))[0])",
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
    ["through a pointer that stays", "float own[2]; float* p = own; p[0] = in[t]; p[1] = 3; out[t] = own[0] + p[1];", (t) => t + 3],
  ])("is in registers if each access says where: %s", (_, body, expected) => {
    expect(localRequests(body)).toBe(0);
    expect(warp.out(body)).toEqual(threads(expected));
  });

  it.each<[string, string, (t: number) => number]>([
    ["at an index that only the launch knows", "float own[4]; FLOAT4(own[0]) = FLOAT4(in[4 * t]); out[t] = own[n];", (t) => 4 * t + 2],
    ["as other numbers", "float own[2]; own[0] = 1; own[1] = in[t]; out[t] = reinterpret_cast<int*>(own)[0] >> 23;", () => 127],
    ["by a pointer that moves", "float own[2]; float* p = own; *p++ = in[t]; *p = 2; out[t] = own[0] + own[1];", (t) => t + 2],
  ])("stays in memory if it is accessed %s", (_, body, expected) => {
    expect(localRequests(body)).toBeGreaterThan(0);
    expect(warp.out(body)).toEqual(threads(expected));
  });
});
