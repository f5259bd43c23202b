import { z } from "zod";
import { TIME_PARTS } from "#clock/estimate-time.ts";

/** The profile of a launch: its counts in total and for each access, its findings, and its output. */

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const coordinates = z.tuple([count, count, count]);
const line = z.int().min(1).describe("counted from 1, in the text as written");
const column = z.int().min(1).describe("counted from 1, in UTF-16 units");

const globalCounts = {
  requests: count,
  sectors: count.describe("32-byte sectors that the requests touch"),
  idealSectors: count.describe("the fewest sectors that could carry the bytes"),
  sectorsPerRequest: z.number().min(0).describe("0 without a request"),
  efficiency: share.describe("bytes that the lanes asked for ÷ bytes of the sectors; 1 without a request"),
  cacheLines: count.describe("128-byte lines that the requests touch"),
  tagWavefronts: count.describe("passes of the tag stage"),
};
const sharedCounts = {
  requests: count,
  wavefronts: count.describe("passes of the data stage"),
  bankConflicts: count.describe("wavefronts beyond the fewest possible"),
  conflictDegree: count.describe("distinct words on the busiest bank, in the worst request"),
};
const clusterCounts = {
  requests: count,
  sectors: count.describe("32-byte sectors that cross to the other block"),
  cacheLines: count.describe("128-byte lines that the requests touch"),
  tagWavefronts: count.describe("passes of the tag stage"),
  wavefronts: count.describe("of the own block’s shared memory, which the profiler counts for atomics of which no lane stays in it"),
};
const bulkCounts = {
  requests: count.describe("copies"),
  sectors: count.describe("32-byte sectors between L2 and shared memory; what they cost in banks has no counter"),
  idealSectors: count,
};
const localCounts = { requests: count, sectors: count, idealSectors: count };

const pattern = z.object({
  kind: z.enum([
    "stride",
    "offset",
    "column-walk",
    "conflict",
    "contention",
    "divergent-tail",
    "scatter",
    "broadcast",
    "misaligned-vector",
    "none",
  ]),
  name: z.string().describe("in words: `stride of 32 elements`"),
  advice: z.string().describe("what to do about it; empty for what costs nothing more"),
  reason: z.string().optional().describe("why no less would do, where it looks as if it would: a broadcast, halves and quarters of a warp"),
  lesson: z.string().optional().describe("the lesson that treats it"),
  exercise: z.string().optional().describe("the exercise that treats it"),
});

const access = {
  line,
  column,
  source: z.string().describe("the expression, as written"),
  bytesPerLane: z.int().min(1),
  isCopy: z.literal(true).optional().describe("one of the two sides of a `cp.async`"),
  isProduct: z.literal(true).optional().describe("what `wgmma` reads"),
  activeLanesPerRequest: z.number().min(0).max(32),
  pattern,
};
const compiledRequests = count
  .optional()
  .describe(
    "of loads that nvcc joins into wider ones: the requests that are left, by estimate; the other counts are those of the text as written",
  );
const loadOrStore = z.enum(["load", "store"]);
const accessSchema = z.discriminatedUnion("space", [
  z.object({ ...access, space: z.literal("global"), op: z.enum(["load", "store", "reduction", "atomic"]), ...globalCounts }),
  z.object({ ...access, space: z.literal("shared"), op: z.enum(["load", "store", "atomic"]), ...sharedCounts, compiledRequests }),
  z.object({ ...access, space: z.literal("local"), op: loadOrStore, ...localCounts }),
  z.object({ ...access, space: z.literal("constant"), op: z.literal("load"), requests: count }),
  z.object({ ...access, space: z.literal("cluster"), op: z.enum(["load", "store", "reduction", "atomic"]), ...clusterCounts }),
  z.object({ ...access, space: z.literal("bulk"), op: loadOrStore, ...bulkCounts }),
]);

const thread = { thread: coordinates, block: coordinates };
const elements = z.object({
  array: z.string().describe("as the host calls it"),
  ranges: z.array(z.tuple([count, count])).describe("first and last of each run of elements"),
  count,
  of: count.describe("elements of the array"),
  areBytes: z.literal(true).optional().describe("nothing says what the array is made of: its elements are bytes"),
});
const findingKind = z.enum([
  "out-of-bounds",
  "out-of-row",
  "misaligned",
  "uninitialized",
  "unwritten",
  "race",
  "divergent-barrier",
  "mismatched-mask",
  "partial-warp",
  "assertion",
  "early-read",
  "copy-overwritten",
  "proxy-fence",
  "deadlock",
  "cluster-memory",
  "unfinished-copy",
  "misused-instruction",
  "partial-warpgroup",
  "register-fence",
]);
const time = z.int().min(1);
const siteOp = z.enum(["load", "store", "reduction", "atomic"]);
const findingSchema = z.object({
  kind: findingKind,
  line,
  column,
  thread: coordinates.optional().describe("absent for elements that no thread has written and for a race with the host, as is the block"),
  block: coordinates.optional(),
  address: count.optional().describe("in the lab's memory; absent for a barrier"),
  space: z.enum(["global", "constant", "shared", "local", "cluster"]).optional(),
  array: z
    .object({
      name: z.string().describe("as the kernel calls it; empty if it isn't known"),
      given: z.string().optional().describe("as the host calls it, if otherwise"),
      index: z.int().describe("of the element that the access would be"),
      length: count.describe("of the array, or of its row"),
      lowest: z.int().optional().describe("index of those at this place, `further` ones included"),
      highest: z.int().optional().describe("as lowest"),
    })
    .optional()
    .describe("what an access out of bounds or out of its row left"),
  other: z
    .object({
      ...thread,
      line: line.optional(),
      column: column.optional(),
      op: siteOp.optional(),
    })
    .optional()
    .describe("the other thread of a race, and where its access stands"),
  storedTwice: elements.optional().describe("of a race between stores in global memory: the elements that two threads store to here"),
  unwritten: elements
    .extend({ line: line.describe("of the copy to the host, or of its read"), column })
    .optional()
    .describe("elements that the program takes and nothing has written"),
  orders: z
    .array(
      z.object({
        kind: findingKind,
        line,
        column,
        source: z.string().describe("the expression, as written"),
        op: siteOp.optional(),
        further: count.describe("how many more of this kind there were at that place"),
      }),
    )
    .optional()
    .describe("other accesses of the same fault: those that the missing barrier would order, or the other end of a race between blocks"),
  landings: z
    .object({
      copies: z
        .array(
          z.object({
            copy: z.int().min(1).describe("its number, in the order in which the launch's copies begin"),
            line,
            column,
            thread: coordinates.describe("that begins it"),
            block: coordinates,
            bytes: count,
            where: z.string().describe("in shared memory: to `tile`, or from `tile`"),
            begun: time,
            landed: time,
          }),
        )
        .describe("in the order in which they land"),
      waits: time.describe("when the finding's thread begins its last wait"),
      hangs: time.describe("the last time: nothing happens any more"),
    })
    .optional()
    .describe("an order of the copies with which the launch hangs, though it ends with another; times are numbered from 1"),
  message: z.string(),
  further: count.describe("how many more of this kind there were at this place"),
});

const triedTime = z.object({ before: z.number().min(0), after: z.number().min(0) });
const remedySchema = z.object({
  words: z.string().describe("of one that was tried, the change: `__syncthreads()` after line 7; else a sentence"),
  insertions: z
    .array(z.object({ offset: count, removes: count.optional().describe("characters that are taken out there"), text: z.string() }))
    .describe("what is put into the text: offsets in UTF-16 units, in the text as it is; empty if it was not tried"),
  ends: z.array(count).describe("positions, in `findings`, of those that it ends"),
  microseconds: triedTime.optional().describe("of the launch, by estimate; absent if it was not tried"),
});

const microseconds = z.number().min(0);
const memorySchema = z
  .object({
    l1HitRate: share.describe("of the sectors of global loads, those that L1 had; 0 without a load"),
    l2HitRate: share.describe("of the sectors that went on to L2, those that it had; stores count as had; 0 without any"),
    l2Sectors: count.describe("sectors between L1 and L2, both ways"),
    dramReadBytes: count,
    dramWriteBytes: count.describe("while the kernel ran; what is written may stay in L2"),
  })
  .describe("past the request, by the model of the caches, which are cold at first");
const timeSchema = z
  .object({
    microseconds: microseconds.describe("as events around a single launch would measure it, with L2 as an equal launch left it"),
    boundBy: z.enum(TIME_PARTS).describe("the part that takes longest"),
    parts: z.record(z.enum(TIME_PARTS), microseconds).describe("what each part would take alone, in µs; parts overlap"),
  })
  .describe("an estimate by the model of the device, not a measurement");

const sampleSchema = z
  .object({
    blocks: count.min(1).describe("that were run, each of them whole"),
    ofBlocks: count.min(1),
    isUniform: z.boolean().describe("blocks in like places of the grid counted the same: the scaled counts are exact if all others do"),
    steps: count.describe("of warps, of the whole launch: those of the sample, scaled"),
    smaller: z
      .array(z.object({ name: z.string().optional(), value: count, smaller: count }))
      .describe("sizes with which all blocks would be run: a parameter of the kernel, or the threads along a side of the grid"),
  })
  .describe("what was run of a launch that is too large; counts are scaled to all its blocks, findings are of these blocks alone");

const launchProfileSchema = z.object({
  kernel: z.string(),
  status: z
    .enum(["done", "assertion", "deadlock"])
    .describe("`assertion`: the kernel ended at an assertion that failed; `deadlock`: none of its warps could go on"),
  totals: z.object({
    global: z.object({
      load: z.object(globalCounts),
      store: z.object(globalCounts),
      reduction: z.object(globalCounts),
      atomic: z.object(globalCounts),
    }),
    shared: z.object({
      load: z.object(sharedCounts),
      store: z.object(sharedCounts),
      atomic: z.object(sharedCounts),
      copy: z.object(sharedCounts).describe("what `cp.async` brings, which no counter of stores counts"),
      product: z.object(sharedCounts).describe("what `wgmma` reads, which counters of loads don't count: `op_gmma`"),
    }),
    local: z.object({ load: z.object(localCounts), store: z.object(localCounts) }),
    constant: z.object({ load: z.object({ requests: count }) }),
    cluster: z
      .object({
        load: z.object(clusterCounts),
        store: z.object(clusterCounts),
        reduction: z.object(clusterCounts),
        atomic: z.object(clusterCounts),
      })
      .optional()
      .describe("shared memory of other blocks of the cluster"),
    bulk: z
      .object({ load: z.object(bulkCounts), store: z.object(bulkCounts) })
      .optional()
      .describe("copies of TMA between global and shared memory"),
  }),
  memory: memorySchema.optional().describe("absent for a sample of blocks"),
  time: timeSchema.optional().describe("absent for a sample of blocks"),
  sample: sampleSchema.optional(),
  accesses: z.array(accessSchema).describe("those that were executed, in the order of the text"),
  lines: z
    .array(
      z.object({
        line,
        executions: count.describe("how often a warp executed the line"),
        lanes: count.describe("lanes that were active then, in sum"),
      }),
    )
    .describe("those that were executed"),
  findings: z.array(findingSchema),
  remedies: z.array(remedySchema).describe("what ends findings: the launch was run with each that has a time"),
  remedy: remedySchema.required({ microseconds: true }).optional().describe("the first of `remedies` that was tried"),
  furtherFindings: count.describe("findings at more places than are listed"),
  error: z
    .object({ code: count, name: z.string().describe("`cudaErrorMisalignedAddress`"), text: z.string() })
    .optional()
    .describe("what CUDA tells a program of the launch, if a fault ends it on a GPU"),
  printed: z.array(z.object({ text: z.string(), ...thread })).describe("lines of `printf`"),
  furtherPrinted: count.describe("lines beyond those that are listed"),
});

const difference = z
  .object({
    kind: z.string().describe("`joined`, `left out`, `another launch`, …; `unknown` where no reason was found"),
    words: z.string().describe("a sentence"),
  })
  .describe("why the two differ; absent where they are equal");
const measuredSchema = z
  .object({
    launch: count.describe("number of the launch in the report, as ncu counts them, from 0"),
    kernel: z.string().describe("as the profiler names it"),
    gpu: z.string().optional(),
    notes: z.array(z.string()).describe("what to know of the report as a whole"),
    rows: z
      .array(
        z.object({
          line: line.optional().describe("absent where the report doesn't say"),
          space: z.enum(["global", "shared", "local"]),
          op: z.enum(["load", "store", "reduction", "atomic"]),
          sources: z.array(z.string()).describe("the accesses, as written"),
          counts: z.array(
            z.object({
              name: z.enum(["requests", "sectors", "wavefronts", "bank conflicts"]),
              counted: count.optional(),
              measured: count.optional(),
            }),
          ),
          reason: difference.optional(),
        }),
      )
      .describe("accesses of a line to one memory that do the same"),
    totals: z.array(
      z.object({
        name: z.string(),
        unit: z.enum(["", "B", "µs"]),
        counted: z.number().min(0).optional(),
        measured: z.number().min(0),
        reason: difference.optional(),
      }),
    ),
  })
  .describe("what a profiler measured of the launch, beside the counts");

const dimension = z.tuple([count.min(1), count.min(1), count.min(1)]);
const hostSchema = z.object({
  function: z.string().describe("that was run: `main`"),
  launch: count.min(1).describe("number of the launch that the profile is of"),
  launches: z
    .array(
      launchProfileSchema.extend({
        number: count.min(1).describe("counted from 1, in the order in which the host made them"),
        times: count.min(1).describe("how often it was made, with the same counts and findings"),
        grid: dimension,
        block: dimension,
        sharedBytes: count.describe("dynamic shared memory of a block"),
        line,
        column,
      }),
    )
    .describe("all launches; of those that did exactly the same at the same place of the text, the first"),
  exitCode: z.int().describe("what the function returned, or `exit` got"),
  ended: z
    .object({ line, column, array: z.string(), launch: count.min(1) })
    .optional()
    .describe("where the program was ended: it needs an array that only a sample of this launch's blocks has written to"),
  printed: z.array(z.string()).describe("lines that host and kernels printed, in order"),
  notes: z.array(z.string()).describe("what a reader should know: that the host asked for times, which the lab does not measure"),
});

export const profileSchema = z.object({
  schema: z.literal("coalesce/profile/v1"),
  device: z.string(),
  ...launchProfileSchema.shape,
  measured: measuredSchema.optional().describe("with a report of the profiler, --ncu"),
  host: hostSchema.optional().describe("of a launch that host code of the text made: that run, with all its launches"),
});

/** The profile of one launch, whichever command makes it. */
export type LaunchProfile = z.infer<typeof launchProfileSchema>;
export type HostRun = z.infer<typeof hostSchema>;
export type HostLaunchProfile = HostRun["launches"][number];
export type Profile = z.infer<typeof profileSchema>;
export type ProfiledAccess = z.infer<typeof accessSchema>;
export type ProfiledFinding = z.infer<typeof findingSchema>;
export type MeasuredProfile = z.infer<typeof measuredSchema>;
export type Totals = Profile["totals"];

/** The JSON schema of a profile. */
export function profileJsonSchema(): object {
  return {
    title: "What a launch of a CUDA kernel does to memory, schema coalesce/profile/v1",
    ...z.toJSONSchema(profileSchema, { target: "draft-7" }),
  };
}
