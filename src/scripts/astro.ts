import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The top folder of the project. */
export const projectRoot = fileURLToPath(new URL("../../", import.meta.url));

const astroProgram = fileURLToPath(new URL("../../node_modules/astro/bin/astro.mjs", import.meta.url));

/** Starts Astro under this process's own Node: a shim could start it under another one, or leave it running when this process ends. */
export function astro(...options: string[]): ChildProcess {
  return spawn(process.execPath, [astroProgram, ...options], {
    cwd: projectRoot,
    stdio: "inherit",
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", ASTRO_DISABLE_UPDATE_CHECK: "true" },
  });
}

/** The exit code of a child process; 1 if a signal ended it. */
export function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

const PARENT_CHECK_MS = 500;

/** Ends the child when this process is told to end, or when the shell that npm started it in has ended. */
export function endTogether(child: ChildProcess): void {
  const unwatch = endWithParent(() => child.kill("SIGTERM"));
  child.once("exit", unwatch);
}

/**
 * Calls `end` when this process is told to end, or when the shell that npm started it in has ended: shells do not pass signals on.
 * Returns what stops the watch.
 */
export function endWithParent(end: () => void): () => void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) stop();
  }, PARENT_CHECK_MS);
  const stop = (): void => {
    clearInterval(watch);
    end();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  return () => clearInterval(watch);
}
