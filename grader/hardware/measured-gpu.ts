import { z } from "zod";

/**
 * A reader's measurements of the gallery's kernels, schema coalesce/hardware/v1: `coalesce hardware run` writes it and `import` reads it.
 */

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const metric = z.number().min(0);

export const measuredGpuSchema = z.object({
  schema: z.literal("coalesce/hardware/v1"),
  gpu: z.string().min(1).max(100).describe("the GPU's own name for itself"),
  driver: z.string().min(1).max(100),
  smMHz: z.number().positive().describe("the highest clock of its SMs"),
  memoryMHz: z.number().positive(),
  date: day,
  kernels: z
    .record(
      z.string().regex(/^[a-z0-9-]{1,80}$/),
      z.object({
        microseconds: z.number().positive().describe("the median of single launches, by device events"),
        counters: z.record(z.string().max(100), metric).describe("of Nsight Compute, by its metrics, from cold caches; empty without it"),
      }),
    )
    .refine((kernels) => Object.keys(kernels).length > 0, "no kernel was measured"),
});

export type MeasuredGpu = z.infer<typeof measuredGpuSchema>;

/** @throws RangeError that names the field and says what is wrong with it */
export function parseMeasuredGpu(json: unknown): MeasuredGpu {
  const parsed = measuredGpuSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw new RangeError(`the measurements are not in order${place === "" ? "" : ` at \`${place}\``}: ${issue?.message ?? "unknown"}`);
}

/** The name of the file that holds a GPU's measurements: nvidia-h200-2026-11-23. */
export function fileNameOf({ gpu, date }: MeasuredGpu): string {
  const name = gpu
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return `${name === "" ? "gpu" : name}-${date}.json`;
}

const rawKernels = z.record(z.string(), z.record(z.string(), z.unknown()));
const rawMachine = z.object({ smi: z.tuple([z.string(), z.string()]).rest(z.string()), date: day });

/**
 * The probes' output, as measurements of a GPU.
 *
 * @param kernels contents of kernels-memory.json
 * @param machine contents of machine.json: the header and the line of nvidia-smi, and the day
 * @throws RangeError if it is not output of the probes
 */
export function measuredGpuOf(kernels: unknown, machine: unknown): MeasuredGpu {
  const raw = rawKernels.parse(kernels);
  const { smi, date } = rawMachine.parse(machine);
  const [head, line] = smi.map((text) => text.split(",").map((cell) => cell.trim()));
  const cell = (name: string): string => line![head!.findIndex((title) => title.startsWith(name))] ?? "";
  return parseMeasuredGpu({
    schema: "coalesce/hardware/v1",
    gpu: cell("name"),
    driver: cell("driver_version"),
    smMHz: Number.parseFloat(cell("clocks.max.sm")),
    memoryMHz: Number.parseFloat(cell("clocks.max.mem")),
    date,
    kernels: Object.fromEntries(
      Object.entries(raw).map(([name, { us, ...counters }]) => [
        name,
        { microseconds: us, counters: Object.fromEntries(Object.entries(counters).filter(([, value]) => typeof value === "number")) },
      ]),
    ),
  });
}
