import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { useOwnExercises } from "#kit/own-exercises.ts";
import { permissionFlags } from "./node-transport.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What a program with the sandbox's rights prints: the code of the error, or "done". */
function outcome(statement: string): string {
  const program = `try { ${statement}; console.log("done"); } catch ({ code }) { console.log(code); }`;
  return spawnSync(process.execPath, [...permissionFlags(), "--no-warnings", "-e", program], { cwd: root, encoding: "utf8" }).stdout.trim();
}

test.each([
  ["the clone's history", 'fs.readdirSync(".git")'],
  ["the clone's folder", 'fs.readdirSync(".")'],
  ["other files of the clone", 'fs.readFileSync("README.md")'],
  ["files beside the clone", 'fs.readdirSync("..")'],
  ["the system's files", 'fs.readFileSync("/etc/hostname")'],
  ["the home folder", "fs.readdirSync(os.homedir())"],
  ["writing", 'fs.writeFileSync("grader/x", "x")'],
  ["other programs", 'child_process.execFileSync("true")'],
  ["threads", 'new worker_threads.Worker("1", { eval: true })'],
])("a process that runs answers has no right to %s", (_, statement) => expect(outcome(statement)).toBe("ERR_ACCESS_DENIED"));

test("it may read what judges", () => expect(outcome('fs.readFileSync("grader/judge/judge.ts")')).toBe("done"));

test("of an instructor's own folder it may read the exercises, and nothing beside them", () => {
  const own = mkdtempSync(path.join(tmpdir(), "own-exercises-"));
  onTestFinished(() => rmSync(own, { recursive: true }));
  for (const name of ["mine", "no-exercise"]) mkdirSync(path.join(own, name));
  const files = ["week-1.yaml", "mine/exercise.ts", "no-exercise/grades.csv"].map((name) => path.join(own, name));
  for (const file of files) writeFileSync(file, "secret");
  useOwnExercises(own);
  expect(files.map((file) => outcome(`fs.readFileSync(${JSON.stringify(file)})`))).toEqual([
    "ERR_ACCESS_DENIED",
    "done",
    "ERR_ACCESS_DENIED",
  ]);
});
