import path from "node:path";
import { codeToHtml } from "shiki";
import type { Plugin } from "vite";
import { exerciseIds, exercisesRoot, readExerciseFolder, wrongSources, type ExerciseFolder } from "#kit/folder.ts";
import { SandboxPool } from "#sandbox/host/sandbox-pool.ts";
import type { Preview } from "#judge/grade.ts";
import { codeThemes } from "#notebook/code-themes.ts";
import type { ExerciseData, Misconception, Solution } from "#notebook/exercise-data.ts";

const LIST = "virtual:exercises";
const parts = ["data", "solution", "wrong-sources", "misconceptions", "starter-preview"] as const;
type Part = (typeof parts)[number];

/** Serves the exercise folders as modules: `virtual:exercises` is the list, and each exercise has a module per part of it. */
export function exercisesPlugin(): Plugin {
  // A pool, because a build loads all exercises at once: one process per exercise would be too many.
  const sandboxes = new SandboxPool();
  return {
    name: "coalesce-exercises",
    closeBundle: () => sandboxes.close(),
    resolveId: (id) => (id === LIST || id.startsWith(`${LIST}/`) ? `\0${id}` : undefined),
    async load(resolved) {
      if (resolved === `\0${LIST}`) return listModule(await exerciseIds());
      const match = /^\0virtual:exercises\/([^/]+)\/([^/]+)$/.exec(resolved);
      const [, id, part] = match ?? [];
      if (id === undefined || !parts.includes(part as Part)) return undefined;
      const folder = await readExerciseFolder(id);
      for (const name of folder.files.keys()) this.addWatchFile(path.join(exercisesRoot, id, name));
      return `export default ${JSON.stringify(await partOf(folder, part as Part, sandboxes))};`;
    },
  };
}

function listModule(ids: readonly string[]): string {
  const entries = ids.map((id) => {
    const load = (part: Part): string => `() => import(${JSON.stringify(`${LIST}/${id}/${part}`)})`;
    return (
      `${JSON.stringify(id)}: { data: ${load("data")}, solution: ${load("solution")}, ` +
      `wrongSources: ${load("wrong-sources")}, misconceptions: ${load("misconceptions")}, starterPreview: ${load("starter-preview")} }`
    );
  });
  return `export const exercises = { ${entries.join(", ")} };`;
}

function partOf(folder: ExerciseFolder, part: Part, sandboxes: SandboxPool): unknown {
  switch (part) {
    case "data":
      return exerciseData(folder);
    case "solution":
      return solution(fileOf(folder, "solution.ts"));
    case "wrong-sources":
      return wrongSources(folder.files);
    case "misconceptions":
      return misconceptions(folder);
    case "starter-preview":
      return starterPreview(folder, sandboxes);
  }
}

function exerciseData({ exercise, version, files }: ExerciseFolder): ExerciseData {
  const { id, title, summary, difficulty, minutes, points, exports, hints } = exercise;
  const caseTitles = Object.fromEntries(exercise.cases.map((one) => [one.id, one.title]));
  const starter = fileOf({ exercise, version, files }, "starter.ts").trimEnd();
  return { id, title, summary, difficulty, minutes, points, exports, hints, caseTitles, starter, version };
}

function misconceptions({ exercise, files }: ExerciseFolder): Readonly<Record<string, Misconception>> {
  const sources = Object.entries(wrongSources(files));
  return Object.fromEntries(sources.map(([name, source]) => [name, { source, says: exercise.wrong[name]?.says ?? "" }]));
}

async function solution(text: string): Promise<Solution> {
  const html = await codeToHtml(text.trimEnd(), { lang: "typescript", themes: codeThemes, defaultColor: false });
  return { text, html };
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
