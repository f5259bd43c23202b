import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { devices } from "#simulator";
import { launchedKernel } from "#cuda/launch/launched-kernel.ts";
import { placeLaunch, runOn, type PlacedLaunch } from "#cuda/launch/run-launch.ts";
import { compileProgram } from "#cuda/compile.ts";
import { SCALAR_BYTES } from "#cuda/ir/program.ts";
import { MOST_REQUESTS, valueOfLane, type BlockRequest } from "./block-recorder.ts";
import { requestsOfBlock, watchedBlock, type BlockRequests } from "./block-requests.ts";
import { galleryKernel } from "./gallery-texts.ts";
import type { LabRun } from "./profile.ts";

const transpose = galleryKernel("transpose-tiled", "");

/** One block of 32 threads, with arrays of 64 ints: `out` of zeros, `in` of 0, 1, … */
function runOf(source: string, { grid = [1, 1, 1], block = [32, 1, 1], sharedBytes = 0 }: Partial<LabRun["launch"]> = {}): LabRun {
  return {
    source,
    device: "h200",
    launch: {
      kernel: "k",
      grid,
      block,
      sharedBytes,
      symbols: [],
      arguments: [
        { array: "out", type: "int", length: 64 },
        { array: "in", type: "int", length: 64, fill: { indexModulo: 64 } },
      ],
    } as LabRun["launch"],
  };
}

const valuesIn = (request: BlockRequest | undefined, lanes: readonly number[]): (number | bigint)[] =>
  lanes.map((lane) => valueOfLane(request!.values[0]!, lane));

test("the requests of a block come in order, with addresses from the start of their array", () => {
  const { requests, further } = requestsOfBlock(transpose, 17);
  expect([requests.length, further]).toEqual([128, 0]);
  const [first] = requests;
  expect(first).toMatchObject({ warp: 0, space: "global", array: "in", elementBytes: 4 });
  // Block 17 is (1, 1): its first row begins at row 32 and column 32 of 512.
  expect(Array.from(first!.addresses.slice(0, 2))).toEqual([4 * (32 * 512 + 32), 4 * (32 * 512 + 33)]);
});

test("between the requests stand the barriers, with their lines and the warps that wait", () => {
  const { barriers } = requestsOfBlock(galleryKernel("reduce-3-sequential", ""), 3);
  expect(barriers.slice(0, 2)).toEqual([
    { after: 16, line: 8, warps: 8 },
    { after: 28, line: 11, warps: 8 },
  ]);
  expect(barriers).toHaveLength(1 + Math.log2(256));
});

test("a request has the values that its lanes load or store", () => {
  const { requests } = requestsOfBlock(transpose, 17);
  expect(valuesIn(requests[0], [0, 1, 31])).toEqual([32 * 512 + 32, 32 * 512 + 33, 32 * 512 + 63]);
  // The first warp's last store: row 32 of `out` gets column 32 of `in`.
  expect(valuesIn(requests.at(65), [0, 1, 31])).toEqual([32 * 512 + 32, 33 * 512 + 32, 63 * 512 + 32]);
});

test("a block is run after those before it: it finds what they have left", () => {
  const counting = runOf("__global__ void k(int* out, int* in) { if (threadIdx.x == 0) out[0] = out[0] + 1; }", { grid: [5, 1, 1] });
  expect(valuesIn(requestsOfBlock(counting, 4).requests[0], [0])).toEqual([4]);
});

describe("an atomic has what each lane finds when its turn comes", () => {
  const atomics: readonly [string, string][] = [
    ["whose result is used", "in[threadIdx.x] = atomicAdd(&out[threadIdx.x / 16], 2);"],
    ["whose result nobody takes", "atomicAdd(&out[threadIdx.x / 16], 2);"],
  ];
  test.each(atomics)("%s", (_, body) => {
    const { requests } = requestsOfBlock(runOf(`__global__ void k(int* out, int* in) { ${body} }`), 0);
    const [request] = requests;
    expect(request).toMatchObject({ operator: "add", values: [2] });
    expect([0, 1, 15, 16].map((lane) => valueOfLane(request!.found![0]!, lane))).toEqual([0, 2, 30, 0]);
  });
});

test("the variables of a thread are those that are in scope and hold a value", () => {
  const { requests } = requestsOfBlock(
    runOf(`__device__ int twice(int given) { int doubled = 2 * given; return doubled; }
__global__ void k(int* out, int* in) {
  int later;
  { int gone = threadIdx.x + 5; out[gone] = gone; }
  int i = twice(threadIdx.x);
  for (int pass = 0; pass < 2; pass++) i += in[pass];
  later = i;
  out[i % 64] = later;
}`),
    0,
  );
  const named = requests.map(({ locals }) => locals!.map(({ name, values }) => `${name} ${valueOfLane(values, 3)}`));
  const out = named[0]![0]!;
  const into = named[0]![1]!;
  expect(named).toEqual([
    [out, into, "gone 8"],
    [out, into, "i 6", "pass 0"],
    [out, into, "i 6", "pass 1"],
    [out, into, "later 7", "i 7"],
  ]);
});

test("its arrays are those of the launch, its symbols and its shared variables, with their lengths", () => {
  const source = `__constant__ float weights[3];
__global__ void k(int* out, int* in) {
  __shared__ short tile[4][33];
  __shared__ int total;
  extern __shared__ float more[];
  if (threadIdx.x == 0) total = weights[0];
  more[threadIdx.x] = tile[0][0] = total;
}`;
  const { arrays } = requestsOfBlock(runOf(source, { sharedBytes: 128 }), 0);
  expect(arrays.map(({ name, space, type, lengths }) => [name, space, type, ...lengths])).toEqual([
    ["out", "global", "int", 64],
    ["in", "global", "int", 64],
    ["weights", "constant", "float", 3],
    ["tile", "shared", "short", 4, 33],
    ["total", "shared", "int"],
    ["more", "shared", "float", 32],
  ]);
});

describe("what is too much is left out, and said", () => {
  const looping = (passes: number) =>
    runOf(`__global__ void k(int* out, int* in) { for (int i = 0; i < ${passes}; i++) out[i % 64] = i; }`);

  test("requests beyond those that are kept are counted", () => {
    const { requests, further, isCut } = requestsOfBlock(looping(MOST_REQUESTS + 7), 0);
    expect([requests.length, further, isCut]).toEqual([MOST_REQUESTS, 7, false]);
  });

  test("a block that makes too many to count is left", () => {
    const { requests, isCut } = requestsOfBlock(looping(1_000_000), 0);
    expect([requests.length, isCut]).toEqual([MOST_REQUESTS, true]);
  });

  test("a block behind a failed assertion makes no request", () => {
    const failing = runOf("__global__ void k(int* out, int* in) { assert(blockIdx.x == 0); out[0] = 1; }", { grid: [3, 1, 1] });
    expect(requestsOfBlock(failing, 0).requests).toHaveLength(1);
    expect(requestsOfBlock(failing, 0)).not.toHaveProperty("end");
    expect(requestsOfBlock(failing, 2)).toMatchObject({ end: "assertion", requests: [] });
  });

  test("a block whose warps wait for ever says so, with the requests that it has made", () => {
    const waiting = runOf(`#include <cuda/ptx>
      __global__ void k(int* out, int* in) {
        __shared__ alignas(8) uint64_t full;
        if (threadIdx.x == 0) cuda::ptx::mbarrier_init(&full, 2);
        out[threadIdx.x] = 1;
        if (threadIdx.x == 0) cuda::ptx::mbarrier_arrive(&full);
        while (!cuda::ptx::mbarrier_try_wait_parity(&full, 0)) {}
        out[threadIdx.x] = 2;
      }`);
    expect(requestsOfBlock(waiting, 0)).toMatchObject({ end: "deadlock", requests: [{ op: "store" }] });
  });

  test("a block that the launch does not have", () => {
    expect(() => requestsOfBlock(transpose, 256)).toThrow("no block 256");
  });
});

test("what is recorded is plain data", () => {
  const { requests } = requestsOfBlock(galleryKernel("histogram-shared", ""), 0);
  expect(structuredClone(requests)).toEqual(requests);
});

/** Addresses of a chunk: some millions of values are held, and an array keeps numbers as they are. */
const CHUNK_BYTES = 256;

/** The value at each address: nothing where it is not known. */
class HeldValues {
  readonly #chunks = new Map<number, (number | bigint | undefined)[]>();
  #first = NaN;
  #chunk: (number | bigint | undefined)[] = [];

  get(address: number): number | bigint | undefined {
    return this.#chunkOf(address)[address - this.#first];
  }

  set(address: number, value: number | bigint | undefined): void {
    this.#chunkOf(address)[address - this.#first] = value;
  }

  /** Most accesses are to the same chunk as the one before. */
  #chunkOf(address: number): (number | bigint | undefined)[] {
    if (address >= this.#first && address < this.#first + CHUNK_BYTES) return this.#chunk;
    this.#first = CHUNK_BYTES * Math.floor(address / CHUNK_BYTES);
    const chunk = this.#chunks.get(this.#first) ?? new Array<number | bigint | undefined>(CHUNK_BYTES);
    this.#chunks.set(this.#first, chunk);
    return (this.#chunk = chunk);
  }
}

/** What the bytes hold that the block has loaded or stored, replayed request by request; the sentence says what contradicts it. */
function contradiction({ requests }: BlockRequests): string | undefined {
  const held = new HeldValues();
  for (const [number, { op, activeMask, base, addresses, types, values, space, instruction, bytesPerLane }] of requests.entries()) {
    const isStore = op === "store";
    if (instruction !== undefined) {
      // Registers of a matrix lie elsewhere than the rows that their lanes name, and copies land later.
      for (let lane = 0; isStore && lane < 32; lane++)
        for (let byte = 0; byte < bytesPerLane; byte++) held.set(base + addresses[lane]! + byte, undefined);
      continue;
    }
    const isAtomic = op === "reduction" || op === "atomic";
    let offset = base;
    for (const [i, value] of values.entries()) {
      for (let lane = 0; lane < 32; lane++) {
        if (((activeMask >>> lane) & 1) === 0) continue;
        const address = offset + addresses[lane]!;
        const own = isAtomic ? undefined : valueOfLane(value, lane);
        const before = isStore || isAtomic ? undefined : held.get(address);
        if (before === undefined) held.set(address, own);
        else if (!Object.is(before, own)) return `request ${number}: lane ${lane} loads ${own} from ${space} memory, which holds ${before}`;
      }
      offset += SCALAR_BYTES[types[i]!];
    }
  }
  return undefined;
}

describe("in every kernel of the gallery", () => {
  const slugs = readdirSync(new URL("../../../content/kernels/", import.meta.url));

  test.each(slugs)("%s makes the same requests as when nobody watches, and loads what was stored last", (slug) => {
    const { source, launch, device } = galleryKernel(slug, "");
    const { file, name, templateArguments } = launchedKernel(source, launch.kernel);
    const kernel = compileProgram(file, name, templateArguments);
    const shape: LabRun["launch"] = { ...launch, grid: [...(kernel.cluster ?? [1, 1, 1])] };
    const placed = placeLaunch(kernel, shape);
    const atStart = placed.memory.snapshot();
    const place = (): PlacedLaunch => {
      atStart.restore();
      return placed;
    };
    const { sites } = runOn(kernel, shape, { device: devices[device]! }, place);
    const block = watchedBlock({ source, file, kernel, shape, device, place }, 0);
    // The counts of a cluster are those of all its blocks, which change each other's shared memory.
    if (kernel.cluster !== undefined) return void expect(block.requests.length).toBeGreaterThan(0);
    expect(contradiction(block)).toBeUndefined();
    // Bulk copies and products of warpgroups are no requests of a warp.
    const counted = new Map(
      sites
        .filter(({ site }) => !site.isProduct)
        .flatMap(({ site, counts }) =>
          counts.flatMap(({ space, requests }) => (space === "bulk" ? [] : [[`${site.number} ${space}`, requests] as const])),
        ),
    );
    const made = Map.groupBy(block.requests, ({ site, space }) => `${site} ${space}`);
    if (block.further === 0) expect(new Map([...made].map(([access, own]) => [access, own.length]))).toEqual(counted);
    else expect(block.requests.length + block.further).toBe([...counted.values()].reduce((sum, requests) => sum + requests, 0));
  });
});

test("a copy is two requests, of global and of shared memory; rows of a matrix say so", () => {
  const { requests } = requestsOfBlock(
    runOf(`__global__ void k(int* out, const int* in) {
      __shared__ __align__(16) int s[128];
      unsigned at = (unsigned)__cvta_generic_to_shared(s + 4 * threadIdx.x), r;
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(at), "l"(in + 4 * (threadIdx.x % 16)));
      asm volatile("cp.async.wait_all;");
      __syncthreads();
      asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(at));
      out[threadIdx.x] = r;
    }`),
    0,
  );
  expect(requests.map(({ op, space, instruction, activeMask }) => [op, space, instruction, activeMask >>> 0])).toEqual([
    ["load", "global", undefined, 0xffffffff],
    ["store", "shared", "cp.async.cg", 0xffffffff],
    ["load", "shared", "ldmatrix", 0xff],
    ["store", "global", undefined, 0xffffffff],
  ]);
  // Row 1 of the matrix is what lane 1 has copied.
  expect(valuesIn(requests.at(-1), [0, 4, 31])).toEqual([0, 4, 31]);
});
