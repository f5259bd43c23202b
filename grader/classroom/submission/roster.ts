import { InputError } from "../assignment/input-error.ts";
import { decode } from "./read-text.ts";
import { readTable } from "./table.ts";

/** A student of the class, by the instructor's list. */
export interface RosterEntry {
  /** The student's name in reports and the gradebook. */
  readonly id: string;
  /** Empty if the list has no names. */
  readonly name: string;
  readonly email?: string;
  readonly section?: string;
  /** Further ids of the same student: accounts of an LMS or of GitHub. */
  readonly accounts: readonly string[];
  /** The row as the file has it, by the names of its columns: an export for the same LMS gives them back. */
  readonly row: Readonly<Record<string, string>>;
  /** `roster.csv:7`, for messages. */
  readonly origin: string;
}

/** Columns that give an id, in the order of preference: the first that a file has is the student's id, the others are accounts. */
const ID_COLUMNS = [
  "student_id",
  "student id",
  "student number",
  "matriculation number",
  "matrikelnummer",
  "matrikel",
  "netid",
  "sis login id",
  "sid",
  "id",
  "username",
  "sis user id",
  "identifier",
  "id number",
  "github_username",
  "github_id",
  "account",
  "student",
] as const;
const NAME_COLUMNS = ["name", "full name", "student name"] as const;
const EMAIL_COLUMNS = ["email", "email address", "e-mail"] as const;
const SECTION_COLUMNS = ["section", "sections", "group", "groups"] as const;

/** The list of the students of a class, with all their names and ids. */
export class Roster {
  readonly entries: readonly RosterEntry[];
  /** The names of the file's columns, as they stand in it. */
  readonly columns: readonly string[];
  /** Canvas' row of the points that each assignment may give, by the names of its columns in lower case. */
  readonly pointsPossible: Readonly<Record<string, string>>;
  /** The entries that a text may refer to. */
  readonly #byKey = new Map<string, readonly RosterEntry[]>();

  constructor(entries: readonly RosterEntry[], columns: readonly string[] = [], pointsPossible: Readonly<Record<string, string>> = {}) {
    this.entries = entries;
    this.columns = columns;
    this.pointsPossible = pointsPossible;
    for (const entry of entries) for (const key of new Set(keysOf(entry))) this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), entry]);
    // An id is the student's own, even where another one has it as a name.
    for (const entry of entries) this.#byKey.set(identityKey(entry.id), [entry]);
  }

  /** The student with an id, an account, an e-mail address or a name; undefined for nobody, or for several. */
  find(called: string): RosterEntry | undefined {
    const [found, ...others] = this.findAll(called);
    return others.length > 0 ? undefined : found;
  }

  /** All students with an id, an account, an e-mail address or a name: several if they have the same name. */
  findAll(called: string): readonly RosterEntry[] {
    return this.#byKey.get(identityKey(called)) ?? [];
  }

  /** Whether a text is the name of a section. */
  hasSection(name: string): boolean {
    return this.entries.some(({ section }) => section !== undefined && identityKey(section) === identityKey(name));
  }
}

/** An id, a name or an address in a form in which two spellings of it are equal: case, blanks and Unicode forms do not matter. */
export const identityKey = (text: string): string => text.normalize("NFKC").toLowerCase().trim().replaceAll(/\s+/g, " ");

/** The letters of a name, as Canvas writes them into the names of files: `Lovelace, Ada` is `lovelaceada`. */
export const squashed = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");

function keysOf({ id, name, email, accounts }: RosterEntry): string[] {
  const [last, first] = name.includes(",") ? name.split(",", 2) : [];
  const turned = first === undefined ? [] : [`${first.trim()} ${last?.trim() ?? ""}`];
  const words = name.split(/\s+/);
  const familyFirst = first === undefined && words.length > 1 ? [`${words.at(-1)} ${words.slice(0, -1).join(" ")}`] : [];
  const names = [name, ...turned, ...familyFirst].filter((text) => text !== "");
  const texts = [id, ...accounts, ...(email === undefined ? [] : [email]), ...names, ...names.map(squashed)];
  return texts.map(identityKey).filter((key) => key !== "");
}

/**
 * Reads the roster of a class from CSV. It may be the gradebook of Canvas, the grading worksheet of Moodle, the roster of Gradescope or of
 * GitHub Classroom, or a list of your own with the columns `id`, `name`, `email`, `section` and `account`; only the id is needed.
 *
 * @param file the file's name, for the messages.
 * @throws InputError that gives the line of every problem
 */
export function readRoster(bytes: Uint8Array, file: string): Roster {
  const text = decode(bytes)?.text;
  if (text === undefined) throw new InputError(`${file}: is no text`);
  const entries: RosterEntry[] = [];
  const problems: string[] = [];
  const lines = new Map<string, number>();
  let pointsPossible: Readonly<Record<string, string>> = {};
  const { rows, columns } = readTable(text, file);
  const known = new Set<string>(ID_COLUMNS);
  if (rows.length > 0 && !columns.some((column) => known.has(column.toLowerCase()))) {
    const found = columns.map((column) => `"${column}"`).join(", ");
    throw new InputError(
      `${file}:1: has no column that tells students apart: it has ${found}. Call the one with their ids "id"; ${ID_COLUMNS.slice(1).join(", ")} are known, too`,
    );
  }
  for (const { record, line } of rows) {
    const entry = entryOf(record, `${file}:${line}`);
    const problem = (message: string) => problems.push(`${file}:${line}: ${message}`);
    if (entry === undefined) {
      // Below its head, Canvas has a row with the points of each assignment, and a test student.
      const head = (record.student ?? "").trim();
      if (/^points possible$/i.test(head)) pointsPossible = record;
      else if (!/^student, test$/i.test(head)) problem("names no student");
      continue;
    }
    const former = lines.get(identityKey(entry.id));
    if (former !== undefined) problem(`${entry.id} stands in line ${former} already: keep one of the two`);
    lines.set(identityKey(entry.id), line);
    entries.push(entry);
  }
  if (problems.length > 0) throw new InputError(problems);
  if (entries.length === 0) throw new InputError(`${file}: names no student`);
  return new Roster(entries, columns, pointsPossible);
}

function entryOf(record: Readonly<Record<string, string>>, origin: string): RosterEntry | undefined {
  const cell = (columns: readonly string[]): string =>
    columns.map((column) => (record[column] ?? "").trim().normalize("NFC")).find((text) => text !== "") ?? "";
  // Canvas calls the name "Student", and has ids beside it.
  const isName = (column: string): boolean => column === "student" && ID_COLUMNS.some((other) => other !== column && other in record);
  const ids = ID_COLUMNS.filter((column) => !isName(column))
    .map((column) => cell([column]))
    .filter((id) => id !== "");
  const [id, ...accounts] = new Set(ids.flatMap((id) => [id, ...participantNumber(id)]));
  if (id === undefined) return undefined;
  const parts = [cell(["first name", "first_name"]), cell(["last name", "last_name", "surname"])].filter((part) => part !== "");
  const name = cell([...NAME_COLUMNS]) || parts.join(" ") || ("student" in record && isName("student") ? cell(["student"]) : "");
  const email = cell(EMAIL_COLUMNS);
  const section = cell(SECTION_COLUMNS);
  return { id, name, ...(email && { email }), ...(section && { section }), accounts, row: record, origin };
}

/** Moodle's worksheet says `Participant 4711` where its files say `4711`. */
const participantNumber = (id: string): string[] => /^Participant (\d+)$/.exec(id)?.slice(1) ?? [];
