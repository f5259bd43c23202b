import { describe, expect, it } from "vitest";
import { OneWarp } from "#testing/cuda/one-warp.ts";

/** a[i] and b[i] are i, out[i] is 0. */
const warp = new OneWarp("const float* a, const float* b, float* out, int n", [
  { array: "a", type: "float", length: 4096, fill: "index" },
  { array: "b", type: "float", length: 4096, fill: "index" },
  { array: "out", type: "float", length: 4096 },
  { value: 3, type: "int" },
]);

/** The requests of a load of the text. */
function requestsOf(source: string, body: string): number {
  return warp
    .profile(body)
    .accesses.filter((access) => access.source === source)
    .reduce((sum, { requests }) => sum + requests, 0);
}

const TILE = (inner: string) => `float c[4][2] = {0};
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 2; j++) { ${inner} }
  float s = 0;
  for (int i = 0; i < 4; i++) s += c[i][0] + 10 * c[i][1];
  out[t] = s;`;

describe("what an inner loop loads anew in each pass of the loop around it", () => {
  it("is loaded once before that, with the values of each pass", () => {
    const body = TILE("c[i][j] += a[32 * k + i] * b[32 * k + 2 * t + j];");
    expect(requestsOf("a[32 * k + i]", body)).toBe(3 * 4);
    expect(requestsOf("b[32 * k + 2 * t + j]", body)).toBe(3 * 2);
    const expected = Array.from({ length: 32 }, (_, t) => {
      let sum = 0;
      for (let k = 0; k < 3; k++)
        for (let i = 0; i < 4; i++) for (let j = 0; j < 2; j++) sum += (j === 0 ? 1 : 10) * (32 * k + i) * (32 * k + 2 * t + j);
      return sum;
    });
    expect(warp.out(body)).toEqual(expected);
  });

  it("may be named on the way", () => {
    const body = TILE("int at = 32 * k + 2 * t + j; float value = b[at]; c[i][j] += a[i] * value;");
    expect(requestsOf("b[at]", body)).toBe(3 * 2);
  });

  it.each([
    ["is stored to in between", "c[i][j] += b[32 * k + j]; out[t + i] = c[i][j];", "b[32 * k + j]", 3 * 8],
    ["depends on the outer loop", "c[i][j] += b[32 * i + j];", "b[32 * i + j]", 3 * 8],
    ["is loaded in some passes only", "if (c[i][j] < 100) c[i][j] += b[32 * k + j];", "b[32 * k + j]", 3 * 8],
    ["comes after an atomic", "atomicAdd(&out[0], 0); c[i][j] += b[32 * k + j];", "b[32 * k + j]", 3 * 8],
  ])("is loaded in each pass if it %s", (_, inner, source, requests) => {
    expect(requestsOf(source, TILE(inner))).toBe(requests);
  });

  it("is loaded at the index that the pass before has left", () => {
    const body = `int at = 7; float s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) { s += a[at]; at = j; } out[t] = s;`;
    expect(warp.out(body)).toEqual(Array.from({ length: 32 }, () => 7 + 3 * (0 + 1 + 2) + 2 * 3));
  });

  it("is not loaded where the outer loop has no pass", () => {
    const body = `float s = 0; for (int i = 0; i < n - 3; i++) for (int j = 0; j < 2; j++) s += a[i] * b[1 << (20 + j)]; out[t] = s;`;
    expect(warp.profile(body).findings).toEqual([]);
  });
});
