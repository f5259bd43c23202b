import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { parseLaunch } from "../launch/launch.ts";
import { profileLaunch } from "../profile/profile.ts";

const N = 64;

/** What a kernel of one block of 32 threads requests, access by access, of `float* in, float* out, int n`, with n = 4. */
function accessesOf(body: string, parameters = "float* in, float* out, int n"): string[] {
  const launch = parseLaunch({
    kernel: "k",
    grid: [1, 1, 1],
    block: [32, 1, 1],
    sharedBytes: 0,
    arguments: [
      { array: "in", type: "float", length: 32 * N, fill: "index" },
      { array: "out", type: "float", length: 32 * N },
      { value: 4, type: "int" },
    ],
  });
  const text = `__global__ void k(${parameters}) { int t = threadIdx.x; ${body} }`;
  return profileLaunch(text, launch, h200).profile.accesses.map(({ op, source, requests }) => `${requests} × ${op} ${source}`);
}

describe("a place that a loop comes back to", () => {
  it.each([
    [
      "is loaded once, if nothing is stored",
      "float s = 0; for (int i = 0; i < n; i++) s += in[t] * in[32 * i + t]; out[t] = s;",
      ["1 × load in[t]", "4 × load in[32 * i + t]", "1 × store out[t]"],
    ],
    [
      "is loaded once and stored in each pass, if what is loaded beside it could be there",
      "for (int i = 0; i < n; i++) out[t] += in[32 * i + t];",
      ["1 × load out[t]", "4 × store out[t]", "4 × load in[32 * i + t]"],
    ],
    ["is stored once, if nothing else is loaded", "for (int i = 0; i < n; i++) out[t] += i;", ["1 × load out[t]", "1 × store out[t]"]],
    [
      "is stored once in shared memory, if only global memory is loaded beside it",
      "__shared__ float s[32]; s[t] = 0; for (int i = 0; i < n; i++) s[t] += in[32 * i + t]; out[t] = s[t];",
      ["1 × store s[t]", "1 × store s[t]", "4 × load in[32 * i + t]", "1 × load s[t]", "1 × store out[t]"],
    ],
    [
      "is loaded in each pass, if another place is stored that could be it",
      "float s = 0; for (int i = 0; i < n; i++) { s += in[t]; out[32 * i + t] = s; }",
      ["4 × load in[t]", "4 × store out[32 * i + t]"],
    ],
    [
      "is loaded in each pass, if there is a barrier",
      "float s = 0; for (int i = 0; i < n; i++) { s += in[t]; __syncthreads(); } out[t] = s;",
      ["4 × load in[t]", "1 × store out[t]"],
    ],
    [
      "is loaded in each pass, if not every pass loads it",
      "float s = 0; for (int i = 0; i < n; i++) if (i > 1) s += in[t]; out[t] = s;",
      ["2 × load in[t]", "1 × store out[t]"],
    ],
    [
      "is not loaded at all, if the loop has no pass",
      "float s = 0; for (int i = n; i < 4; i++) s += in[t]; out[t] = s;",
      ["1 × store out[t]"],
    ],
    [
      "is stored in each pass, if a lane may end there",
      "for (int i = 0; i < n; i++) { out[t] += i; if (i == t) return; }",
      ["1 × load out[t]", "4 × store out[t]"],
    ],
    [
      "is what has just been stored",
      "out[t] = 1; for (int i = 0; i < n; i++) out[t] += in[32 * i + t];",
      ["1 × store out[t]", "4 × store out[t]", "4 × load in[32 * i + t]"],
    ],
  ])("%s", (_, body, accesses) => {
    expect(accessesOf(body).toSorted()).toEqual(accesses.toSorted());
  });

  it("is loaded and stored in each pass, if it is volatile", () => {
    const body = "for (int i = 0; i < n; i++) out[t] += i;";
    expect(accessesOf(body, "float* in, volatile float* out, int n")).toEqual(["4 × load out[t]", "4 × store out[t]"]);
  });
});

describe("what has just been stored", () => {
  it.each([
    ["is not loaded", "out[t] = in[t]; in[32 + t] = out[t];", ["1 × load in[t]", "1 × store out[t]", "1 × store in[32 + t]"]],
    [
      "is loaded, if another store could have changed it",
      "out[t] = 1; out[2 * t] = 2; in[t] = out[t];",
      ["1 × store out[t]", "1 × store out[2 * t]", "1 × load out[t]", "1 × store in[t]"],
    ],
    [
      "is loaded behind a barrier",
      "out[t] = 1; __syncthreads(); in[t] = out[t];",
      ["1 × store out[t]", "1 × load out[t]", "1 × store in[t]"],
    ],
  ])("%s", (_, body, accesses) => {
    expect(accessesOf(body).toSorted()).toEqual(accesses.toSorted());
  });
});
