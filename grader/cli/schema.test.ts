import Ajv from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import { exercisesRoot } from "#kit/installation.ts";
import { handInText } from "#testing/example-submissions.ts";
import { Workplace } from "#testing/workplace.ts";
import { schemaNames, schemaText, schemas, type SchemaName } from "./schema.ts";

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  const fields = [
    "--title",
    "Week 1",
    "--id",
    "week-1",
    "--exercise",
    "row-walk:10",
    "--due",
    "2026-10-24",
    "--time-zone",
    "UTC",
    "--defaults",
  ];
  expect((await place.coalesceHere(["new", "assignment", "week-1.yaml", ...fields])).code).toBe(0);
  for (const [student, file] of [
    ["ada", "solution.ts"],
    ["bob", "starter.ts"],
  ] as const) {
    await mkdir(place.path("handed-in", student), { recursive: true });
    await cp(path.join(exercisesRoot, "row-walk", file), place.path("handed-in", student, "row-walk.ts"));
  }
  await mkdir(place.path("handed-in", "eve"));
  await writeFile(place.path("handed-in", "eve", "row-walk.ts"), "export const read = 1;");
  await place.coalesceHere(["grade", "--assignment", "week-1.yaml", "handed-in", "--out", "results"]);
});
afterAll(() => place.close());

const json = async (file: string): Promise<unknown> => JSON.parse(await readFile(place.path(file), "utf8"));

/** A validator of the schema, without the keywords that only later drafts of JSON Schema have. */
function validatorOf(name: SchemaName) {
  const { $schema: _, ...schema } = schemas[name]() as { $schema?: string };
  return new Ajv({ unknownFormats: "ignore" }).compile(schema);
}

describe("the JSON Schema", () => {
  it.each<[SchemaName, () => Promise<unknown>]>([
    ["assignment.v1", async () => parse(await readFile(place.path("week-1.yaml"), "utf8"))],
    ["submission.v1", () => Promise.resolve(JSON.parse(handInText("ada")))],
    ["class.v1", () => json("results/class.json")],
    ["manifest.v1", () => json("results/manifest.json")],
    ["result.v1", () => json("results/students/ada/row-walk.json")],
    ["result.v1", () => json("results/students/bob/row-walk.json")],
    ["result.v1", () => json("results/students/eve/row-walk.json")],
    [
      "launch.v1",
      async () => JSON.parse(await readFile(new URL("../../content/kernels/transpose-tiled/launch.json", import.meta.url), "utf8")),
    ],
  ])("%s accepts what coalesce reads or writes", async (name, document) => {
    const validate = validatorOf(name);
    expect([validate(await document()), validate.errors]).toEqual([true, null]);
    expect(validate({ schema: "coalesce/nothing/v1" })).toBe(false);
  });

  // A change of a schema shows here. The guide, "Files and their versions", lists the changes that a version allows.
  it.each(schemaNames)("%s is as it was published", async (name) => {
    await expect(schemaText(name)).toMatchFileSnapshot(`./schemas/${name}.json`);
  });

  it("is printed by its name", async () => {
    expect((await place.coalesceHere(["schema", "result.v1"])).stdout).toBe(schemaText("result.v1"));
    expect((await place.coalesceHere(["schema", "result.v2"])).code).toBe(2);
  });
});
