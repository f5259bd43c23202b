import { z } from "zod";

/**
 * What the probe of the page "My GPU" measured of a GPU, schema coalesce/gpu/v1. It holds curves of times; what they tell of the GPU is
 * computed from them wherever they are shown, so a file cannot claim what its times don't say.
 */

/** The curves, by what they show; `src/webgpu/probes` says how each is measured. */
export const CURVE_IDS = [
  "reads-by-size",
  "copies-by-size",
  "chunks-in-cache",
  "chunks-in-memory",
  "pairs-in-cache",
  "strides-in-cache",
  "strides-in-memory",
  "widths",
  "offsets",
  "gathers",
  "transposes",
  "shared-distances",
  "shared-strides",
  "lane-pairs-4",
  "lane-pairs-8",
  "lane-pairs-16",
] as const;
export type CurveId = (typeof CURVE_IDS)[number];

/** A file may be this long, in characters: a whole probe takes a twentieth of it. */
export const LONGEST_PROBE = 1_000_000;

/** Text on one line: no control characters, and none that turns the direction of what follows. */
const line = z
  .string()
  .max(120)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, "has characters that cannot be shown");

const microseconds = z.number().positive().max(1e8);

const point = z
  .strictObject({
    at: z
      .union([
        z
          .number()
          .min(0)
          .max(2 ** 40),
        line.min(1),
      ])
      .describe("a stride, a distance or a lane, or a number of bytes; of a transpose or a gather, its name"),
    us: microseconds.describe("microseconds of one dispatch: the median of interleaved runs"),
    lower: microseconds.describe("a quarter of the runs took less"),
    upper: microseconds.describe("a quarter of the runs took more"),
    runs: z.int().min(1).max(1000),
    work: z.number().positive().max(1e15).describe("useful bytes that a dispatch moves, or reads that its threads make"),
  })
  .refine(({ us, lower, upper }) => lower <= us && us <= upper, "the median is not between the quartiles");

const curve = z.array(point).min(1).max(128);

export const gpuProbeSchema = z.strictObject({
  schema: z.literal("coalesce/gpu/v1"),
  date: z.iso.date().describe("the day of the measurement"),
  gpu: line.min(1).describe("what the browser calls the GPU; browsers may keep its name to themselves"),
  vendor: line,
  architecture: line,
  software: line.min(1).optional().describe("the name of the program that computed in the place of a GPU"),
  measuredIn: line.min(1).describe("a browser, or what else ran the probe"),
  clock: z.enum(["timestamps", "queue"]).describe("the GPU's own clock, or waiting until its queue is done"),
  subgroupSize: z.int().min(1).max(1024).optional().describe("lanes of a warp, if the GPU says so"),
  curves: z
    .strictObject(Object.fromEntries(CURVE_IDS.map((id) => [id, curve.optional()])) as Record<CurveId, z.ZodOptional<typeof curve>>)
    .refine((curves) => Object.values(curves).some((points) => points !== undefined), "no curve was measured"),
});

export type GpuProbe = z.infer<typeof gpuProbeSchema>;
export type ProbePoint = z.infer<typeof point>;

/** @throws RangeError that names the field and says what is wrong with it */
export function parseGpuProbe(json: unknown): GpuProbe {
  const parsed = gpuProbeSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { schema } = (typeof json === "object" && json !== null ? json : {}) as { readonly schema?: unknown };
  if (typeof schema === "string" && /^coalesce\/gpu\/v(?!1$)\d{1,4}$/.test(schema)) {
    throw new RangeError(`this was measured by a later version of the course (${schema}): get that version to read it`);
  }
  if (schema !== "coalesce/gpu/v1") throw new RangeError("this is no measurement of a GPU: choose a file that the page “My GPU” exported");
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw new RangeError(`the measurements are not in order${place === "" ? "" : ` at \`${place}\``}: ${issue?.message ?? "unknown"}`);
}

/** The measurements in a file's text. @throws RangeError that says what is wrong */
export function readGpuProbe(text: string): GpuProbe {
  if (text.length > LONGEST_PROBE) throw new RangeError("this is longer than measurements of a GPU are, so it was not read");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new RangeError("it is no JSON");
  }
  return parseGpuProbe(json);
}

/** The name of the file that holds a GPU's measurements: nvidia-h200-2026-11-28.json. */
export function probeFileName({ gpu, date }: Pick<GpuProbe, "gpu" | "date">): string {
  const name = gpu
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return `${name === "" ? "gpu" : name}-${date}.json`;
}

/** The bytes of the file. */
export function probeText(probe: GpuProbe): string {
  const { curves, ...about } = probe;
  const head = Object.entries(about).map(([name, value]) => ` ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const each = Object.entries(curves).map(
    ([id, points]) => `  ${JSON.stringify(id)}: [\n${points!.map((one) => `   ${JSON.stringify(one)}`).join(",\n")}\n  ]`,
  );
  return `{\n${head.join(",\n")},\n "curves": {\n${each.join(",\n")}\n }\n}\n`;
}
