import { describe, expect, it } from "vitest";
import { InputError } from "../assignment/input-error.ts";
import { examplePlan, resultsFolder } from "#testing/example-results.ts";
import { manifestOf, readManifest, tasksOfShard, writeManifest } from "./manifest.ts";

const results = resultsFolder();

it("shards contain every task once, for any number of shards", () => {
  for (const count of [1, 2, 4, 9]) {
    const shards = Array.from({ length: count }, (_, index) => tasksOfShard(examplePlan.tasks, { index, count }));
    expect(shards.flat().sort((a, b) => (a.key < b.key ? -1 : 1))).toEqual(examplePlan.tasks);
  }
});

describe("a folder of results", () => {
  it("lists its tasks and their students", async () => {
    await writeManifest(results(), manifestOf(examplePlan));
    const manifest = await readManifest(results());
    expect(manifest?.tasks).toEqual(examplePlan.tasks.map(({ key, job, students }) => ({ key, exercise: job.exercise, students })));
    expect(JSON.stringify(manifest)).not.toContain(examplePlan.assignment.secret);
  });

  it("accepts a changed assignment of the same id, and refuses another one", async () => {
    await writeManifest(results(), manifestOf(examplePlan));
    const former = await readManifest(results());
    await writeManifest(results(), manifestOf({ ...examplePlan, assignment: { ...examplePlan.assignment, title: "Corrected" } }));
    expect((await readManifest(results()))?.fingerprint).not.toBe(former?.fingerprint);
    const other = manifestOf({ ...examplePlan, assignment: { ...examplePlan.assignment, id: "week-2" } });
    await expect(writeManifest(results(), other)).rejects.toThrow(InputError);
    expect((await readManifest(results()))?.assignment).toBe("week-1");
  });

  it("is not replaced by a run in which more than a fifth of its students have no answer any more, unless that is meant", async () => {
    const handIn = (student: string, answers: Record<string, string>) => ({ student, handedInAt: null, origin: student, answers });
    const classOf = (answering: number) => ({
      ...manifestOf(examplePlan),
      handIns: Array.from({ length: 10 }, (_, i) => handIn(`s${i}`, i < answering ? { "row-walk": "hash" } : {})),
    });
    await writeManifest(results(), classOf(10));
    await writeManifest(results(), classOf(8));
    await expect(writeManifest(results(), classOf(6))).rejects.toThrow(
      "has answers of 8 students, and this run of 6: is this all that was handed in? If it is, say --replace",
    );
    expect((await readManifest(results()))?.handIns).toEqual(classOf(8).handIns);
    await writeManifest(results(), classOf(0), { replace: true });
    await writeManifest(results(), classOf(10));
  });
});
