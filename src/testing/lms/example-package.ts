import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const program = fileURLToPath(new URL("../../../grader/cli/coalesce.mjs", import.meta.url));

const assignmentYaml = `schema: coalesce/assignment/v1
id: week-1
title: Coalescing & its cost
timeZone: Europe/Berlin
due: 2099-10-24T23:59
secret: nobody-shall-see-this
exercises:
  - { id: straight-copy, points: 10 }
  - { id: row-walk, points: 20 }
`;

/** The package of an assignment of two exercises, by `coalesce package`. The first one after a change to the course takes a minute. */
export async function examplePackage(...standardOptions: readonly string[]): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), "coalesce-package-"));
  try {
    const assignment = path.join(folder, "week-1.yaml");
    const zip = path.join(folder, "week-1.zip");
    await writeFile(assignment, assignmentYaml);
    await promisify(execFile)(process.execPath, [program, "package", assignment, ...standardOptions, "--out", zip]);
    return await readFile(zip);
  } finally {
    await rm(folder, { recursive: true });
  }
}
