import { mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { readAssignment } from "#classroom/assignment/assignment-file.ts";

/** An assignment of two exercises, open from the 1st to the 30th of October, with two attempts. */
export const weekOne = readAssignment(
  `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: UTC
opens: 2026-10-01T00:00
due: 2026-10-20T00:00
closes: 2026-10-30T00:00
attempts: 2
exercises:
  - { id: straight-copy, points: 10 }
  - { id: row-walk, points: 20 }
`,
  "week-1.yaml",
);

/** Noon (UTC) of a day of October 2026, in milliseconds since 1970. */
export const noonOf = (day: number): number => Date.UTC(2026, 9, day, 12);

export interface HandInParts {
  readonly name?: string;
  readonly day?: number;
  readonly assignment?: string;
  readonly answers?: readonly { readonly exercise: string; readonly exerciseVersion?: string; readonly source?: string }[];
}

/** The text of a hand-in file: an answer to straight-copy on the 10th, unless `parts` says otherwise. */
export function handInText(
  id: string,
  { name = "", day = 10, assignment = "week-1", answers = [{ exercise: "straight-copy" }] }: HandInParts = {},
): string {
  return JSON.stringify({
    schema: "coalesce/submission/v1",
    assignment,
    student: { id, name },
    handedInAt: new Date(noonOf(day)).toISOString(),
    simulatorVersion: "1",
    answers: answers.map((answer) => ({ exerciseVersion: "v1", source: `// ${id}`, ...answer })),
  });
}

/** Writes files, by their path inside a folder, with noon of a day of October as their date. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>, day = 10): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    await utimes(file, noonOf(day) / 1000, noonOf(day) / 1000);
  }
}

/** A ZIP archive of these files, as a student or a system packs it. */
export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { lastModDate: new Date(noonOf(10)), useWebWorkers: false });
  for (const [name, content] of Object.entries(files)) await zip.add(name, new Uint8ArrayReader(Buffer.from(content)));
  return zip.close();
}
