import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { KERNEL_FILE, readExerciseFolder, type ExerciseFolder } from "../folder.ts";
import { DECLARATIONS_FOLDER, courseRoot, exercisesRoot, packedCourse } from "../installation.ts";

/** Marks a blank of a new exercise, which its author has to fill. */
export const BLANK = "FILL:";

/** The files that a new exercise of a family starts from. */
interface Template {
  /** The common trait of the family's exercises, in a few words for the author. */
  readonly summary: string;
  /** The exercise whose folder is copied, with blanks in place of its texts. */
  readonly model: string;
  /** The wrong answers that the copy keeps: together they miss every target. */
  readonly wrong: readonly string[];
}

/** The families that a new exercise can be of, by name. The first one is the default. */
export const families = {
  map: {
    summary: "a copy from in to out, one element per thread",
    model: "straight-copy",
    wrong: ["forgets-the-block", "block-as-fastest"],
  },
  vectors: {
    summary: "a copy by float4, with single elements for the rest",
    model: "float4-copy",
    wrong: ["forgets-the-rest", "block-as-fastest"],
  },
  records: {
    summary: "where the fields of many items lie in memory",
    model: "aos-to-soa",
    wrong: ["array-of-structs", "pitch-of-fields"],
  },
  transpose: {
    summary: "a matrix transposed from in to out, with or without a tile",
    model: "transpose-naive",
    wrong: ["keeps-the-pitch", "walks-down-columns"],
  },
  none: {
    summary: "a kernel of its own",
    model: "half-warp-guard",
    wrong: ["even-lanes", "doubles-the-index"],
  },
} as const satisfies Readonly<Record<string, Template>>;

export type Family = keyof typeof families;
export const familyNames = Object.keys(families) as [Family, ...Family[]];

/**
 * Writes the folder of a new exercise: a working copy of its family's model, with blanks in place of its texts.
 *
 * @returns the files written, relative to the folder
 */
export async function writeNewFolder(id: string, family: Family, root = exercisesRoot): Promise<string[]> {
  const template = families[family];
  const files = newFolderFiles(id, await readExerciseFolder(template.model), template.wrong);
  await mkdir(path.join(root, id, "wrong"), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(root, id, name), text, { flag: "wx" });
  return Object.keys(files);
}

/** The settings by which an editor completes and checks the exercises of a folder: what `#kit` is, and what answers may use. */
export const EDITOR_SETTINGS = "tsconfig.json";

/**
 * Writes the settings for editors into a folder of an instructor's own exercises, unless there are some already.
 *
 * @returns whether they were written
 */
export async function writeEditorSettings(root: string): Promise<boolean> {
  const declared = (name: "kit" | "simulator"): string =>
    packedCourse ? path.join(courseRoot, DECLARATIONS_FOLDER, name, "index.d.ts") : path.join(courseRoot, "grader", name, "index.ts");
  const settings = {
    compilerOptions: {
      target: "ES2023",
      module: "ESNext",
      moduleResolution: "Bundler",
      lib: ["ES2024"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: false,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      paths: { "#kit": [declared("kit")], "#simulator": [declared("simulator")] },
    },
    include: ["*/*.ts", "*/also/*.ts", path.join(courseRoot, "grader", "sandbox", "answer", "ambient.d.ts")],
  };
  try {
    await writeFile(path.join(root, EDITOR_SETTINGS), `${JSON.stringify(settings, undefined, 2)}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function newFolderFiles(id: string, model: ExerciseFolder, wrong: readonly string[]): Record<string, string> {
  const copied = ["starter.ts", "solution.ts", KERNEL_FILE, ...wrong.map((name) => `wrong/${name}.ts`)];
  return {
    "exercise.ts": exerciseText(id, model, wrong),
    "prompt.mdx": `${BLANK} what lies in memory, what is to end up where, and what it may cost.\n`,
    ...Object.fromEntries(copied.map((name) => [name, textOf(model, name)])),
  };
}

/** The exercise.ts of the model, with blanks in place of its texts. */
function exerciseText(id: string, model: ExerciseFolder, wrong: readonly string[]): string {
  const [described] = textOf(model, "exercise.ts").split(/^ {2}hints: /m);
  if (described === undefined) throw new Error(`${model.exercise.id}/exercise.ts has no hints`);
  return `${described
    .replace(/^ {2}id: .*$/m, `  id: "${id}",`)
    .replace(/^ {2}title:\s+".*",$/m, `  title: "${BLANK} a title of a few words",`)
    .replace(
      /^ {2}summary:\s+".*",$/m,
      `  summary: "${BLANK} one sentence: what the learner writes",`,
    )}  hints: ["${BLANK} a nudge", "${BLANK} nearly the answer"],
  wrong: {
${wrong.map((name) => wrongText(name, model)).join("")}  },
});
`;
}

function wrongText(name: string, { exercise }: ExerciseFolder): string {
  const fails = exercise.wrong[name]?.fails.map((check) => `"${check}"`);
  if (fails === undefined) throw new Error(`${exercise.id} has no wrong answer "${name}"`);
  return `    "${name}": {
      fails: [${fails.join(", ")}],
      says: "${BLANK} what question points at the cause?",
    },
`;
}

function textOf({ exercise, files }: ExerciseFolder, name: string): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(`${exercise.id} has no ${name}`);
  return text;
}
