import { spawn } from "node:child_process";
import { expect, it, test } from "vitest";
import { mebibytesInStatm, memoryOf, millisecondsInStat, millisecondsOf, processorTimeOf } from "./processor-time.ts";

it("counts a process's computing time, not its waiting time", async () => {
  const busy = spawn(process.execPath, [
    "-e",
    "const end = process.cpuUsage().user + 400_000; while (process.cpuUsage().user < end); setTimeout(() => {}, 60_000); console.log('done')",
  ]);
  try {
    await new Promise((resolve) => busy.stdout.once("data", resolve));
    const time = processorTimeOf(busy.pid)!;
    const first = await time();
    expect(first).toBeGreaterThanOrEqual(400);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await time()) - first).toBeLessThan(200);
  } finally {
    busy.kill("SIGKILL");
  }
});

it("is 0 of a process that has ended", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.once("close", resolve));
  expect(await processorTimeOf(child.pid)!()).toBe(0);
});

test("a line of /proc/<pid>/stat, whatever the process is called", () => {
  const rest = "S 1 1 1 0 -1 4194560 1 0 0 0 123 45 0 0 20 0 1 0 100 200 300";
  for (const name of ["node", "a) b (c", "1 2 3"]) expect(millisecondsInStat(`42 (${name}) ${rest}`)).toBe(1680);
});

test.each([
  ["0:00.05", 50],
  ["  1:02.50", 62_500],
  ["01:00:00", 3_600_000],
  ["2-03:04:05", ((51 * 60 + 4) * 60 + 5) * 1000],
])("ps writes %s", (time, milliseconds) => {
  expect(millisecondsOf(time)).toBe(milliseconds);
});

test("a line of /proc/<pid>/statm gives the resident memory", () =>
  expect(mebibytesInStatm("300000 25600 9000 20000 0 70000 0\n")).toBe(100));

it.runIf(process.platform === "linux")("tells the memory of a process, and none of one that has ended", async () => {
  expect(await memoryOf(process.pid)!()).toBeGreaterThan(20);
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.once("close", resolve));
  expect(await memoryOf(child.pid)!()).toBe(0);
});
