import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { program } from "#testing/workplace.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const REQUEST = `${JSON.stringify({ space: "shared", op: "load", bytesPerLane: 4, activeMask: 1, addresses: Array.from({ length: 32 }, () => 0) })}\n`;

/** Node options that make it claim to be an old one, as some systems have. Its child processes know nothing of them. */
const OLD_NODE = [
  "--import",
  'data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.11.0" } })',
];

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "coalesce-launcher-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe("coalesce under a Node that is too old", () => {
  it("starts the project's own Node, and hands on its input, its output and its exit code", () => {
    const options = { input: `${REQUEST}{\n`, encoding: "utf8" } as const;
    const old = spawnSync(process.execPath, [...OLD_NODE, program, "analyze", "-"], options);
    const current = spawnSync(process.execPath, [program, "analyze", "-"], options);
    expect(old.stdout).toContain('"wavefronts":1');
    expect([old.status, old.stdout, old.stderr]).toEqual([current.status, current.stdout, current.stderr]);
    expect(spawnSync(process.execPath, [...OLD_NODE, program, "grade"]).status).toBe(2);
  });

  it.each<NodeJS.Signals>(["SIGKILL", "SIGTERM"])("ends what it started when %s ends it", async (signal) => {
    const command: ChildProcessWithoutNullStreams = spawn(process.execPath, [...OLD_NODE, program, "analyze", "-"]);
    command.stdin.on("error", () => undefined).write(REQUEST.repeat(20_000));
    await once(command.stdout, "data");
    command.stdout.resume();
    command.kill(signal);
    // Standard output closes when the last process that has it ends; its input stays open, and so it would wait for more.
    await once(command, "close");
    expect(command.stdin.writableEnded).toBe(false);
  });

  it("says what to install where there is no other Node", async () => {
    const folder = await emptyFolder();
    await mkdir(path.join(folder, "grader", "cli"), { recursive: true });
    const alone = path.join(folder, "grader", "cli", "coalesce.mjs");
    await cp(program, alone);
    const { status, stderr } = spawnSync(process.execPath, [...OLD_NODE, alone, "--help"], { encoding: "utf8" });
    expect([status, stderr]).toEqual([
      2,
      "coalesce needs Node 24 or later, and this is Node 20.11.0. Install a newer one, or put one beside coalesce: npm install node@24 where you installed it, npm install --global node@24 if it is installed globally.\n",
    ]);
  });
});

describe("npm run coalesce", () => {
  it("means paths from where npm was called, from an empty folder outside of the clone too", async () => {
    const folder = await emptyFolder();
    const options = ["--defaults", "--title", "Week", "--exercise", "row-walk:1", "--due", "2026-10-08"];
    const npm = ["--prefix", root, "run", "--silent", "coalesce", "--"];
    const { status, stdout } = spawnSync("npm", [...npm, "new", "assignment", "week.yaml", ...options], { cwd: folder, encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.stringContaining("week.yaml: 1 exercise, 1 points")]);
    const check = spawnSync("npm", [...npm, "assignment", "check", "week.yaml"], { cwd: folder, encoding: "utf8" });
    expect([check.status, check.stdout]).toEqual([0, expect.stringContaining("ok    week.yaml")]);
  });
});
