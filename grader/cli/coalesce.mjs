#!/usr/bin/env node
// Starts the command under a Node that runs TypeScript: the current one, or the one in the project's packages.
import { spawnSync } from "node:child_process";
import module, { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

if (process.features.typescript) {
  // Halves the start-up time from the second start on. A folder that cannot be written does no harm.
  module.enableCompileCache(fileURLToPath(new URL("../../.cache/compiled", import.meta.url)));
  await import("./main.ts");
} else {
  const projectsNode = path.join(path.dirname(createRequire(import.meta.url).resolve("node/package.json")), "bin", "node");
  const { status } = spawnSync(projectsNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  process.exitCode = status ?? 3;
}
