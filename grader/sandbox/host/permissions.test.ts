import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { useOwnExercises } from "#kit/own-exercises.ts";
import { permissionFlags } from "./node-transport.ts";
import { memoryOf, processorTimeOf } from "./processor-time.ts";
import { behindWalls, walls } from "./walls.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Waits for an eventual value, which comes later on a busy machine. */
const eventually = <T>(value: () => T) => expect.poll(value, { timeout: 20_000 });

/** The outcome of a statement with the sandbox's rights: the code of the error, or "done". */
function outcome(statement: string): string {
  const program = `try { ${statement}; console.log("done"); } catch ({ code }) { console.log(code); }`;
  return printed(program);
}

/** The output of a program with the sandbox's rights. */
function printed(program: string): string {
  const [first = "", ...words] = [...walls(), process.execPath, ...permissionFlags(), "--no-warnings", "-e", program];
  return spawnSync(first, words, { cwd: root, encoding: "utf8" }).stdout.trim();
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
  ["the list of processes", 'fs.readdirSync("/proc")'],
  ["the environment of the process that started it", "fs.readFileSync(`/proc/${process.ppid}/environ`)"],
])("a process that runs answers has no right to %s", (_, statement) => expect(outcome(statement)).toBe("ERR_ACCESS_DENIED"));

/** Whether this system lets its users create namespaces: by another program than the one under test. */
const hasNamespaces = spawnSync("unshare", ["--user", "--map-user=1000", "--pid", "--fork", "true"]).status === 0;

describe.runIf(hasNamespaces)("behind walls", () => {
  test("it reaches nobody, not even this machine", async () => {
    const server = createServer((socket) => socket.end("hello"));
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const connect = `net.connect(${port}, "127.0.0.1").on("data", () => console.log("reached")).on("error", ({ code }) => console.log(code))`;
    expect(printed(connect)).toBe("ENETUNREACH");
  });

  test("but, as the guide says, a socket in the file system", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "socket-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const socket = path.join(folder, "s");
    const server = createServer((connection) => connection.end());
    await new Promise<void>((resolve) => void server.listen(socket, resolve));
    onTestFinished(() => void server.close());
    const connect = `net.connect(${JSON.stringify(socket)}).on("connect", () => { console.log("reached"); process.exit(); }).on("error", ({ code }) => console.log(code))`;
    expect(printed(connect)).toBe("reached");
  });

  test.each([
    ["the process that started it", "process.kill(process.ppid, 0)", "done"],
    ["the tests", `process.kill(${process.pid}, 0)`, "ESRCH"],
    ["every process of its account", "process.kill(-1, 0)", "ESRCH"],
  ])("it can signal nobody: %s", (_, statement, code) => {
    // Its parent has the number 0 there, which stands for the process group: itself.
    expect(printed("console.log(process.pid, process.ppid)")).toBe("1 0");
    expect(outcome(statement)).toBe(code);
  });

  test("nor can it signal the group of the process that started it", async () => {
    let received = 0;
    const count = () => received++;
    process.on("SIGWINCH", count);
    onTestFinished(() => void process.off("SIGWINCH", count));
    expect(outcome('process.kill(0, "SIGWINCH")')).toBe("done");
    expect(received).toBe(0);
    process.kill(process.pid, "SIGWINCH");
    await eventually(() => received).toBe(1);
  });

  test("it ends when the process that started it is killed", async () => {
    const loop = JSON.stringify([...walls(), process.execPath, "-e", "while (true);"]);
    const grader = spawn(process.execPath, ["-e", `const [a, ...b] = ${loop}; console.log(child_process.spawn(a, b).pid)`]);
    const front = Number(String(await new Promise((resolve) => grader.stdout.once("data", resolve))));
    await eventually(async () => typeof (await behindWalls(front))).toBe("number");
    const child = await behindWalls(front);
    onTestFinished(async () => void ((await memoryOf(child)!()) > 0 && process.kill(child!, "SIGKILL")));
    // Until unshare(1) has told the kernel to end it, too, it would outlive who is killed in that moment.
    await eventually(() => processorTimeOf(child)!()).toBeGreaterThan(100);
    grader.kill("SIGKILL");
    await eventually(() => memoryOf(child)!()).toBe(0);
  });

  test("its time and memory are seen from outside", async () => {
    const [first = "", ...words] = [...walls(), process.execPath, "-e", "const all = new Uint8Array(3e8).fill(1); while (all.length);"];
    const front = spawn(first, words, { stdio: "ignore" });
    onTestFinished(() => void front.kill("SIGKILL"));
    const pid = async () => (await behindWalls(front.pid!)) ?? -1;
    await eventually(async () => processorTimeOf(await pid())!()).toBeGreaterThan(100);
    await eventually(async () => memoryOf(await pid())!()).toBeGreaterThan(280);
    const child = await pid();
    front.kill("SIGKILL");
    await eventually(() => memoryOf(child)!()).toBe(0);
  });
});

test("it may read the code that judges", () => expect(outcome('fs.readFileSync("grader/judge/judge.ts")')).toBe("done"));

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
