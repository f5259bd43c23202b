import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { compileCache } from "./compile-cache.ts";

it.each([
  ["22.18.0", false],
  ["24.20.0", false],
  ["24.21.0", true],
  ["25.9.0", false],
  ["26.5.0", true],
  ["27.0.0", true],
])("on Node %s a sandbox may write to the compile cache: %s", (version, mayWrite) => {
  const { env, execArgv } = compileCache("/course", version);
  expect([Object.keys(env).length > 0, execArgv.length > 0]).toEqual([mayWrite, mayWrite]);
});

const folder = mkdtempSync(path.join(tmpdir(), "coalesce-compiled-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("drops the permission to write", () => {
  const { env, execArgv } = compileCache(folder);
  const script = `
    const { dropWritePermission } = await import(${JSON.stringify(new URL("./compile-cache.ts", import.meta.url).href)});
    const mayWrite = () => process.permission.has("fs.write", process.env.NODE_COMPILE_CACHE);
    const before = mayWrite();
    dropWritePermission();
    dropWritePermission();
    console.log(before, mayWrite());`;
  const reads = [`--allow-fs-read=${fileURLToPath(new URL("../../../*", import.meta.url))}`, `--allow-fs-read=${path.join(folder, "*")}`];
  const args = ["--permission", ...reads, ...execArgv, "--no-warnings", "--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { env: { ...env }, encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: "true false\n", stderr: "" });
});
