import { z } from "zod";

const lanes = z
  .string()
  .describe("Which lanes are active, as a condition on `lane`: `lane < 16`. All of them if it is left out.")
  .optional();
const width = z.literal([1, 2, 4, 8, 16, 32]).default(4).describe("Bytes per lane.");
const op = z.enum(["load", "store"]).default("load");

const gives = z.number().describe("The number, which a test computes again.");
const given = { label: z.string().describe("What the number is, where the count's name does not say it.").optional(), gives };
/** For counts whose name alone says too little. */
const labelled = { label: z.string().describe("What the number is, in words."), gives };

const request = {
  op,
  at: z.string().describe("Byte address of a lane, as an expression in `lane`: `lane * 4 + 100`."),
  width,
  lanes,
};

const globalRequest = z.strictObject({
  of: z.literal("global"),
  ...request,
  count: z.enum([
    "requests",
    "sectors",
    "idealSectors",
    "cacheLines",
    "tagWavefronts",
    "usefulBytes",
    "sectorBytes",
    "lineBytes",
    "dramReadBytes",
    "dramWriteBytes",
    "efficiency",
    "lineUtilisation",
    "bytesPerSector",
    "dramAmplification",
  ]),
  ...given,
});

const sharedRequest = z.strictObject({
  of: z.literal("shared"),
  ...request,
  count: z.enum(["wavefronts", "groups", "bankConflicts", "conflictDegree"]),
  ...given,
});

const arithmetic = z.strictObject({
  of: z.literal("arithmetic"),
  calculate: z.string().describe("An expression of numbers alone: `33 / 32 - 1`."),
  ...given,
});

const matrixCount = z.literal([1, 2, 4]).default(4);

const matrixRows = z.strictObject({
  of: z.literal("matrices"),
  op: op.describe("`load` is `ldmatrix`, `store` is `stmatrix`."),
  matrices: matrixCount,
  at: z.string().describe("Byte address of the row that a lane gives, in `lane`: lane 8 m + r gives row r of matrix m."),
  count: z.enum(["wavefronts", "bankConflicts", "conflictDegree"]),
  ...labelled,
});

const copy = z.strictObject({
  of: z.literal("copy"),
  cache: z.enum(["ca", "cg"]),
  width: z.literal([4, 8, 16]).default(16).describe("Bytes per lane."),
  from: z.string().describe("Byte address in global memory, in `lane`."),
  to: z.string().describe("Byte address in shared memory, in `lane`."),
  bytes: z.string().describe("How many bytes a lane copies, in `lane`; the rest of its place is filled with zeros.").optional(),
  lanes,
  count: z.enum(["requests", "sectors", "tagWavefronts", "wavefronts", "bankConflicts"]),
  ...labelled,
});

const mode = z.enum(["none", "32B", "64B", "128B"]);

const box = z.strictObject({
  of: z.literal("box").describe("A box that TMA copies out of a tensor whose rows are 512 bytes apart."),
  mode,
  width: z.number().describe("Bytes of a row of the box."),
  rows: z.number().default(8),
  from: z.number().default(0).describe("The byte of the tensor at which the box begins."),
  to: z.number().default(0).describe("The byte of shared memory at which the tile begins."),
  row: z.number().default(0).describe("Of the piece of 16 bytes whose place is asked for."),
  piece: z.number().default(0),
  count: z
    .enum(["place", "pitch", "bytes", "sectors"])
    .describe("`place`: in its line of 128 bytes, 0 to 7. `bytes`: from the beginning to the end."),
  ...labelled,
});

const product = z.strictObject({ m: z.number(), n: z.number(), k: z.number(), type: z.enum(["f16", "bf16", "tf32", "s8"]) });

const fragment = z.strictObject({
  of: z.literal("fragment"),
  instruction: z.enum(["ldmatrix", "ldmatrix.trans", "mma"]),
  product: product.describe("Of `mma`.").optional(),
  operand: z.enum(["a", "b", "d"]).optional(),
  row: z.number(),
  column: z.number(),
  count: z.enum(["lane", "perLane"]).describe("The lane that holds the element, or how many elements a lane holds."),
  ...labelled,
});

const wmma = z.strictObject({
  of: z.literal("wmma").describe("`load_matrix_sync` from shared memory."),
  product,
  operand: z.enum(["a", "b"]),
  leading: z.number().describe("Elements from row to row."),
  count: z.enum(["instructions", "matrices", "wavefronts", "bankConflicts"]),
  ...labelled,
});

const swizzle = z.tuple([z.number(), z.number(), z.number()]).describe("CuTe's `Swizzle<B, M, S>`.");

const layout = z.strictObject({
  of: z.literal("layout"),
  layout: z.string().describe("A layout of CuTe with two modes: `(8,8):(10,1)`."),
  swizzle: swizzle.optional(),
  row: z.number().default(0),
  column: z.number().default(0),
  count: z
    .enum(["offset", "columnWavefronts"])
    .describe("Of the element; or of an `ldmatrix.x1` that takes the first pieces of its column."),
  ...labelled,
});

const layoutName = z.strictObject({
  of: z
    .literal("layout name")
    .describe("What the verdict of an exercise calls a layout of 8 rows of 128 bytes with this swizzle of its elements."),
  swizzle,
  elementBytes: z.literal([1, 2, 4, 8]),
  count: z.enum(["bits", "base", "shift"]).describe("A number of the same swizzle of bytes."),
  ...labelled,
});

const lab = z.strictObject({
  of: z.literal("lab"),
  cell: z.string().describe("The file of a lab cell."),
  launch: z.string().describe("How it is launched, as the lesson says it."),
  change: z.record(z.string(), z.string()).default({}).describe("What is replaced in its text, and by what."),
  count: z
    .enum(["findings", "race", "early-read", "deadlock", "misaligned", "requests", "sectors", "wavefronts", "bankConflicts"])
    .describe("Findings in all or of a kind; or a count of all accesses to shared memory, and of sectors, of all to global memory."),
  ...labelled,
});

/** A number that a test computes again. */
export const simulated = z.discriminatedUnion("of", [
  globalRequest,
  sharedRequest,
  arithmetic,
  matrixRows,
  copy,
  box,
  fragment,
  wmma,
  layout,
  layoutName,
  lab,
]);

const onOne = z.enum(["h100", "h200"]);
const shown = {
  unit: z.string().optional(),
  label: z.string().describe("What the number is, in words."),
};

const launch = z.strictObject({
  kernel: z.string().describe("The kernel's name in the measurement files."),
  param: z.number(),
  read: z.string().describe("`GBps`, `us`, `us_batch` (per launch, back to back), or a profiler metric's name."),
  per: z.string().describe("Another metric to divide by.").optional(),
  against: z
    .strictObject({ kernel: z.string().optional(), param: z.number() })
    .describe("Another launch to divide by: how many times as much.")
    .optional(),
  of: z.number().describe("A number to divide by: a peak in GB/s, bytes that are useful.").optional(),
  on: onOne.default("h100").describe("The GPU."),
  ...shown,
});

const asyncRequests = z.strictObject({
  requests: z
    .strictObject({
      instruction: z.array(z.enum(["ldmatrix", "ldmatrix.trans", "stmatrix", "stmatrix.trans", "cp.async.ca", "cp.async.cg"])).min(1),
      pattern: z.string().describe("How the addresses were made.").optional(),
      matrices: matrixCount.unwrap().optional(),
      width: z.literal([4, 8, 16]).optional(),
      zeros: z.literal(true).describe("Only copies that fill up with zeros.").optional(),
    })
    .describe("Single requests of async-requests.jsonl."),
  read: z
    .enum(["number", "agreeing", "requests", "sectors", "wavefronts", "bankConflicts"])
    .describe("How many there are; of how many the simulator gives every count; or a count on which all of them agree."),
  on: onOne.describe("One of the two GPUs; both where it is left out.").optional(),
  ...shown,
});

const boxes = z.strictObject({
  boxes: z
    .strictObject({
      mode: z.array(mode).min(1).optional(),
      width: z.number().optional(),
      to: z.number().describe("Where the tile begins, from a multiple of 1,024 bytes.").optional(),
      direction: z.enum(["load", "store"]).optional(),
    })
    .describe("Boxes of tma-tiles-h200.jsonl."),
  read: z
    .enum(["number", "agreeing", "sectors", "bankConflicts", "wavefronts", "place", "line"])
    .describe("As above; `place` in its line of 128 bytes and `line` of the tile are those of a piece of the box."),
  piece: z.number().default(0),
  ...shown,
});

const galleryKernel = z.strictObject({
  gallery: z.string().describe("A folder of content/kernels, launched as its launch.json says, on the H200."),
  read: z.string().describe("`us`, `us_again` (another run), or a profiler metric's name."),
  against: z.string().describe("Another kernel to divide by.").optional(),
  ...shown,
});

const fragments = z.strictObject({
  fragments: z.string().describe("How the names of the instructions in fragments-h200.jsonl begin."),
  read: z.enum(["number", "agreeing"]),
  ...shown,
});

const wmmaRequests = z.strictObject({
  wmma: z
    .strictObject({ type: z.string(), matrix: z.enum(["a", "b"]), leading: z.number() })
    .describe("16 × 16 × 16, by rows, from shared memory: wmma-requests.jsonl."),
  read: z.enum(["wavefronts", "bankConflicts"]),
  ...shown,
});

const runs = z.strictObject({
  runs: z.string().describe("A kernel of asynchronous-copies-h200.csv, run twenty times."),
  read: z.enum(["runs", "wrong_runs", "gave_up_runs"]),
  ...shown,
});

/** A number that is read from a file of measurements. */
export const measured = z.union([launch, asyncRequests, boxes, galleryKernel, fragments, wmmaRequests, runs]);

/** What a vendor's text says: a definition, which no measurement has to find. */
export const specified = z.strictObject({
  in: z.enum(["PTX ISA", "CUDA driver API", "CUDA headers", "CuTe"]),
  section: z.string(),
});

export type Simulated = z.infer<typeof simulated>;
export type Measured = z.infer<typeof measured>;
export type MeasuredLaunch = z.infer<typeof launch>;
export type Specified = z.infer<typeof specified>;
