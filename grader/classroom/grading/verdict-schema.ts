import { z } from "zod";
import { LONGEST_SENTENCE } from "#sandbox/answer/answer-error.ts";
import { METRIC_NAMES, type GradeResult } from "#judge/result.ts";

const dim3 = z.strictObject({ x: z.number(), y: z.number(), z: z.number() });

const witness = z.strictObject({
  case: z.string(),
  access: z.string(),
  array: z.string(),
  blockIdx: dim3,
  gridDim: dim3.exactOptional(),
  warp: z.number(),
  iteration: z.number(),
  outerIteration: z.number(),
  lanes: z.array(z.number()),
  request: z.strictObject({
    space: z.enum(["global", "shared"]),
    op: z.enum(["load", "store"]),
    bytesPerLane: z.literal([1, 2, 4, 8, 16, 32]),
    instruction: z.enum(["ldmatrix", "stmatrix", "cp.async.cg", "TMA"]).exactOptional(),
    activeMask: z.number(),
    addresses: z.array(z.number()),
    sharedAddresses: z.array(z.number()).exactOptional(),
  }),
  fault: z.strictObject({ byteAddresses: z.array(z.number().nullable()), arrayBytes: z.number() }).exactOptional(),
});

const sourcePlace = z.strictObject({ array: z.string(), elementIndex: z.number() });

const provenance = z.strictObject({
  case: z.string(),
  launch: z.strictObject({ gridDim: dim3, blockDim: dim3 }),
  array: z.string(),
  elementIndex: z.number(),
  storedIn: z.number().exactOptional(),
  addend: z.strictObject({ number: z.number(), of: z.number(), expected: z.number() }).exactOptional(),
  found: sourcePlace.exactOptional(),
  wanted: sourcePlace.exactOptional(),
  steps: z.array(
    z.strictObject({
      access: z.string(),
      function: z.string().exactOptional(),
      op: z.enum(["load", "store"]),
      space: z.enum(["global", "shared"]),
      array: z.string(),
      elementIndex: z.number(),
      blockIdx: dim3,
      threadIdx: dim3,
      iteration: z.number(),
      outerIteration: z.number(),
      should: z.number().exactOptional(),
    }),
  ),
  wantedAt: z.strictObject({ array: z.string(), elementIndex: z.number(), threadIdx: dim3 }).exactOptional(),
  isLoaded: z.boolean().exactOptional(),
  suspects: z.array(z.string()),
  guilty: z.number().exactOptional(),
  witness: witness.exactOptional(),
});

const swizzle = z.strictObject({ bits: z.number(), base: z.number(), shift: z.number() });
const pitch = z.number();
const byRow = z.array(z.number());

const layout = z.strictObject({
  name: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("rows"), pitch, padding: z.number() }),
    z.strictObject({ kind: z.literal("columns"), pitch, padding: z.number() }),
    z.strictObject({ kind: z.literal("swizzle"), pitch, ofElements: swizzle, ofBytes: swizzle }),
    z.strictObject({ kind: z.literal("xor"), pitch, byRow }),
    z.strictObject({ kind: z.literal("rotation"), pitch, byRow }),
    z.strictObject({ kind: z.literal("overlapping") }),
    z.strictObject({ kind: z.literal("other") }),
  ]),
  matrix: z.strictObject({ inputs: z.array(z.string()), ones: z.array(z.array(z.boolean())), constant: z.number() }).exactOptional(),
});

const check = z.strictObject({
  id: z.string(),
  kind: z.enum(["correctness", "cost"]).exactOptional(),
  title: z.string(),
  case: z.string(),
  verdict: z.enum(["pass", "fail", "skipped"]),
  points: z.number(),
  maxPoints: z.number(),
  message: z.string(),
  witness: witness.exactOptional(),
  visibility: z.enum(["visible", "hidden"]),
});

const common = {
  schema: z.literal("coalesce/result/v1"),
  exercise: z.string(),
  exerciseVersion: z.string(),
  simulatorVersion: z.string(),
};

const judged = {
  ...common,
  score: z.number(),
  maxScore: z.number(),
  checks: z.array(check),
  metrics: z.array(z.strictObject({ case: z.string(), access: z.string(), name: z.enum(METRIC_NAMES), value: z.number() })),
  diagnosis: z.strictObject({ id: z.string(), message: z.string() }).exactOptional(),
  provenance: provenance.exactOptional(),
  layout: layout.exactOptional(),
};

const error = z.strictObject({
  kind: z.enum(["does-not-parse", "missing-export", "threw", "not-an-index", "out-of-time", "out-of-memory", "impure"]),
  message: z.string().max(LONGEST_SENTENCE + 1, "is longer than a verdict's message"),
  line: z.number().int().positive().exactOptional(),
  column: z.number().int().positive().exactOptional(),
  call: z
    .strictObject({
      case: z.string(),
      access: z.string().exactOptional(),
      blockIdx: dim3.exactOptional(),
      threadIdx: dim3.exactOptional(),
    })
    .exactOptional(),
  fix: z
    .strictObject({ title: z.string(), edits: z.array(z.strictObject({ start: z.number(), end: z.number(), text: z.string() })) })
    .exactOptional(),
});

/** A final verdict, which can be stored: any result except a fault of the grader. */
export type SettledResult = Exclude<GradeResult, { readonly status: "fault" }>;

/** The schema of `SettledResult`, for reading stored verdicts. */
export const settledResultSchema = z.discriminatedUnion("status", [
  z.strictObject({ ...judged, status: z.literal("pass") }),
  z.strictObject({ ...judged, status: z.literal("fail") }),
  z.strictObject({ ...common, status: z.literal("error"), error }),
]) satisfies z.ZodType<SettledResult>;

/** The schema of a verdict as `coalesce grade --json` prints it: a final one, or a fault of the grader. */
export const resultSchema = z.discriminatedUnion("status", [
  ...settledResultSchema.options,
  z.strictObject({ ...common, status: z.literal("fault"), message: z.string() }),
]) satisfies z.ZodType<GradeResult>;

type ReadonlyDeep<T> = T extends object ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> } : T;

/** The reverse of `satisfies` above: this does not compile if the type allows a result that the schema refuses. */
export type SchemaRefusesNoResult<Result extends ReadonlyDeep<z.infer<typeof settledResultSchema>> = SettledResult> = Result;
