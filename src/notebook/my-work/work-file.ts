import { z } from "zod";
import { reasonOf } from "../reason-of.ts";
import type { Kept } from "../storage/kept-store.ts";
import { formerVersions } from "../storage/results.ts";
import type { ShelfName, Shelves } from "./shelves.ts";
import { isSame, workKinds, type WorkValues } from "./work-kinds.ts";

const SCHEMAS = "coalesce/my-work/";
/** The second version has the kernels of the lab, the third what was answered about each concept, the fourth what was measured of GPUs. */
const SCHEMA = `${SCHEMAS}v4` as const;
/** Versions of the course that had less to export. */
const FORMER_SCHEMAS: readonly unknown[] = [`${SCHEMAS}v1`, `${SCHEMAS}v2`, `${SCHEMAS}v3`];

/** All of a learner's work in a browser, as one file holds it: by shelf, then by key. */
export type WorkFile = { readonly schema: typeof SCHEMA } & {
  readonly [Name in ShelfName]: Readonly<Record<string, WorkValues[Name]>>;
};

/** A file that cannot be imported. Its message is for the learner who chose it. */
export class NotAWorkFile extends Error {
  override name = "NotAWorkFile";
}

const shelfNames = Object.keys(workKinds) as ShelfName[];

/** Everything that is stored. Equal stores give equal bytes: no time of the export, and keys in order. */
export async function readWork(shelves: Shelves): Promise<WorkFile> {
  const contents = shelfNames.map(async (name) => {
    const entries = [...(await shelves[name].entries())].sort(([a], [b]) => (a < b ? -1 : 1));
    return [name, Object.fromEntries(entries)] as const;
  });
  return { schema: SCHEMA, ...Object.fromEntries(await Promise.all(contents)) } as WorkFile;
}

/** The bytes of the file. */
export function workText(work: WorkFile): string {
  return `${JSON.stringify(work, null, 1)}\n`;
}

/**
 * The work in a file.
 *
 * @param name the file's name, for the message
 * @throws NotAWorkFile where it is anything else, or was written by a later version of the course
 */
export function parseWork(text: string, name: string): WorkFile {
  const contents = parsedJson(text, name);
  const schema = (contents as { readonly schema?: unknown } | null)?.schema;
  const isKnown = schema === SCHEMA || FORMER_SCHEMAS.includes(schema);
  if (typeof schema === "string" && schema.startsWith(SCHEMAS) && !isKnown) {
    throw new NotAWorkFile(`${name} was written by a later version of the course (${schema}). Reload the page to get that version.`);
  }
  if (!isKnown) throw new NotAWorkFile(`${name} is not work that was exported from this course: choose a file that “Export” made.`);
  const shape = Object.fromEntries(shelfNames.map((shelf) => [shelf, z.record(z.string(), workKinds[shelf].schema).default({})]));
  const checked = z.object(shape).safeParse(contents);
  if (!checked.success)
    throw new NotAWorkFile(`${name} was changed after it was exported, so nothing was imported.\n${z.prettifyError(checked.error)}`);
  const empty = Object.fromEntries(shelfNames.map((shelf) => [shelf, {}]));
  return { ...empty, ...(contents as WorkFile), schema: SCHEMA };
}

function parsedJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NotAWorkFile(`${name} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

/** What a file would bring to a shelf. */
export interface Bringing {
  readonly shelf: ShelfName;
  /** Keys that this browser has nothing under. */
  readonly fresh: number;
  /** Keys under which this browser has something else: both are kept. */
  readonly differing: number;
  /** Keys under which this browser has the same. */
  readonly same: number;
}

/** What a file would bring, shelf by shelf; shelves that the file has nothing for are left out. */
export function bringings(ours: WorkFile, theirs: WorkFile): Bringing[] {
  return shelfNames
    .map((shelf) => {
      const values = Object.entries(theirs[shelf]).map(([key, value]) => [valueAt<unknown>(ours[shelf], key), value] as const);
      const fresh = values.filter(([own]) => own === undefined).length;
      const same = values.filter(([own, value]) => isSame(own, value)).length;
      return { shelf, fresh, same, differing: values.length - fresh - same };
    })
    .filter(({ fresh, same, differing }) => fresh + same + differing > 0);
}

/** The value under a key, which an imported file may have called like a property of every object: "constructor". */
function valueAt<T>(values: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/** Adds a file's work to what is stored. Nothing is overwritten: of two texts the newer is current, and the other is kept aside or in the history. */
export async function importWork(shelves: Shelves, file: WorkFile): Promise<void> {
  const ours = await readWork(shelves);
  const theirs = withRescuedTexts(ours, file);
  // The histories come first: if the import is cut short, what they rescue is safe, and importing again does the rest.
  for (const name of ["history", ...shelfNames.filter((shelf) => shelf !== "history")] as const) {
    for (const [key, value] of Object.entries(theirs[name])) {
      await shelves[name].update(key, (before) =>
        before === undefined || isSame(before, value) ? value : workKinds[name].merge(before, value),
      );
    }
  }
}

/**
 * The file with a place for what a merge has none for: unsaved drafts and texts of last verdicts go to its histories, and a sketch or
 * kernel that is different here gets an id of its own, the same one each time.
 */
function withRescuedTexts(ours: WorkFile, theirs: WorkFile): WorkFile {
  const history = new Map(Object.entries(theirs.history));
  const unsaved = new Map(Object.entries(theirs.unsaved));
  const add = (exercise: string, versions: WorkValues["history"]): void => {
    if (versions.length === 0) return;
    history.set(exercise, workKinds.history.merge(history.get(exercise) ?? [], versions) as WorkValues["history"]);
  };
  for (const [exercise, verdict] of Object.entries(theirs.verdicts)) {
    const own = valueAt(ours.verdicts, exercise);
    if (own !== undefined && own.text !== verdict.text) add(exercise, formerVersions(history.get(exercise) ?? [], verdict));
  }
  for (const [exercise, { others = [], ...newest }] of Object.entries(theirs.unsaved)) {
    const own = valueAt(ours.unsaved, exercise);
    const record = valueAt(ours.drafts, exercise);
    if (isSame(own, valueAt(theirs.unsaved, exercise)) || (own === undefined && record === undefined)) continue;
    const kept = new Set([own, record?.current, ...(record?.aside ?? [])].map((draft) => draft?.text));
    const rescued = [newest, ...others].filter(({ text }) => !kept.has(text));
    add(
      exercise,
      rescued.map(({ text, savedAt, exerciseVersion }) => ({ text, at: savedAt, exerciseVersion })),
    );
    unsaved.delete(exercise);
  }
  return {
    ...theirs,
    history: Object.fromEntries(history),
    unsaved: Object.fromEntries(unsaved),
    sketches: withCopies(ours.sketches, theirs.sketches),
    kernels: withCopies(ours.kernels, theirs.kernels),
  };
}

/** Sketches or kernels of a file; each that is different here has an id of its own. */
function withCopies<T extends { readonly title: string }>(
  ours: Readonly<Record<string, Kept<T>>>,
  theirs: Readonly<Record<string, Kept<T>>>,
): Record<string, Kept<T>> {
  const kept = Object.entries(theirs).map(([id, work]) => {
    const own = valueAt(ours, id);
    if (own === undefined || isSame(own.sketch, work.sketch)) return [id, work] as const;
    const copy = `${id}-${work.revision}`;
    return [copy, { ...work, id: copy, sketch: { ...work.sketch, title: `${work.sketch.title} (imported)` } }] as const;
  });
  return Object.fromEntries(kept);
}
