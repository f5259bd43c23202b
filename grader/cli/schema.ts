import { Argument, Command } from "commander";
import { z } from "zod";
import { assignmentJsonSchema } from "#classroom/assignment/assignment-file.ts";
import { manifestSchema } from "#classroom/grading/manifest.ts";
import { classSchema } from "#classroom/grading/previous-results.ts";
import { resultSchema } from "#classroom/grading/verdict-schema.ts";
import { handInSchema } from "#classroom/submission/hand-in.ts";
import { launchJsonSchema } from "#cuda/launch/launch.ts";
import { profileJsonSchema } from "#cuda/profile/profile-schema.ts";
import { gpuProbeSchema } from "#hardware/gpu-probe.ts";
import { measuredGpuSchema } from "#hardware/measured-gpu.ts";
import { sayJson } from "./terminal.ts";

/** A schema as JSON Schema, for files that are read (`input`) or written (`output`). */
const jsonSchema = (title: string, schema: z.ZodType, io: "input" | "output" = "output"): object => ({
  title,
  ...z.toJSONSchema(schema, { io, target: "draft-7" }),
});

/** The formats that other programs may read or write, by the `schema` field of such a file: `coalesce/<name>/v<version>`. */
export const schemas = {
  "assignment.v1": assignmentJsonSchema,
  "submission.v1": () => jsonSchema("What a student hands in", handInSchema, "input"),
  "result.v1": () => jsonSchema("The verdict on an answer", resultSchema),
  "class.v1": () => jsonSchema("The grades of a class", classSchema),
  "manifest.v1": () => jsonSchema("What a folder of results was made for", manifestSchema),
  "launch.v1": launchJsonSchema,
  "profile.v1": profileJsonSchema,
  "hardware.v1": () => jsonSchema("Measurements of a GPU", measuredGpuSchema),
  "gpu.v1": () => jsonSchema("Measurements of a GPU in a browser", gpuProbeSchema),
} as const satisfies Readonly<Record<string, () => object>>;

export type SchemaName = keyof typeof schemas;
export const schemaNames = Object.keys(schemas) as SchemaName[];

export function schemaCommand(): Command {
  return new Command("schema")
    .description("Prints the JSON Schema of a file that coalesce reads or writes.")
    .addArgument(new Argument("<name>", "which file, with its version").choices(schemaNames))
    .addHelpText(
      "after",
      `
Example:
  coalesce schema class.v1 > class.schema.json`,
    )
    .action((name: SchemaName) => void sayJson(schemaText(name)));
}

export const schemaText = (name: SchemaName): string => `${JSON.stringify(schemas[name](), null, 2)}\n`;
