import { describe, expect, it } from "vitest";
import { OneWarp } from "#testing/cuda/one-warp.ts";

const ROWS = 64;

const ARGUMENTS = [
  { array: "in", type: "float", length: 32 * ROWS, fill: "index" },
  { array: "out", type: "float", length: 32 * ROWS },
  { value: 4, type: "int" },
];
/** in[i] is i, out[i] is 0. */
const warp = new OneWarp("float* in, float* out, int n", ARGUMENTS);

/** The requests of the kernel, access by access. */
function accessesOf(body: string, parameters?: string): string[] {
  return warp.profile(body, parameters).accesses.map(({ op, source, requests }) => `${requests} × ${op} ${source}`);
}

describe("a place that a loop comes back to", () => {
  it.each<[string, string, string[], string?]>([
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
    [
      "is loaded once and stored once, if __restrict__ says that nothing else is there",
      "for (int i = 0; i < n; i++) out[t] += in[32 * i + t];",
      ["1 × load out[t]", "1 × store out[t]", "4 × load in[32 * i + t]"],
      "const float* __restrict__ in, float* __restrict__ out, int n",
    ],
    [
      "is loaded once beside a barrier, if __restrict__ says that nothing changes it",
      "float s = 0; for (int i = 0; i < n; i++) { s += in[t]; __syncthreads(); } out[t] = s;",
      ["1 × load in[t]", "1 × store out[t]"],
      "const float* __restrict__ in, float* __restrict__ out, int n",
    ],
    [
      "is loaded once behind a store to another, if __restrict__ says that nothing else is there",
      "float a = in[t]; out[t] = a; out[t + 32] = in[t] + 1;",
      ["1 × load in[t]", "1 × store out[t]", "1 × store out[t + 32]"],
      "const float* __restrict__ in, float* __restrict__ out, int n",
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
  ])("%s", (_, body, accesses, parameters) => {
    expect(accessesOf(body, parameters).toSorted()).toEqual(accesses.toSorted());
  });

  it.each([
    [
      "its index is set behind it",
      "int j = t; float s = 0; for (int i = 0; i < n; i++) { s += in[j]; j = t + 32; } out[t] = s;",
      (t: number) => t + 3 * (t + 32),
    ],
    [
      "its index is set in some passes",
      "int j = t; float s = 0; for (int i = 0; i < n; i++) { if (i == 2) j = t + 32; s += in[j]; } out[t] = s;",
      (t: number) => 2 * t + 2 * (t + 32),
    ],
    [
      "some passes load it before it is stored",
      "out[t] = t; float s = 0; for (int i = 0; i < n; i++) { if (i != 1) s += out[t]; out[t] = i; } in[t] = s; out[t] = s;",
      (t: number) => t + 1 + 2,
    ],
    [
      "its pointer moves",
      "const float* p = in + t; float s = 0; for (int i = 0; i < n; i++) { s += *p * in[0]; p += 32; s += in[1]; } out[t] = s;",
      () => 4,
    ],
    [
      "lanes go round as often as they like",
      "float s = 0; for (int i = 0; i < t; i++) { out[t] = i; s += in[1]; } if (t == 0) out[t] = 0; out[t] += s;",
      (t: number) => (t === 0 ? 0 : 2 * t - 1),
    ],
  ])("holds what the text says, where %s", (_, body, expected) => {
    expect(warp.out(body)).toEqual(Array.from({ length: 32 }, (_, t) => expected(t)));
  });

  it("is loaded and stored in each pass, if it is volatile", () => {
    const body = "for (int i = 0; i < n; i++) out[t] += i;";
    const inEachPass = ["4 × load out[t]", "4 × store out[t]"];
    expect(accessesOf(body, "float* in, volatile float* out, int n")).toEqual(inEachPass);
    expect(accessesOf(`((volatile float*)out)[t]; ${body.replace("out[t]", "((float volatile*)out)[t]")}`)).toContain(
      "4 × store ((float volatile*)out)[t]",
    );
    const field = "struct Sum { float sum; }; volatile Sum* s = (volatile Sum*)out; for (int i = 0; i < n; i++) s[t].sum += i;";
    expect(accessesOf(field)).toEqual(["4 × load s[t].sum", "4 × store s[t].sum"]);
  });

  it("is what it is without the word, if something else is volatile, or a comment says so", () => {
    const body = "for (int i = 0; i < n; i++) out[t] += i;";
    const once = ["1 × load out[t]", "1 × store out[t]"];
    expect(accessesOf(`// volatile\n${body}`)).toEqual(once);
    expect(accessesOf(body, "volatile float* in, float* out, int n")).toEqual(once);
  });
});

describe("a promise that nothing else reaches a place", () => {
  const body = "for (int i = 0; i < n; i++) out[t] += in[32 * i + t];";
  const onceFrom = (parameters: string, before = ""): boolean =>
    new OneWarp(parameters, ARGUMENTS, before).profile(body).accesses.some(({ op, requests }) => op === "store" && requests === 1);

  it.each([
    ["for both pointers", "const float* __restrict__ in, float* __restrict__ out, int n", true],
    ["for one of the two", "const float* in, float* __restrict out, int n", true],
    ["by the name of a macro", "const float* in, float* ALONE out, int n", true],
    ["by the name of a type", "const float* in, Alone out, int n", true],
    ["in a comment", "const float* in, /* no __restrict__ */ float* out, int n", false],
    ["nowhere", "const float* in, float* out, int n", false],
  ])("is kept, where it stands %s", (_, parameters, isKept) => {
    expect(onceFrom(parameters, "#define ALONE __restrict__\ntypedef float* __restrict__ Alone;")).toBe(isKept);
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

describe("what has been loaded", () => {
  const fields = (body: string): string[] => accessesOf(`float4* p = (float4*)in; ${body}`);

  it("is kept behind a store beside it: fields of one struct are not each other", () => {
    expect(fields("p[t].x += p[t].w; p[t].y += p[t].w;")).toEqual([
      "1 × load p[t].x",
      "1 × store p[t].x",
      "1 × load p[t].w",
      "1 × load p[t].y",
      "1 × store p[t].y",
    ]);
  });

  it("is loaded again behind a store that may be to it", () => {
    expect(fields("float w = p[t].w; p[n].w = 1; out[t] = w + p[t].w;").filter((access) => access === "1 × load p[t].w")).toHaveLength(2);
    expect(fields("float w = p[t].w; *(float2*)&p[t].z = make_float2(1, 2); out[t] = w + p[t].w;")).toHaveLength(4);
  });
});
