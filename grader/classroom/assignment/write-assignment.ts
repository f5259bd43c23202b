import { Document, isMap, isSeq, type Scalar } from "yaml";
import { assignmentFields, type Assignment } from "./assignment.ts";

/**
 * An assignment as a YAML file for people to read and edit: each field under what it means, and those that were left out named at
 * the end. It reads back as the same assignment.
 *
 * @param heading what stands at the top of the file, without comment signs.
 */
export function assignmentYaml(assignment: Assignment | Omit<Assignment, "secret">, heading: string): string {
  const document = new Document(withoutDefaults(assignment));
  document.commentBefore = commented(heading);
  if (!isMap<Scalar<string>>(document.contents)) throw new Error("an assignment is a map");
  for (const { key, value } of document.contents.items) {
    describe(key);
    if (isMap(value)) value.flow = true;
    if (isSeq(value)) for (const item of value.items) if (isMap(item)) item.flow = true;
  }
  document.comment = leftOut(assignment);
  return document.toString({ lineWidth: 0 });
}

function withoutDefaults({ exercises, ...fields }: Assignment | Omit<Assignment, "secret">): object {
  return {
    ...fields,
    exercises: exercises.map(({ hideChecks, ...exercise }) => ({ ...exercise, ...(hideChecks.length > 0 && { hideChecks }) })),
  };
}

function describe(key: Scalar<string>): void {
  key.commentBefore = commented(descriptionOf(key.value));
  key.spaceBefore = true;
}

function leftOut(assignment: object): string {
  const names = Object.keys(assignmentFields).filter((name) => name !== "secret" && !(name in assignment));
  return names.map((name) => commented(`${name}: ${descriptionOf(name)}`)).join("\n");
}

const descriptionOf = (name: string): string => assignmentFields[name as keyof typeof assignmentFields].description ?? "";

const commented = (text: string): string => text.replaceAll(/^(?=.)/gm, " ");
