import { describe, expect, test } from "vitest";
import { requestsOfBlock } from "./block-requests.ts";
import { galleryKernel } from "./gallery-texts.ts";
import { addressGroups, atomicReadings, constantSentence, contentionSentence, interleaved } from "./address-groups.ts";
import { dimensionsOf } from "./lab-kernel.ts";
import { labLanes } from "./lab-lanes.ts";
import { laneFacts } from "./lane-facts.ts";
import type { LabRun } from "./profile.ts";
import { h200 } from "#simulator";

/** A block of 32 × 2 threads with an array `a` of 64 elements: 0, 1, … */
function runOf(body: string, type = "int"): LabRun {
  return {
    source: `__constant__ int table[64];\n__global__ void k(${type}* a) { int t = threadIdx.y * 32 + threadIdx.x; ${body} }`,
    device: "h200",
    launch: {
      kernel: "k",
      grid: [1, 1, 1],
      block: [32, 2, 1],
      sharedBytes: 0,
      symbols: [],
      arguments: [{ array: "a", type, length: 64, fill: { indexModulo: 64 } }],
    },
  };
}

/** What a lane of the last request of warp 1 does. */
function factsOf(body: string, lane = 3, type = "int") {
  const run = runOf(body, type);
  const { requests, arrays } = requestsOfBlock(run, 0);
  return laneFacts(requests.at(-1)!, lane, dimensionsOf(run.launch), arrays);
}

const deeds: readonly [string, string, string, string?][] = [
  ["a[t] = 2 * t;", "stores 70", "a[35], at byte 140"],
  ["int v = a[63 - t]; if (v > 1000) a[0] = v;", "loads 28", "a[28], at byte 112"],
  ["__shared__ int tile[4][33]; tile[2][threadIdx.x] = t;", "stores 35", "tile[2][3], at byte 276"],
  ["atomicAdd(&a[0], 1);", "adds 1 to 35", "a[0], at byte 0"],
  ["atomicMax(&a[t], 40);", "leaves the larger of 40 and 35", "a[35], at byte 140"],
  ["atomicExch(&a[t], 7);", "puts 7 in the place of 35", "a[35], at byte 140"],
  ["atomicCAS(&a[t], 35, 9);", "finds 35, as it expects, and puts 9", "a[35], at byte 140"],
  ["atomicCAS(&a[t], 1, 9);", "finds 35 where it expects 1, and leaves it", "a[35], at byte 140"],
  ["atomicAdd((float2*)a, make_float2(1, 2));", "adds {1, 2} to {35, 71}", "a[0], at byte 0", "float"],
  ["a[t] = t / 3.0f;", "stores 11.66667", "a[35], at byte 140", "float"],
  ["((int4*)a)[threadIdx.x % 4] = make_int4(t, 1, 2, 3);", "stores {35, 1, 2, 3}", "a[12], at byte 48"],
  ["a[t] = __nv_fp8_e4m3(t / 4.0f);", "stores 9", "a[35], at byte 35", "__nv_fp8_e4m3"],
  ["__nv_fp8_e5m2 v = a[t]; if (float(v) > 1000) a[0] = v;", "loads 32", "a[35], at byte 35", "__nv_fp8_e5m2"],
  [
    "((__nv_fp8x4_e4m3*)a)[threadIdx.x] = __nv_fp8x4_e4m3(make_float4(1, -2, 0.5f, t));",
    "stores {1, -2, 0.5, 36}",
    "a[12], at byte 12",
    "__nv_fp8_e4m3",
  ],
];
test.each(deeds)("%s: a lane %ss", (body, does, place, type = "int") => {
  expect(factsOf(body, 3, type)).toMatchObject({ thread: "(3, 1)", isActive: true, does, place });
});

test("a copy passes no register: its two sides have no value", () => {
  const run = runOf("__shared__ int tile[64]; __pipeline_memcpy_async(&tile[t], &a[t], 4); __pipeline_commit(); __pipeline_wait_prior(0);");
  const sides = requestsOfBlock({ ...run, source: `#include <cuda_pipeline.h>\n${run.source}` }, 0);
  const facts = sides.requests.slice(0, 2).map((request) => laneFacts(request, 3, dimensionsOf(run.launch), sides.arrays));
  expect(facts.map(({ does, place }) => `${does}: ${place}`)).toEqual([
    "copies 4 bytes from here: a[3], at byte 12",
    "copies 4 bytes to here: tile[3], at byte 12",
  ]);
});

test("a lane that takes no part", () => {
  expect(factsOf("if (threadIdx.x != 3) a[t] = 1;")).toEqual({ lane: 3, isActive: false, thread: "(3, 1)" });
});

test("pointers among its variables are shown by what they point to", () => {
  const { locals } = factsOf("int* p = a + t; bool odd = t % 2; *p = odd ? 1 : 2;");
  expect(locals).toEqual([
    { name: "a", value: "&a[0]" },
    { name: "t", value: "35" },
    { name: "p", value: "&a[35]" },
    { name: "odd", value: "true" },
  ]);
});

test("the table of lanes has the element, the value, and what an atomic finds", () => {
  const run = runOf("__shared__ int tile[4][33]; tile[2][threadIdx.x] = t; atomicAdd(&a[0], 2);");
  const { requests, arrays } = requestsOfBlock(run, 0);
  const table = (number: number) => labLanes(requests[number]!, dimensionsOf(run.launch), arrays);
  expect(table(2).columns).toEqual(["lane", "threadIdx.x", "threadIdx.y", "element", "byte address", "bank", "word", "value"]);
  expect(table(2).rows[3]!.cells.map(({ text }) => text)).toEqual(["3", "3", "1", "tile[2][3]", "276", "5", "69", "35"]);
  expect(table(1).columns.slice(-2)).toEqual(["value", "finds"]);
  expect(
    table(1)
      .rows[3]!.cells.slice(-2)
      .map(({ text }) => text),
  ).toEqual(["2", "6"]);
});

describe("lanes on one address", () => {
  const requestOf = (body: string) => {
    const { requests, arrays } = requestsOfBlock(runOf(body), 0);
    return { request: requests[0]!, groups: addressGroups(requests[0]!, arrays) };
  };

  test("are grouped, those of the most lanes first", () => {
    const { groups } = requestOf("a[threadIdx.x < 20 ? 5 : threadIdx.x] = 1;");
    expect(groups.slice(0, 2)).toEqual([
      { name: "a[5]", lanes: Array.from({ length: 20 }, (_, lane) => lane) },
      { name: "a[20]", lanes: [20] },
    ]);
  });

  test("of constant memory are served at once, others one after the other", () => {
    expect(constantSentence(requestOf("a[t] = table[7];").groups)).toContain("at once");
    expect(constantSentence(requestOf("a[t] = table[threadIdx.x / 4];").groups)).toContain("8 addresses: the request is split into 8");
  });

  const atomics: readonly [string, string, RegExp, Record<string, string>][] = [
    [
      "a reduction in global memory",
      "atomicAdd(&a[threadIdx.x / 8], 3);",
      /4 elements; 8 lanes of the warp meet at a\[0\], and take/,
      { sectors: "8" },
    ],
    ["one of its own each", "atomicAdd(&a[threadIdx.x], 3);", /No lane waits/, { sectors: "4" }],
    [
      "counting in shared memory",
      "__shared__ int n; atomicAdd(&n, 1);",
      /one element; 32 lanes .* for all of them at once/,
      { wavefronts: "1" },
    ],
    [
      "other additions in shared memory",
      "__shared__ int n; atomicAdd(&n, t);",
      /32 lanes of the warp meet at n, and take turns/,
      { conflicts: "31" },
    ],
  ];
  test.each(atomics)("%s", (_, body, sentence, readings) => {
    const { request, groups } = requestOf(body);
    expect(contentionSentence(groups, request)).toMatch(sentence);
    expect(Object.fromEntries(atomicReadings(request, h200).map(({ name, value }) => [name, value]))).toMatchObject(readings);
  });
});

test("in local memory, the words of the lanes lie side by side", () => {
  const run = runOf("int own[8]; int* p = t > 5 ? own : own + 0; for (int i = 0; i < 8; i++) p[i] = i; a[t] = p[a[t] % 8];");
  const { requests, localBytesPerThread } = requestsOfBlock(run, 0);
  const local = requests.filter(({ space, warp }) => space === "local" && warp === 1);
  const addresses = local.map((request) => interleaved(request, "store", 4, localBytesPerThread).addresses);
  expect(addresses[0]!.slice(0, 3)).toEqual([0, 4, 8]);
  // The next element of the array is a whole line of 32 words further on.
  expect(addresses[1]!.map((address, lane) => address - addresses[0]![lane]!)).toEqual(Array.from({ length: 32 }, () => 128));
});

test("the gallery's histogram finds what the lanes before have left in the bins", () => {
  const { requests } = requestsOfBlock(galleryKernel("histogram-shared", ""), 0);
  expect(requests.filter(({ operator }) => operator === "add").every(({ found }) => found !== undefined)).toBe(true);
});
