import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { codeToHtml } from "shiki";
import type { Plugin } from "vite";
import { parse } from "yaml";
import { fadedExample } from "#kit/faded.ts";
import { emptyKernel, reasonOf } from "#kit/cuda/fill-kernel.ts";
import { KernelText } from "#cuda/answer/kernel-text.ts";
import { answerInCuda } from "#kit/cuda/translate-answer.ts";
import { EXPLANATION_FILE, KERNEL_FILE, exerciseIds, readExerciseFolder, wrongSources, type ExerciseFolder } from "#kit/folder.ts";
import { exercisesRoot } from "#kit/installation.ts";
import { SandboxPool } from "#sandbox/host/sandbox-pool.ts";
import { firstCase, naiveAnswer } from "#judge/exercise.ts";
import type { Preview } from "#judge/grade.ts";
import { hasWgsl } from "#wgsl/exercise-kernel.ts";
import { kernelTimings, type KernelTiming } from "#hardware/kernel-timings.ts";
import { codeThemes } from "#notebook/code-themes.ts";
import { kernelColours } from "#notebook/cuda/kernel-colours.ts";
import { hangingIndents } from "#notebook/hanging-indent.ts";
import type {
  ExerciseData,
  FadedData,
  KernelInCuda,
  MeasuredPattern,
  MeasuredWay,
  Misconception,
  Solution,
  TriedCase,
} from "#notebook/exercise-data.ts";
import { seal } from "#classroom/assignment/sealed.ts";
import type { Sealing } from "./sealing.ts";
import { launchInLab, naiveKernel } from "./exercise-launch.ts";

const LIST = "virtual:exercises";
const parts = ["data", "faded", "kernel-in-cuda", "solution", "wrong-sources", "misconceptions", "starter-preview", "first-case"] as const;
type Part = (typeof parts)[number];

/**
 * Serves the exercise folders as modules: `virtual:exercises` is the list, and each exercise has a module per part of it.
 *
 * @param sealing the assignments whose exercises keep their solutions sealed
 * @param isForPackage whether everything that gives a solution away is left out, of every exercise: for the page of an LMS
 */
export function exercisesPlugin(sealing: readonly Sealing[] = [], { isForPackage = false } = {}): Plugin {
  // A pool, because a build loads all exercises at once: one process per exercise would be too many.
  const sandboxes = new SandboxPool();
  return {
    name: "coalesce-exercises",
    closeBundle: () => sandboxes.close(),
    resolveId: (id) => (id === LIST || id.startsWith(`${LIST}/`) ? `\0${id}` : undefined),
    async load(resolved) {
      if (resolved === `\0${LIST}`) return listOfExercises(await exerciseIds());
      const match = /^\0virtual:exercises\/([^/]+)\/([^/]+)$/.exec(resolved);
      const [, id, part] = match ?? [];
      if (id === undefined || !parts.includes(part as Part)) return undefined;
      const folder = await readExerciseFolder(id);
      for (const name of folder.files.keys()) this.addWatchFile(path.join(exercisesRoot, id, name));
      const closed = isForPackage ? packagedPart(folder, part as Part, sandboxes) : sealedPart(folder, part as Part, sandboxes, sealing);
      return `export default ${JSON.stringify(await closed)};`;
    },
  };
}

/** The module of all exercises, by id. */
export function listOfExercises(ids: readonly string[]): string {
  const entries = ids.map((id) => {
    const load = (part: Part): string => `() => import(${JSON.stringify(`${LIST}/${id}/${part}`)})`;
    return (
      `${JSON.stringify(id)}: { data: ${load("data")}, faded: ${load("faded")}, kernelInCuda: ${load("kernel-in-cuda")}, solution: ${load("solution")}, ` +
      `wrongSources: ${load("wrong-sources")}, misconceptions: ${load("misconceptions")}, starterPreview: ${load("starter-preview")}, ` +
      `firstCase: ${load("first-case")} }`
    );
  });
  // Without a prototype: an assignment or a link may name an exercise "constructor".
  return `export const exercises = { __proto__: null, ${entries.join(", ")} };`;
}

/** A part of an exercise as a package for an LMS has it: it needs neither a solution nor the answers that nearly are one. */
async function packagedPart(folder: ExerciseFolder, part: Part, sandboxes: SandboxPool): Promise<unknown> {
  switch (part) {
    case "data":
      return withoutNaive(exerciseData(folder));
    case "kernel-in-cuda":
      return withoutNaive(await kernelInCuda(folder));
    case "faded":
      return null;
    case "solution":
    case "wrong-sources":
    case "misconceptions":
      return {};
    case "starter-preview":
    case "first-case":
      return partOf(folder, part, sandboxes);
  }
}

/** A part of an exercise; without what gives its solution away, where assignments seal it. */
async function sealedPart(folder: ExerciseFolder, part: Part, sandboxes: SandboxPool, all: readonly Sealing[]): Promise<unknown> {
  const sealing = all.filter(({ exercises }) => exercises.includes(folder.exercise.id));
  if (sealing.length === 0) return partOf(folder, part, sandboxes);
  switch (part) {
    case "data":
      return { ...withoutNaive(exerciseData(folder)), sealedFor: sealing.map(({ id, title }) => ({ id, title })) };
    case "kernel-in-cuda":
      return withoutNaive(await kernelInCuda(folder));
    case "faded":
      return null;
    case "solution": {
      const text = JSON.stringify(await solution(folder));
      return { sealed: await Promise.all(sealing.map(({ id, key }) => seal(text, id, key))) };
    }
    // They are the solution, but for a few lines.
    case "wrong-sources":
    case "misconceptions":
      return {};
    case "starter-preview":
    case "first-case":
      return partOf(folder, part, sandboxes);
  }
}

/** Without the answer that is right but costs too much. */
function withoutNaive<T extends { readonly naive?: string }>({ naive: _, ...rest }: T): Omit<T, "naive"> {
  return rest;
}

function partOf(folder: ExerciseFolder, part: Part, sandboxes: SandboxPool): unknown {
  switch (part) {
    case "data":
      return exerciseData(folder);
    case "faded":
      return fadedData(folder);
    case "kernel-in-cuda":
      return kernelInCuda(folder);
    case "solution":
      return solution(folder);
    case "wrong-sources":
      return wrongSources(folder.files);
    case "misconceptions":
      return misconceptions(folder);
    case "starter-preview":
      return starterPreview(folder, sandboxes);
    case "first-case":
      return caseToTryOut(folder);
  }
}

function exerciseData({ exercise, version, files }: ExerciseFolder): ExerciseData {
  const { id, title, summary, difficulty, minutes, points, exports, hints } = exercise;
  const caseTitles = Object.fromEntries(exercise.cases.map((one) => [one.id, one.title]));
  const starter = fileOf({ exercise, version, files }, "starter.ts").trimEnd();
  const naive = naiveAnswer(exercise);
  const measured = measuredPatterns[id];
  return {
    id,
    title,
    summary,
    difficulty,
    minutes,
    points,
    exports,
    hints,
    caseTitles,
    starter,
    version,
    ...(naive !== undefined && { naive }),
    ...(measured !== undefined && { measured: measuredPattern(measured) }),
    ...(!hasWgsl(exercise, fileOf({ exercise, version, files }, "solution.ts")) && { hasNoWgsl: true }),
  };
}

interface TimedWay {
  readonly kernel: string;
  readonly param: number;
  readonly as: string;
}

interface TimedPattern {
  readonly what: string;
  readonly before: TimedWay;
  readonly after: TimedWay;
}

const patternsFile = fileURLToPath(new URL("../../content/measured-patterns.yaml", import.meta.url));
const measuredPatterns = parse(readFileSync(patternsFile, "utf8")) as Readonly<Record<string, TimedPattern>>;

function measuredPattern({ what, before, after }: TimedPattern): MeasuredPattern {
  return { what, before: timed(before), after: timed(after) };
}

/** @throws RangeError when it was not timed: a page must not show a number that was not measured */
function timed({ kernel, param, as }: TimedWay): MeasuredWay {
  const isOfWay = (timing: KernelTiming): boolean => timing.name === kernel && timing.param === param;
  const timing = kernelTimings().find(isOfWay);
  if (timing === undefined)
    throw new RangeError(`content/measured-patterns.yaml: ${kernel} with parameter ${param} was not timed on the H100`);
  const onH200 = kernelTimings("h200").find(isOfWay)?.microseconds;
  return { as, microseconds: timing.microseconds, ...(onH200 !== undefined && { onH200 }) };
}

function misconceptions({ exercise, files }: ExerciseFolder): Readonly<Record<string, Misconception>> {
  const sources = Object.entries(wrongSources(files));
  return Object.fromEntries(sources.map(([name, source]) => [name, { source, says: exercise.wrong[name]?.says ?? "" }]));
}

function caseToTryOut({ exercise }: ExerciseFolder): TriedCase {
  const { launch, size } = firstCase(exercise);
  return { launch, size };
}

async function kernelInCuda(folder: ExerciseFolder): Promise<KernelInCuda> {
  const text = fileOf(folder, KERNEL_FILE);
  const naive = naiveKernel(folder);
  return {
    text,
    starter: inCuda(folder, "starter.ts"),
    html: await codeToHtml(...kernelColours(emptyKernel(new KernelText(text)))),
    launch: await launchInLab(folder),
    ...(naive !== undefined && { naive }),
  };
}

/** @throws Error for an answer that has no counterpart in CUDA: the gate keeps the course's starters and solutions from it */
function inCuda({ exercise, version, files }: ExerciseFolder, name: string): string {
  const kernel = new KernelText(fileOf({ exercise, version, files }, KERNEL_FILE));
  const { text, missing } = answerInCuda(fileOf({ exercise, version, files }, name), exercise.exports, kernel);
  const [first] = missing;
  if (first !== undefined) throw new Error(`exercises/${exercise.id}/${name} cannot be written in CUDA: ${reasonOf(first)}`);
  return text.trimEnd();
}

async function solution(folder: ExerciseFolder): Promise<Solution> {
  const text = fileOf(folder, "solution.ts");
  const cuda = inCuda(folder, "solution.ts");
  const explanation = folder.files.get(EXPLANATION_FILE);
  return {
    text,
    html: await coloured(text, "typescript"),
    inCuda: { text: cuda, html: await coloured(cuda, "c") },
    ...(explanation !== undefined && { explanation: explanation.trim() }),
  };
}

async function fadedData({ files }: ExerciseFolder): Promise<FadedData | null> {
  const example = fadedExample(files);
  if (example === undefined) return null;
  return {
    example,
    solution: files.get("solution.ts") ?? "",
    html: await Promise.all(example.steps.map(({ code }) => (code === "" ? "" : coloured(code, "typescript")))),
    givenHtml: await coloured(example.given, "typescript"),
  };
}

function coloured(text: string, lang: "typescript" | "c"): Promise<string> {
  return codeToHtml(text.trimEnd(), { lang, themes: codeThemes, defaultColor: false, transformers: [hangingIndents] });
}

/** What the starter does in the small case, for the picture that the page is built with. */
async function starterPreview(folder: ExerciseFolder, sandboxes: SandboxPool): Promise<Preview> {
  const { id } = folder.exercise;
  const preview = await sandboxes.preview({ exercise: id, source: fileOf(folder, "starter.ts") });
  if (preview.status === "fault") throw new Error(`exercises/${id}: ${preview.message}`);
  return preview;
}

function fileOf({ exercise, files }: ExerciseFolder, name: string): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(`exercises/${exercise.id} has no ${name}`);
  return text;
}
