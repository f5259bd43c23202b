import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const graderRoot = fileURLToPath(new URL("../../", import.meta.url));

/** Everything of the grader that a verdict or a sentence of it may depend on. */
const JUDGING = ["simulator", "sandbox/answer", "judge", "kit"];

let known: string | undefined;

/** Content hash of the sources that judge answers: a mended judge or a better sentence has another, and judges again. */
export function graderVersion(): string {
  return (known ??= hashOfGrader(graderRoot));
}

/** The version of the grader that lies in a folder. */
export function hashOfGrader(root: string): string {
  const hash = createHash("sha256");
  for (const file of JUDGING.flatMap((name) => sourcesIn(name, root)).sort()) {
    const text = readFileSync(path.join(root, file), "utf8");
    hash.update(`${file.replaceAll(path.sep, "/")}\0${text.length}\0${text}\0`);
  }
  return hash.digest("hex").slice(0, 16);
}

function sourcesIn(name: string, root: string): string[] {
  if (name.endsWith(".ts")) return [name];
  const files = readdirSync(path.join(root, name), { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".ts") && !isBeside(file)).map((file) => path.join(name, file));
}

/** Tests, measurements and the author's gate: no verdict depends on them. */
function isBeside(file: string): boolean {
  return file.endsWith(".test.ts") || /^(hardware|gate)[\\/]/.test(file);
}
