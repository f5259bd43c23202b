import { isStackOverflow } from "../errors/error-kind.ts";
import { launchFormat } from "../errors/launch-errors.ts";
import { z } from "zod";
import type { LaunchFill } from "../numbers/launch-fill.ts";
import { SWIZZLE_MODES } from "../machine/tensor-map.ts";
import { placedIssue } from "./launch-issue.ts";

/**
 * A launch of a kernel: device, grid, block and arguments. The same format describes launches on a GPU: programs exist that compile and
 * measure them.
 */

const count = z.int().positive();
const dimension = z.tuple([count, count, count]);
const seed = z.int().min(0).max(0xffff_ffff);

const fillSchema = z.union([
  z.literal("index").describe("component k holds k"),
  z.object({ indexModulo: count }).describe("component k holds k mod this"),
  z.object({ constant: z.number() }).describe("every component holds this"),
  z
    .object({ random: z.object({ seed, from: z.int(), to: z.int() }) })
    .describe("from + s mod (to − from), with s from xorshift32 (shifts 13, 17, 5; the first number after one step from the seed)"),
  z.object({ randomUnit: z.object({ seed }) }).describe("s / 2³²"),
  z.object({ permutation: z.object({ seed }) }).describe("Fisher–Yates of 0 … n − 1: for i from n − 1 to 1, swap i with s mod (i + 1)"),
  z.object({ values: z.array(z.number()) }).describe("the first components; the others are 0"),
]);

const arraySchema = z.object({
  array: z.string().min(1).describe("the array's name, for messages and results"),
  type: z.string().min(1).describe("the type of an element: any type of the text, vectors and structs too"),
  length: count.describe("elements"),
  fill: fillSchema.optional().describe("what it holds before the kernel starts; zero bytes if absent"),
  tensorMap: z
    .object({
      sizes: z.array(count).min(1).max(5).describe("elements along each dimension of the array, the innermost first"),
      box: z.array(count).min(1).max(5).describe("elements of a box along each dimension"),
      swizzle: z.enum(SWIZZLE_MODES).default("none"),
    })
    .optional()
    .describe("the parameter is a `CUtensorMap` of the array, as `cuTensorMapEncodeTiled` makes it, not a pointer to it"),
});
const valueSchema = z.object({ value: z.union([z.number(), z.boolean(), z.string().regex(/^-?\d+$/)]), type: z.string().min(1) });

export type ArrayArgument = z.infer<typeof arraySchema>;
export type ValueArgument = z.infer<typeof valueSchema>;
export type LaunchArgument = ArrayArgument | ValueArgument | StructArgument;
interface StructArgument {
  readonly struct: readonly LaunchArgument[];
  readonly type: string;
}

const argumentSchema: z.ZodType<LaunchArgument> = z.union([
  arraySchema,
  valueSchema,
  z.object({
    get struct() {
      return z.array(argumentSchema);
    },
    type: z.string().min(1),
  }),
]);

const symbolsSchema = z.union([
  z.record(z.string(), fillSchema).transform((byName) => Object.entries(byName).map(([symbol, fill]) => ({ symbol, fill }))),
  z.array(z.object({ symbol: z.string().min(1), fill: fillSchema })),
]);

export const launchSchema = z.object({
  kernel: z.string().min(1).describe("the kernel's name, a template's with its arguments: `tiled<16>`"),
  grid: dimension.describe("blocks along x, y and z"),
  block: dimension.describe("threads of a block along x, y and z"),
  cluster: dimension
    .optional()
    .describe("blocks of a cluster along x, y and z; without it those of `__cluster_dims__`, if the kernel has it"),
  sharedBytes: z.int().min(0).default(0).describe("dynamic shared memory of a block, in bytes"),
  arguments: z.array(argumentSchema).describe("in the order of the kernel's parameters"),
  symbols: symbolsSchema.default([]).describe("contents of `__constant__` and `__device__` variables, by name or as a list"),
});

/** A launch with all its fields filled in. */
export type KernelLaunch = z.infer<typeof launchSchema>;

export type Fill = LaunchFill;

/** @throws RangeError that names the field and says what is wrong with it */
export function parseLaunch(json: unknown): KernelLaunch {
  try {
    const parsed = launchSchema.safeParse(json);
    if (parsed.success) return parsed.data;
    const { path, message } = placedIssue(parsed.error.issues[0]!, json, []);
    throw launchFormat(path.join("."), message);
  } catch (error) {
    throw isStackOverflow(error) ? launchFormat("", "it is nested too deeply") : error;
  }
}

/** The JSON schema of a launch file. */
export function launchJsonSchema(): object {
  return { title: "A launch of a CUDA kernel", ...z.toJSONSchema(launchSchema, { io: "input", target: "draft-7" }) };
}
