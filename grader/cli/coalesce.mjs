#!/usr/bin/env node
// Starts the command under a Node that is new enough: the current one, or the one in the project's packages.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module, { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The oldest major version of Node that this is tested with. */
const OLDEST_NODE = 24;
/** Set for a command that another Node was started for: it ends with this process, however that ends. */
const LAUNCHED = "COALESCE_LAUNCHED";

if (Number(process.versions.node.split(".")[0]) >= OLDEST_NODE) {
  if (process.env[LAUNCHED] !== undefined) {
    delete process.env[LAUNCHED];
    process.once("disconnect", () => process.exit(3));
    // It keeps nothing running.
    process.channel?.unref();
  }
  // npm runs a script in the project's folder; paths are meant from where npm was called.
  if (process.env.npm_lifecycle_event === "coalesce" && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
  const course = fileURLToPath(new URL("../../", import.meta.url));
  // Halves the start-up time from the second start on. A folder that cannot be written does no harm.
  module.enableCompileCache(path.join(course, ".cache", "compiled"));
  // A package has JavaScript, a clone the TypeScript that it is made of.
  const packed = new URL("../../program/main.js", import.meta.url);
  if (existsSync(packed)) await import(packed.href);
  else await import("./main.ts");
} else {
  const node = projectsNode();
  if (node === undefined) {
    console.error(
      `coalesce needs Node ${OLDEST_NODE} or later, and this is Node ${process.versions.node}. Install a newer one, or put one beside coalesce: npm install node@${OLDEST_NODE} where you installed it, npm install --global node@${OLDEST_NODE} if it is installed globally.`,
    );
    process.exitCode = 2;
  } else {
    const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { ...process.env, [LAUNCHED]: "1" },
    });
    // Ctrl-C reaches both; this one waits for the other's end.
    process.on("SIGINT", () => undefined);
    process.on("SIGTERM", () => child.kill("SIGTERM"));
    child.on("exit", (code) => process.exit(code ?? 3));
  }
}

/** The Node among the packages; undefined where there is none. */
function projectsNode() {
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve("node/package.json")), "bin", "node");
  } catch {
    return undefined;
  }
}
