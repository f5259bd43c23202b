import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assignmentFromLink } from "#classroom/assignment/link.ts";
import { exercisesRoot } from "#kit/installation.ts";
import { Workplace, type CommandResult } from "#testing/workplace.ts";

const OWN = ["--exercises", "mine"];

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  expect((await place.coalesce(["new", "exercise", "shift-by-one", "--family", "map", ...OWN])).code).toBe(0);
});
afterAll(() => place.close());

const own = (...names: string[]): string => place.path("mine", "shift-by-one", ...names);

async function fillBlanks(): Promise<void> {
  for (const name of ["exercise.ts", "prompt.mdx"]) {
    await writeFile(own(name), (await readFile(own(name), "utf8")).replaceAll("FILL:", "Filled:"));
  }
}

describe("an instructor's own folder of exercises, outside of the course", () => {
  it("is begun by `new exercise`, checked by the same contract, and graded", async () => {
    const blank = await place.coalesce(["check", ...OWN]);
    expect([blank.code, blank.stdout]).toEqual([1, expect.stringContaining("FAIL  shift-by-one\n      exercise.ts:")]);
    await fillBlanks();
    const filled = await place.coalesce(["check", ...OWN]);
    expect([filled.code, filled.stdout]).toEqual([0, "ok    shift-by-one\n\n1 exercise, 0 problems\n"]);
    const graded = await place.coalesce(["grade", "shift-by-one", own("solution.ts"), "--json", ...OWN]);
    expect(JSON.parse(graded.stdout)).toMatchObject({ status: "pass", exercise: "shift-by-one" });
  });

  it("is assigned, judged with hidden cases, and reported beside the course's exercises", async () => {
    const assigned = ["--exercise", "shift-by-one:10", "--exercise", "row-walk:10"];
    const fields = ["--defaults", "--title", "Own", "--due", "2026-10-08", "--time-zone", "Europe/Berlin"];
    expect((await place.coalesce(["new", "assignment", "own.yaml", ...fields, ...assigned, ...OWN])).code).toBe(0);

    const linked = await place.coalesce(["assignment", "link", "own.yaml", "--course", "https://school.example/", ...OWN]);
    const { own: travelling } = await assignmentFromLink(new URL(linked.stdout.trim()).hash);
    const starter = (await readFile(own("starter.ts"), "utf8")).trimEnd();
    expect(travelling).toEqual([
      expect.objectContaining({ id: "shift-by-one", starter, prompt: expect.stringContaining("Filled:") as string }),
    ]);
    const solution = (await readFile(own("solution.ts"), "utf8")).trim();
    expect(JSON.stringify(travelling)).not.toContain(JSON.stringify(solution).slice(1, -1));

    await mkdir(place.path("handed-in", "ada"), { recursive: true });
    await cp(own("solution.ts"), place.path("handed-in", "ada", "shift-by-one.ts"));
    await cp(path.join(exercisesRoot, "row-walk", "solution.ts"), place.path("handed-in", "ada", "row-walk.ts"));
    await writeFile(place.path("times.csv"), "student,received\nada,2026-10-08T12:00\n");
    const grade = ["grade", "--assignment", "own.yaml", "handed-in", "--out", "results", "--received", "times.csv"];
    const graded = await place.coalesce([...grade, ...OWN]);
    expect([graded.code, graded.stderr]).toEqual([0, ""]);
    const { students } = JSON.parse(await readFile(place.path("results", "class.json"), "utf8")) as {
      students: { score: number; exercises: { exercise: string; result: { checks: { visibility: string; verdict: string }[] } }[] }[];
    };
    expect(students.map(({ score }) => score)).toEqual([20]);
    const checks = students[0]?.exercises.find(({ exercise }) => exercise === "shift-by-one")?.result.checks ?? [];
    expect(checks.some(({ visibility, verdict }) => visibility === "hidden" && verdict === "pass")).toBe(true);
    const without = await place.coalesce(grade);
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('there is no exercise "shift-by-one"')]);
  });

  const refused = async (args: string[], message: RegExp): Promise<void> => {
    const { code, stderr }: CommandResult = await place.coalesce(args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  };

  it("may not have an exercise with the name of one of the course's", async () => {
    await cp(own(), place.path("clashing", "row-walk"), { recursive: true });
    await refused(
      ["check", "--exercises", "clashing"],
      /the course has an exercise of the same name: give row-walk in clashing another name/,
    );
  });

  it("is a folder", () => refused(["check", "--exercises", "nowhere"], /--exercises nowhere isn't a folder/));
});
