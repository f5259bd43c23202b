import { z } from "zod";
import { assignmentSchema } from "./assignment.ts";

/** JSON Schema of an assignment's file, for editors that complete and check YAML while it is typed. */
export function assignmentJsonSchema(): z.core.JSONSchema.BaseSchema {
  return { title: "An assignment of Coalesce", ...z.toJSONSchema(assignmentSchema, { io: "input" }) };
}

/** Names of all fields that an assignment's file may have, at any depth. */
export function fieldNames(): string[] {
  const names = new Set<string>();
  JSON.stringify(z.toJSONSchema(assignmentSchema, { io: "input" }), (key, value: unknown) => {
    if (key === "properties") for (const name of Object.keys(value as object)) names.add(name);
    return value;
  });
  return [...names];
}
