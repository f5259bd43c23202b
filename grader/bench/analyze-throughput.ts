import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../cli/coalesce.mjs", import.meta.url));
const measuredFile = new URL("../hardware/data/warp-requests.jsonl", import.meta.url);

/** Enough that starting the process is a small part of the time. */
const REPEATS = 100;
const RUNS = 3;

interface AnalyzeThroughput {
  readonly lines: number;
  readonly seconds: number;
  /** Including the start of the process. */
  readonly requestsPerSecond: number;
}

/** How many requests `coalesce analyze` handles per second: the real command, from a file to a pipe. */
export async function analyzeThroughput(): Promise<AnalyzeThroughput> {
  const measured = await readFile(measuredFile, "utf8");
  const folder = await mkdtemp(path.join(tmpdir(), "coalesce-bench-"));
  const file = path.join(folder, "requests.jsonl");
  try {
    await writeFile(file, measured.repeat(REPEATS));
    const lines = (measured.split("\n").length - 1) * REPEATS;
    let seconds = Infinity;
    for (let run = 0; run < RUNS; run++) seconds = Math.min(seconds, await secondsToAnalyze(file));
    return { lines, seconds: Number(seconds.toFixed(3)), requestsPerSecond: Math.round(lines / seconds) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function secondsToAnalyze(file: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, "analyze", file], { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.resume();
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve((performance.now() - started) / 1000) : reject(new Error(`analyze exited with ${code}`)),
    );
  });
}
