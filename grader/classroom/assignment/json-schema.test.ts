import { expect, test } from "vitest";
import { assignmentJsonSchema, fieldNames } from "./json-schema.ts";

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly description?: string;
  readonly items?: Node;
  readonly oneOf?: readonly Node[];
}

const fieldsOf = ({ properties = {}, items, oneOf = [] }: Node): [string, Node][] => [
  ...Object.entries(properties).flatMap(([name, node]) => [[name, node] as [string, Node], ...fieldsOf(node)]),
  ...(items ? fieldsOf(items) : []),
  ...oneOf.flatMap(fieldsOf),
];

test("every field is described", () => {
  const fields = fieldsOf(assignmentJsonSchema() as Node);
  expect(fields.map(([name]) => name)).toEqual(expect.arrayContaining(["id", "late", "percent", "hideChecks", "solutions"]));
  expect(fields.filter(([, { description }]) => !description)).toEqual([]);
});

test("what has a default may be left out of a file", () => {
  expect((assignmentJsonSchema() as { required: string[] }).required).toEqual(["schema", "id", "title", "timeZone", "due", "exercises"]);
});

test("the names of the fields are those at any depth", () => {
  expect(fieldNames()).toEqual(expect.arrayContaining(["attempts", "capPercent", "hideChecks"]));
});
