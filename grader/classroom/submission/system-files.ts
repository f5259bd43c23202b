import { DateTime } from "luxon";
import { parse } from "yaml";
import { z } from "zod";
import type { Owner } from "./layouts.ts";
import { readTextFile } from "./read-text.ts";
import type { SubmissionProblem } from "./submission.ts";
import type { HandedFile } from "./submitted-files.ts";

/** What systems say in files of their own: who handed in what, and when. */
export interface SystemFiles {
  /** Gradescope: those who handed in a folder, by its name. */
  readonly submitters: ReadonlyMap<string, readonly Owner[]>;
  /** When a folder was received, in milliseconds since 1970, by the folder's path. For Gradescope, the name of the folder. */
  readonly times: ReadonlyMap<string, number>;
  readonly problems: readonly SubmissionProblem[];
}

/** `submission_metadata.yml` of Gradescope's "Export submissions". Ruby writes it, with a colon before each key. */
const gradescopeExport = z.record(
  z.string(),
  z.looseObject({
    ":submitters": z.array(
      z.looseObject({ ":name": z.string().nullish(), ":sid": z.coerce.string().nullish(), ":email": z.string().nullish() }),
    ),
    ":created_at": z.coerce.string().optional(),
  }),
);

const isGradescope = ({ name }: HandedFile): boolean => name === "submission_metadata.yml";
const isTimestamp = ({ name }: HandedFile): boolean => name === "timestamp.txt";

/** Whether a file was written by a system, not by a student. */
export const isSystemFile = (file: HandedFile): boolean => isGradescope(file) || isTimestamp(file);

/** Reads the files that Gradescope and nbgrader put beside what students handed in. */
export async function readSystemFiles(files: readonly HandedFile[]): Promise<SystemFiles> {
  const submitters = new Map<string, readonly Owner[]>();
  const times = new Map<string, number>();
  const problems: SubmissionProblem[] = [];
  for (const file of files.filter(isGradescope)) {
    const read = await readTextFile(file);
    const metadata = read.status === "read" ? gradescopeExport.safeParse(yamlOf(read.text)) : undefined;
    if (!metadata?.success) {
      problems.push({
        origin: file.origin,
        message: "is not as Gradescope writes it, so nobody knows whose the folders are: export again",
      });
      continue;
    }
    for (const [folder, { ":submitters": people, ":created_at": at = "" }] of Object.entries(metadata.data)) {
      const owners = people.map(({ ":name": name, ":sid": sid, ":email": email }) => ({
        id: sid || email || name || "",
        name: name ?? "",
      }));
      submitters.set(
        folder,
        owners.filter(({ id }) => id !== ""),
      );
      const time = instantIn(at);
      if (time !== undefined) times.set(folder, time);
    }
  }
  for (const file of files.filter(isTimestamp)) {
    const read = await readTextFile(file);
    const time = read.status === "read" ? instantIn(read.text) : undefined;
    if (time !== undefined) times.set(file.folders.join("/"), time);
    else problems.push({ origin: file.origin, message: "holds no time such as 2026-10-08 20:12:00 UTC, so the times of the files count" });
  }
  return { submitters, times, problems };
}

/** `2026-10-08 20:12:00.123456 UTC`, or with an offset. A time in another zone than UTC by name is not guessed. */
function instantIn(text: string): number | undefined {
  const [, day, time, milliseconds = "", zone = ""] =
    /^\s*(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\s*(UTC|Z|GMT|[+-]\d\d:?\d\d)\s*$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const parsed = DateTime.fromISO(`${day}T${time}.${milliseconds.padEnd(3, "0")}${/^[+-]/.test(zone) ? zone : "Z"}`);
  return parsed.isValid ? parsed.toMillis() : undefined;
}

function yamlOf(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
