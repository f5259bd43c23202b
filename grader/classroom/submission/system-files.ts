import { DateTime } from "luxon";
import { parse } from "yaml";
import { z } from "zod";
import { isSystemFile, type Owner } from "./layouts.ts";
import { readTextFile } from "./read-text.ts";
import type { Roster, RosterEntry } from "./roster.ts";
import type { SubmissionProblem } from "./submission.ts";
import { folderKey, type HandedFile } from "./submitted-files.ts";

/** Facts in a system's own files: who handed in which folder, and when. */
export interface SystemFacts {
  /** Those who handed in a folder, by its `folderKey`. */
  readonly submitters: ReadonlyMap<string, readonly Owner[]>;
  /** When a folder was received, in milliseconds since 1970, by its `folderKey`. */
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

/** How deep Gradescope's file lies at most: in its export, or in a folder with several exports. Deeper down it is a student's. */
const DEEPEST_EXPORT = 1;

/** Reads the files that Gradescope puts beside the hand-ins. Each covers the folders next to it only. */
export async function readGradescope(files: readonly HandedFile[]): Promise<SystemFacts> {
  const submitters = new Map<string, readonly Owner[]>();
  const times = new Map<string, number>();
  const problems: SubmissionProblem[] = [];
  const outer = files.filter((file) => file.folders.length <= DEEPEST_EXPORT && isSystemFile("gradescope", file));
  // An archive may hold a thousand files of one name.
  for (const [file] of Map.groupBy(outer, ({ given, folders }) => folderKey(given, folders)).values()) {
    if (file === undefined) continue;
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
      const key = folderKey(file.given, [...file.folders, folder]);
      const owners = people.map(({ ":name": name, ":sid": sid, ":email": email }) => ({
        id: sid || email || name || "",
        name: name ?? "",
      }));
      submitters.set(
        key,
        owners.filter(({ id }) => id !== ""),
      );
      const time = instantIn(at);
      if (time !== undefined) times.set(key, time);
    }
  }
  return { submitters, times, problems };
}

/** Reads the times that nbgrader puts into each student's folder. */
export async function readNbgrader(files: readonly HandedFile[]): Promise<SystemFacts> {
  const times = new Map<string, number>();
  const problems: SubmissionProblem[] = [];
  for (const file of files.filter((file) => isSystemFile("nbgrader", file))) {
    const read = await readTextFile(file);
    const time = read.status === "read" ? instantIn(read.text) : undefined;
    if (time !== undefined) times.set(folderKey(file.given, file.folders), time);
    else problems.push({ origin: file.origin, message: "holds no time such as 2026-10-08 20:12:00 UTC, so the times of the files count" });
  }
  return { submitters: new Map(), times, problems };
}

/** How Moodle writes a time in English, by default and with a clock of 24 hours, and how machines write it. */
const MOODLE_TIMES = ["cccc, d LLLL yyyy, h:mm a", "cccc, d LLLL yyyy, HH:mm", "d LLLL yyyy, h:mm a", "d LLLL yyyy, HH:mm"];

/**
 * When Moodle received the last hand-in of each student, in milliseconds since 1970 by the line of the worksheet: its column "Last modified
 * (submission)", whose times are local ones.
 */
export function readWorksheetTimes(
  roster: Roster,
  zone: string,
): Pick<SystemFacts, "problems"> & { readonly times: ReadonlyMap<RosterEntry, number> } {
  const times = new Map<RosterEntry, number>();
  const problems: SubmissionProblem[] = [];
  for (const entry of roster.entries) {
    // Between the time and AM or PM, some versions have a narrow space.
    const text = (entry.row["last modified (submission)"] ?? "").normalize("NFKC").replaceAll(/\s+/g, " ").trim();
    if (text === "" || text === "-") continue;
    const read = [
      ...MOODLE_TIMES.map((format) => DateTime.fromFormat(text, format, { zone, locale: "en" })),
      DateTime.fromISO(text.replace(" ", "T"), { zone }),
    ].find(({ isValid }) => isValid);
    if (read) times.set(entry, read.toMillis());
    else
      problems.push({
        origin: entry.origin,
        student: entry.id,
        message: `has "${text}" as the time of the hand-in, which can't be read, so the time that the file claims counts: download the worksheet with Moodle in English, or give --received`,
      });
  }
  return { times, problems };
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
