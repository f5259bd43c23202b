import { describe, expect, it } from "vitest";
import { profileHost } from "../../host/profile-host.ts";
import { h200 } from "#simulator";
import { describedAddress, type DescribedMatrix, type MatrixDescriptor } from "#simulator/matrix-descriptor.ts";
import { warpgroupFragment } from "#simulator/warpgroup-product.ts";
import { compileProgram } from "../../compile.ts";
import { parseLaunch } from "../../launch/launch.ts";
import { runLaunch, type LaunchResult } from "../../launch/run-launch.ts";
import { parse } from "../../syntax/parse.ts";

type Layout = Omit<MatrixDescriptor, "startAddress"> & Pick<DescribedMatrix, "major">;

const M = 64;
const TILE_BYTES = 16 * 1024;
const MODES = { none: 0, "128B": 1, "64B": 2, "32B": 3 } as const;

const ROWS_128B: Layout = { leadingBytes: 16, strideBytes: 1024, baseOffset: 0, mode: "128B", major: "k" };
const ROWS_64B: Layout = { leadingBytes: 16, strideBytes: 512, baseOffset: 0, mode: "64B", major: "k" };
const ROWS_32B: Layout = { leadingBytes: 16, strideBytes: 256, baseOffset: 0, mode: "32B", major: "k" };
const ROWS: Layout = { leadingBytes: 128, strideBytes: 256, baseOffset: 0, mode: "none", major: "k" };
const COLUMNS_128B: Layout = { leadingBytes: 2048, strideBytes: 1024, baseOffset: 0, mode: "128B", major: "mn" };
const COLUMNS: Layout = { leadingBytes: 2048, strideBytes: 128, baseOffset: 0, mode: "none", major: "mn" };
const MOVED: Layout = { ...ROWS_128B, baseOffset: 1 };

const descriptorText = ({ leadingBytes, strideBytes, baseOffset, mode }: Layout, tile: string): string =>
  `(((unsigned long long)__cvta_generic_to_shared(${tile}) & 0x3ffff) >> 4 | ${leadingBytes / 16}ull << 16 | ${strideBytes / 16}ull << 32 | ${baseOffset}ull << 49 | ${MODES[mode]}ull << 62)`;

const list = (from: number, count: number): string => `{${Array.from({ length: count }, (_, i) => `%${from + i}`).join(", ")}}`;

interface Kind {
  readonly instruction: string;
  readonly element: "half" | "float" | "signed char";
  readonly bytes: 1 | 2 | 4;
  readonly n: number;
  readonly sum: "float" | "int";
}

const HALVES: Kind = { instruction: "m64n16k16.f32.f16.f16", element: "half", bytes: 2, n: 16, sum: "float" };
const TF32: Kind = { instruction: "m64n24k8.f32.tf32.tf32", element: "float", bytes: 4, n: 24, sum: "float" };
const BYTES: Kind = { instruction: "m64n32k32.s32.s8.s8", element: "signed char", bytes: 1, n: 32, sum: "int" };

const small = (length: number, offset: number): number[] => Array.from({ length }, (_, i) => ((i * 7 + offset) % 11) - 5);

/** Puts the tiles into shared memory as they lie there, and multiplies once. @param scales behind the predicate */
function multiplied(kind: Kind, layoutA: Layout | "registers", layoutB: Layout, adds: string, scales: string, threads = 128): LaunchResult {
  const { instruction, element, bytes, n, sum } = kind;
  const k = 32 / bytes;
  const sums = n / 2;
  const letter = sum === "float" ? "f" : "r";
  const held = layoutA === "registers";
  const a = held ? list(sums, 4) : `%${sums}`;
  const b = `%${sums + (held ? 4 : 1)}`;
  const inputs = [
    ...(held ? [0, 1, 2, 3].map((i) => `"r"(held[${i}])`) : [`"l"(${descriptorText(layoutA, "tileA")})`]),
    `"l"(${descriptorText(layoutB, "tileB")})`,
  ];
  const text = `__global__ void multiply(const ${element}* a, const ${element}* b, const ${element}* rows, ${sum}* d) {
  __shared__ alignas(1024) ${element} tileA[${TILE_BYTES / bytes}];
  __shared__ alignas(1024) ${element} tileB[${TILE_BYTES / bytes}];
  for (int i = threadIdx.x; i < ${TILE_BYTES / bytes}; i += blockDim.x) { tileA[i] = a[i]; tileB[i] = b[i]; }
  int top = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, place = threadIdx.x % 4;
  unsigned held[4];
  for (int r = 0; r < 4; r++) held[r] = *(const unsigned*)(rows + (top + 8 * (r % 2)) * ${k} + (16 * (r / 2) + 4 * place) / ${bytes});
  ${sum} s[${sums}];
  for (int i = 0; i < ${sums}; i++) s[i] = i;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.${instruction} ${list(0, sums)}, ${a}, ${b}, ${adds}${scales};"
    : ${Array.from({ length: sums }, (_, i) => `"+${letter}"(s[${i}])`).join(", ")} : ${inputs.join(", ")});
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int i = 0; i < ${sums}; i++) d[(top + i / 2 % 2 * 8) * ${n} + i / 4 * 8 + place * 2 + i % 2] = s[i];
}`;
  const tile = (layout: Layout, rows: number, values: readonly number[]): number[] => {
    const elements = new Array<number>(TILE_BYTES / bytes).fill(0);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < k; column++) {
        const address = describedAddress(layout, 0, { elementBytes: bytes, major: layout.major }, row, column);
        if (address < TILE_BYTES) elements[address / bytes] = values[row * k + column]!;
      }
    }
    return elements;
  };
  const values = { a: small(M * k, 3), b: small(n * k, 1) };
  const launch = parseLaunch({
    kernel: "multiply",
    grid: [1, 1, 1],
    block: [threads, 1, 1],
    arguments: [
      { array: "a", type: element, length: TILE_BYTES / bytes, fill: { values: tile(held ? ROWS : layoutA, M, values.a) } },
      { array: "b", type: element, length: TILE_BYTES / bytes, fill: { values: tile(layoutB, n, values.b) } },
      { array: "rows", type: element, length: M * k, fill: { values: values.a } },
      { array: "d", type: sum, length: M * n, fill: { constant: 0 } },
    ],
  });
  return runLaunch(compileProgram(parse(text), "multiply", []), launch, { device: h200 });
}

/** The product of the host; `i` of thread t's registers begins as i. */
function expected({ n, bytes }: Kind, adds: boolean, sign: number): number[] {
  const k = 32 / bytes;
  const [a, b] = [small(M * k, 3), small(n * k, 1)];
  return Array.from({ length: M * n }, (_, at) => {
    const [row, column] = [Math.floor(at / n), at % n];
    const register = 4 * Math.floor(column / 8) + 2 * Math.floor((row % 16) / 8) + (column % 2);
    const product = Array.from({ length: k }, (_value, j) => a[row * k + j]! * b[column * k + j]!).reduce((all, one) => all + one, 0);
    return (adds ? register : 0) + sign * product;
  });
}

function sumsOf({ memory, arrays }: LaunchResult, { sum, n }: Kind): number[] {
  const start = arrays[3]!.address >>> 2;
  return Array.from((sum === "float" ? memory.f32 : memory.i32).subarray(start, start + M * n));
}

describe("a product of a warpgroup", () => {
  it.each<[what: string, kind: Kind, a: Layout | "registers", b: Layout, adds: string, scales: string, sign: number]>([
    ["halves, without a swizzle", HALVES, ROWS, ROWS, "1", ", 1, 1, 0, 0", 1],
    ["halves, 128B", HALVES, ROWS_128B, ROWS_128B, "1", ", 1, 1, 0, 0", 1],
    ["halves, 64B and 32B", HALVES, ROWS_64B, ROWS_32B, "1", ", 1, 1, 0, 0", 1],
    ["halves, less a base offset", HALVES, MOVED, ROWS_128B, "1", ", 1, 1, 0, 0", 1],
    ["a along m, b along n, 128B", HALVES, COLUMNS_128B, COLUMNS_128B, "1", ", 1, 1, 1, 1", 1],
    ["b along n, without a swizzle", HALVES, ROWS, COLUMNS, "1", ", 1, 1, 0, 1", 1],
    ["a in registers", HALVES, "registers", ROWS_128B, "1", ", 1, 1, 0", 1],
    ["a in registers, b along n", HALVES, "registers", COLUMNS_128B, "1", ", 1, 1, 1", 1],
    ["nothing added", HALVES, ROWS_128B, ROWS_128B, "0", ", 1, 1, 0, 0", 1],
    ["a negative", HALVES, ROWS_128B, ROWS_128B, "1", ", -1, 1, 0, 0", -1],
    ["both negative", HALVES, ROWS_128B, ROWS_128B, "1", ", -1, -1, 0, 0", 1],
    ["tf32", TF32, ROWS_128B, ROWS_64B, "1", ", 1, 1", 1],
    ["tf32, a in registers", TF32, "registers", ROWS, "1", ", 1, 1", 1],
    ["bytes", BYTES, ROWS, ROWS_128B, "1", "", 1],
    ["bytes, a in registers", BYTES, "registers", ROWS_32B, "1", "", 1],
  ])("%s: is that of the host, with nothing found", (_, kind, a, b, adds, scales, sign) => {
    const result = multiplied(kind, a, b, adds, scales);
    expect(result.findings.map(({ kind: found, message }) => `${found}: ${message}`)).toEqual([]);
    expect(sumsOf(result, kind)).toEqual(expected(kind, adds === "1", sign));
    const [counts] = result.sites.find(({ site }) => site.isProduct)!.counts;
    // A wavefront for each 128 bytes of b, and of a.
    expect(counts).toMatchObject({ space: "shared", requests: 4, wavefronts: kind.n / 4 + (a === "registers" ? 0 : 16), bankConflicts: 0 });
  });

  it("by two warps is none", () => {
    const { findings } = multiplied(HALVES, ROWS, ROWS, "1", ", 1, 1, 0, 0", 64);
    expect(findings.map(({ kind }) => kind)).toContain("partial-warpgroup");
    expect(findings.find(({ kind }) => kind === "partial-warpgroup")!.message).toContain("a warpgroup that has 64 threads");
  });

  it("beyond shared memory is refused", () => {
    const { findings } = multiplied(HALVES, ROWS, { ...ROWS_128B, strideBytes: 128 * 1024 }, "1", ", 1, 1, 0, 0");
    expect(findings[0]).toMatchObject({ kind: "out-of-bounds" });
    expect(findings[0]!.message).toContain(
      "matrix b reaches beyond the block's shared memory: from `tileB` on, with a leading offset of 16 bytes",
    );
  });

  it.each<[what: string, a: Layout, b: Layout, words: string]>([
    [
      "b's stride is half of what eight columns take",
      ROWS_128B,
      { ...ROWS_128B, strideBytes: 512 },
      "matrix b has column 8 where column 4 lies: its descriptor has a leading offset of 16 bytes and a stride of 512, where eight columns take 1,024 bytes with the swizzle of 128 bytes.",
    ],
    [
      "a's offsets are one",
      { ...ROWS, leadingBytes: 128, strideBytes: 128 },
      ROWS,
      "matrix a has row 8 where element (0, 8) lies: its descriptor has a leading offset of 128 bytes and a stride of 128.",
    ],
  ])("whose elements lie in one place is found: %s", (_, a, b, words) => {
    const { findings } = multiplied(HALVES, a, b, "1", ", 1, 1, 0, 0");
    expect(findings.filter(({ kind }) => kind === "misused-instruction").map(({ message }) => message)).toEqual([
      expect.stringContaining(words),
    ]);
  });

  it.each([
    ["m64n12k16.f32.f16.f16", "The lab has no product `m64n12k16.f32.f16.f16` of a warpgroup: it multiplies f16 as m64nNk16"],
    ["m64n8k8.f32.f16.f16", "it multiplies f16 as m64nNk16"],
    ["m64n8k16.f32.bf16.f16", "both matrices of one kind"],
    ["m64n8k16.f16.bf16.bf16", "and adds up in f32"],
    ["m64n40k32.s32.s8.s8", "it multiplies s8 as m64nNk32"],
    ["m64n8k32.s32.s8.bf16", "both matrices of one kind"],
    ["m64n8k32.s32.e4m3.e5m2", "it multiplies e4m3 as m64nNk32, N a multiple of 8 up to 256, and adds up in f32 or f16"],
  ])("%s is refused", (instruction, message) => {
    const kind = { ...HALVES, instruction };
    expect(() => multiplied(kind, ROWS, ROWS, "1", ", 1, 1, 0, 0")).toThrow(message);
  });
});

describe("warps of a warpgroup", () => {
  const product = (a: string): string =>
    `asm volatile("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %5, 1, 1, 1;"
      : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]) : "l"(${a}), "l"(${descriptorText(ROWS, "tile")}));`;
  const found = (body: string): string[] => {
    const text = `__global__ void multiply(float* d) {
      __shared__ alignas(1024) float tile[1024];
      for (int i = threadIdx.x; i < 1024; i += 128) tile[i] = 1;
      float s[4] = {};
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      __syncthreads();
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
      ${body}
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
      d[threadIdx.x] = s[0];
    }`;
    const launch = parseLaunch({
      kernel: "multiply",
      grid: [1, 1, 1],
      block: [128, 1, 1],
      arguments: [{ array: "d", type: "float", length: 128 }],
    });
    return runLaunch(compileProgram(parse(text), "multiply", []), launch, { device: h200 }).findings.map(
      ({ kind, message }) => `${kind}: ${message}`,
    );
  };
  const tile = descriptorText(ROWS, "tile");

  it("all run the same product", () => expect(found(product(tile))).toEqual([]));

  it.each([
    ["one leaves it out", `if (threadIdx.x < 96) { ${product(tile)} }`, "has not run a product that other warps of its warpgroup have"],
    ["half of one leaves it out", `if (threadIdx.x < 112) { ${product(tile)} }`, "while other lanes of its warp don't"],
    [
      "each has a descriptor of its own",
      product(descriptorText(ROWS, "tile + threadIdx.x / 32 * 64")),
      "than other warps of its warpgroup",
    ],
    ["each lane has one", product(descriptorText(ROWS, "tile + threadIdx.x % 2 * 64")), "than other lanes of its warp"],
    [
      "they run different ones",
      `if (threadIdx.x < 64) { ${product(tile)} } else { ${product(tile)} }`,
      "runs another product than other warps",
    ],
  ])("%s", (_, body, words) => {
    const messages = found(body);
    expect(messages.every((message) => message.startsWith("partial-warpgroup"))).toBe(true);
    expect(messages.join("\n")).toContain(words);
  });

  it("hang if they wait for a product that one never begins", () => {
    const done =
      'asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");';
    const messages = found(`if (threadIdx.x < 96) { ${product(tile)} ${done} } __syncthreads();`);
    const deadlock = messages.find((message) => message.startsWith("deadlock"));
    expect(deadlock).toContain("for products that not all warps of its warpgroup have begun");
  });
});

describe("the sums of a product", () => {
  const text = (declaration: string, products: string, sum: string): string => `
    __device__ void multiply(float (&d)[4], unsigned long long tile, int scale) {
      asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %4, p, 1, 1; }"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(tile), "r"(scale));
    }
    __global__ void sums(float* out, int n) {
      __shared__ alignas(1024) float tile[1024];
      for (int i = threadIdx.x; i < 1024; i += 128) tile[i] = 1;
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      __syncthreads();
      unsigned long long ones = ${descriptorText(ROWS, "tile")};
      ${declaration}
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
      ${products}
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
      out[threadIdx.x] = ${sum};
    }`;
  const found = (declaration: string, products: string, sum = "d[0]"): string[] => {
    const launch = parseLaunch({
      kernel: "sums",
      grid: [1, 1, 1],
      block: [128, 1, 1],
      arguments: [
        { array: "out", type: "float", length: 128 },
        { value: 3, type: "int" },
      ],
    });
    const { findings } = runLaunch(compileProgram(parse(text(declaration, products, sum)), "sums", []), launch, { device: h200 });
    return findings.map(({ kind, message }) => `${kind}: ${message}`);
  };
  const FOUR = '"+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)';
  const scalars = `asm volatile("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %4, 1, 1, 1;" : ${FOUR} : "l"(ones));`;

  it.each<[what: string, declaration: string, products: string, sum?: string]>([
    ["scale-d is 0", "float d[4];", "multiply(d, ones, 0);"],
    ["scale-d of the first pass is 0", "float d[4];", "for (int k = 0; k < n; k++) multiply(d, ones, k != 0);"],
    ["the first of two products sets them", "float d[4];", "multiply(d, ones, 0); for (int k = 0; k < n; k++) multiply(d, ones, 1);"],
    ["a declaration sets them", "float d[4] = {};", "for (int k = 0; k < n; k++) multiply(d, ones, 1);"],
    ["a loop sets them", "float d[4]; for (int i = 0; i < 4; i++) d[i] = 0;", "for (int k = 0; k < n; k++) multiply(d, ones, 1);"],
    ["memset sets them", "float d[4]; memset(d, 0, sizeof(d));", "multiply(d, ones, 1);"],
    ["they are those of another product", "float c[4], d[4];", "multiply(c, ones, 0); for (int i = 0; i < 4; i++) d[i] = c[i]; multiply(d, ones, 1);"],
    ["each of two rows has its first pass", "float d[2][4];", "for (int m = 0; m < 2; m++) for (int k = 0; k < n; k++) multiply(d[m], ones, k > 0);", "d[0][0] + d[1][0]"],
    ["a struct has them", "struct Sums { float of[4]; } s; for (float &one : s.of) one = 0;", "multiply(s.of, ones, 1);", "s.of[0]"],
    ["they are four variables", "float d0 = 0, d1 = 0, d2 = 0, d3 = 0;", scalars, "d0"],
  ])("have a value where %s", (_, declaration, products, sum) => {
    expect(found(declaration, products, sum).filter((message) => message.startsWith("uninitialized"))).toEqual([]);
  }); // prettier-ignore

  it.each<[what: string, name: string, declaration: string, products: string, sum?: string]>([
    ["scale-d is 1", "d", "float d[4];", "multiply(d, ones, 1);"],
    ["scale-d is 1 in all passes", "d", "float d[4];", "for (int k = 0; k < n; k++) multiply(d, ones, 1);"],
    ["scale-d is 0 in the second pass", "d", "float d[4];", "for (int k = 0; k < n; k++) multiply(d, ones, k != 1);"],
    ["they are fenced only", "d", 'float d[4]; for (int i = 0; i < 4; i++) asm volatile("" : "+f"(d[i]) :: "memory");', "multiply(d, ones, 1);"],
    ["others are set", "d", "float c[4] = {}, d[4];", "multiply(c, ones, 1); multiply(d, ones, 1);"],
    ["one of four variables is not set", "d2", "float d0 = 0, d1 = 0, d2, d3 = 0;", scalars, "d0"],
    ["they are set behind the product", "d", "float d[4];", "multiply(d, ones, 1); asm volatile(\"wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\" ::: \"memory\"); d[0] = 0;"],
  ])("have none where %s", (_, name, declaration, products, sum) => {
    const words = `begins a product that adds to \`${name}\`, which nothing has set: scale-d is 1`;
    expect(found(declaration, products, sum).filter((message) => message.startsWith("uninitialized"))).toEqual([expect.stringContaining(words)]);
  }); // prettier-ignore

  it("are set to 0 where they are declared, as the remedy that is tried", () => {
    const main = "\nint main() { float *out; cudaMalloc(&out, 512); sums<<<1, 128>>>(out, 3); }";
    const [launch] = profileHost(text("float d[4];", "multiply(d, ones, 1);", "d[0]") + main, h200).launches;
    expect(launch!.remedies).toEqual([expect.objectContaining({ words: "`d` set to 0 in line 12", ends: [0] })]);
    expect(launch!.remedies![0]!.insertions).toEqual([expect.objectContaining({ text: " = {}" })]);
  });
});

describe("a tile that comes by a copy", () => {
  const product = `asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
      asm volatile("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %4, 1, 1, 1;"
        : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]) : "l"(${descriptorText(ROWS, "tile")}));
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");`;
  const done = 'asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");';
  const copy = `if (threadIdx.x == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4096;" :: "r"(at(&bar)) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 4096, [%2];" :: "r"(at(tile)), "l"(in), "r"(at(&bar)) : "memory");
      }`;
  const landed = (parity: number): string =>
    `{ unsigned ok = 0; while (!ok) asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], ${parity}; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(at(&bar)) : "memory"); }`;
  const found = (body: string): string[] => {
    const text = `__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
    __global__ void multiply(const float* in, float* d) {
      __shared__ alignas(1024) float tile[1024];
      __shared__ unsigned long long bar;
      float s[4] = {};
      if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(at(&bar)) : "memory");
      __syncthreads();
      ${body}
      d[threadIdx.x] = s[0];
    }`;
    const launch = parseLaunch({
      kernel: "multiply",
      grid: [1, 1, 1],
      block: [128, 1, 1],
      arguments: [
        { array: "in", type: "float", length: 1024, fill: { constant: 1 } },
        { array: "d", type: "float", length: 128 },
      ],
    });
    return runLaunch(compileProgram(parse(text), "multiply", []), launch, { device: h200 }).findings.map(
      ({ kind, message }) => `${kind}: ${message}`,
    );
  };

  it("is multiplied when it has landed, and comes again when the products are done: without a barrier, as one product is all four warps'", () => {
    expect(found([copy, landed(0), product, done, copy, landed(1), product, done].join("\n"))).toEqual([]);
  });

  it.each([
    [
      "multiplied before it has landed",
      [copy, "__syncthreads();", product, done, landed(0)],
      "early-read",
      "which a copy brings: nobody has waited for it",
    ],
    [
      "copied over while it is multiplied",
      [copy, landed(0), product, copy, landed(1), done],
      "copy-overwritten",
      "begins a copy to `tile` while a product of a warpgroup may still read it",
    ],
  ])("is not %s", (_, steps, kind, words) => {
    const [first] = found(steps.join("\n"));
    expect(first).toContain(`${kind}: `);
    expect(first).toContain(words);
  });
});

describe("the fragment of a warpgroup", () => {
  it.each(["a", "d"] as const)("%s has each element once", (operand) => {
    const { rows, columns, elements } = warpgroupFragment({ n: 24, type: "f16" }, operand);
    const places = elements.flat().map(({ row, column }) => row * columns + column);
    expect(places.toSorted((x, y) => x - y)).toEqual(Array.from({ length: rows * columns }, (_, place) => place));
  });

  it.each([
    ["a", 37, 5, { row: 17, column: 11 }],
    ["d", 127, 6, { row: 63, column: 14 }],
  ] as const)("%s: thread %i, element %i", (operand, thread, index, place) => {
    expect(warpgroupFragment({ n: 24, type: "f16" }, operand).elements[thread]![index]).toEqual(place);
  });
});
