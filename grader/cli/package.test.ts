import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const program = fileURLToPath(new URL("./coalesce.mjs", import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "coalesce-package-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Exit code and complaint of `coalesce package` for an assignment of one exercise. The packages themselves are tested in a browser. */
async function complaint(exercise: string, ...options: readonly string[]): Promise<{ code: unknown; stderr: string }> {
  const file = path.join(folder, "week.yaml");
  const text = `schema: coalesce/assignment/v1\nid: week\ntitle: Week\ntimeZone: UTC\ndue: 2026-10-24T23:59\nexercises: [${exercise}]\n`;
  await writeFile(file, text);
  return new Promise((resolve) => {
    execFile(process.execPath, [program, "package", file, ...options], { cwd: folder }, (error, _, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
}

describe("coalesce package refuses", () => {
  test.each([
    ["to guess what the LMS takes", "{ id: row-walk, points: 1 }", [], "--scorm 1.2 or --cmi5"],
    ["two standards at once", "{ id: row-walk, points: 1 }", ["--scorm", "1.2", "--cmi5"], "cannot be used with"],
    [
      "an exercise that the course does not have",
      "{ id: row-wlak, points: 1 }",
      ["--cmi5"],
      'week.yaml:6: exercises.0.id: there is no exercise "row-wlak"; is row-walk meant?',
    ],
    ["an assignment that is not in order", "{ id: row-walk, points: -1 }", ["--cmi5"], "week.yaml:6: exercises.0.points"],
  ])("%s, and writes nothing", async (_, exercise, options, message) => {
    const { code, stderr } = await complaint(exercise, ...options);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(await readdir(folder)).toEqual(["week.yaml"]);
  });
});
