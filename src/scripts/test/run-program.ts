import { spawn, type StdioOptions } from "node:child_process";
import path from "node:path";
import { projectRoot } from "../astro.ts";

/**
 * Runs a program of node_modules/.bin at the top of the project.
 *
 * @param onOutput gets all that it printed, when it ends; without it, that is shown as it comes
 * @returns its exit code
 */
export function runProgram([program, ...options]: readonly string[], onOutput?: (text: string) => void): Promise<number> {
  const bin = path.join(projectRoot, "node_modules", ".bin");
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    ASTRO_TELEMETRY_DISABLED: "1",
    // Playwright sets FORCE_COLOR; both together make Node warn.
    NO_COLOR: undefined,
  };
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = onOutput ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(program, options, { cwd: projectRoot, stdio, env, shell: process.platform === "win32" });
    const printed: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => printed.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => printed.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      onOutput?.(Buffer.concat(printed).toString());
      resolve(code ?? 1);
    });
  });
}
