import type { z } from "astro/zod";
import { assignmentJsonSchema } from "#classroom/assignment/assignment-file.ts";
import { count } from "#pictures/format.ts";

type Schema = z.core.JSONSchema.BaseSchema;

/** One field of an assignment's file, or one of several forms that a field can have. */
export interface Field {
  /** "due"; for one of several forms "policy: zero". */
  readonly name: string;
  readonly description: string;
  /** More to know: "required", "default: 3", "0 to 20". */
  readonly facts: readonly string[];
  /** The fields inside of it. */
  readonly inside: readonly Field[];
}

/** All fields of an assignment's file, read from its schema, so that nothing about them is written twice. */
export function fieldList(schema: Schema = assignmentJsonSchema()): Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const inner = field as Schema;
    return {
      name,
      description: inner.description ?? "",
      facts: [...presence(schema, name, inner), ...range(inner)],
      inside: insideOf(inner),
    };
  });
}

function insideOf(field: Schema): Field[] {
  if (field.oneOf) return field.oneOf.map((form) => formOf(form as Schema));
  if (field.type === "array") return fieldList(field.items as Schema);
  return fieldList(field);
}

/** One form of a field: the fixed value of its first field tells the forms apart. */
function formOf(form: Schema): Field {
  const [first, ...others] = Object.entries(form.properties ?? {}) as [string, Schema][];
  if (first === undefined) throw new Error("a form of a field has no fields to tell it from the others");
  const [name, constant] = first;
  const rest = { ...form, properties: Object.fromEntries(others) };
  return { name: `${name}: ${String(constant.const)}`, description: constant.description ?? "", facts: [], inside: fieldList(rest) };
}

function presence({ required = [] }: Schema, name: string, field: Schema): string[] {
  if (required.includes(name)) return ["required"];
  if (field.default === undefined) return ["optional"];
  return [`default: ${shown(field.default)}`];
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${String(inner)}`)
    .join(", ");
}

function range({ const: fixed, type, minimum, exclusiveMinimum, maximum = Infinity, minLength = 0 }: Schema): string[] {
  if (fixed !== undefined) return [`always ${String(fixed)}`];
  if (type === "string" && minLength > 1) return [`at least ${minLength} characters`];
  if (type !== "number" && type !== "integer") return [];
  const bounded = maximum < Number.MAX_SAFE_INTEGER;
  const most = count(maximum);
  if (exclusiveMinimum !== undefined) return [bounded ? `more than ${exclusiveMinimum}, at most ${most}` : `more than ${exclusiveMinimum}`];
  return [bounded ? `${minimum ?? 0} to ${most}` : `${minimum ?? 0} or more`];
}
