import { describe, expect, it } from "vitest";
import { fieldNames } from "#classroom/assignment/assignment-file.ts";
import { fieldList, type Field } from "./field-list.ts";

const fields = fieldList();
const all = (list: readonly Field[]): Field[] => list.flatMap((field) => [field, ...all(field.inside)]);
const named = (name: string): Field | undefined => all(fields).find((field) => field.name === name);

describe("the list of an assignment's fields", () => {
  it("has every field of the schema, each with a description", () => {
    const names = all(fields).map(({ name }) => name.split(":")[0]);
    expect(fieldNames().filter((name) => !names.includes(name))).toEqual([]);
    for (const { name, description } of all(fields)) expect(description, name).not.toBe("");
  });

  it.each([
    ["schema", ["required", "always coalesce/assignment/v1"]],
    ["due", ["required"]],
    ["closes", ["optional"]],
    ["hiddenCases", ["default: 3", "0 to 20"]],
    ["secret", ["optional", "at least 12 characters"]],
    ["attempts", ["optional", "more than 0"]],
    ["late", ["default: policy: none"]],
    ["percent", ["required", "0 to 100"]],
    ["graceMinutes", ["default: 0", "0 or more"]],
    ["hideChecks", ["default: none"]],
  ])("says what there is to know about %s", (name, facts) => expect(named(name)?.facts).toEqual(facts));

  it("names the forms of the late policy, with the fields of each", () => {
    const forms = named("late")?.inside.map(({ name, inside }) => [name, inside.map((field) => field.name)]);
    expect(forms).toEqual([
      ["policy: none", []],
      ["policy: zero", ["graceMinutes"]],
      ["policy: per-day", ["percent", "capPercent", "graceMinutes"]],
    ]);
  });
});
