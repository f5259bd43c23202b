import path from "node:path";
import { codeToHtml } from "shiki";
import type { Plugin } from "vite";
import { seal } from "#classroom/assignment/sealed.ts";
import type { Capstone } from "#kit";
import { readExerciseFolder, wrongSources, type ExerciseFolder } from "#kit/folder.ts";
import { capstonesRoot } from "#kit/installation.ts";
import { capstoneIds } from "#kit/own-exercises.ts";
import type { CapstoneData } from "#notebook/capstone/capstone-data.ts";
import { codeThemes } from "#notebook/code-themes.ts";
import type { SealedSolution, SolutionText } from "#notebook/exercise-data.ts";
import { hangingIndents } from "#notebook/hanging-indent.ts";
import type { Sealing } from "./sealing.ts";

const LIST = "virtual:capstones";
const parts = ["data", "solution", "wrong-sources"] as const;
type Part = (typeof parts)[number];

/** Serves the capstones' folders as modules, as `exercisesPlugin` does with exercises. @param sealing assignments that keep solutions sealed */
export function capstonesPlugin(sealing: readonly Sealing[] = [], { isForPackage = false } = {}): Plugin {
  return {
    name: "coalesce-capstones",
    resolveId: (id) => (id === LIST || id.startsWith(`${LIST}/`) ? `\0${id}` : undefined),
    async load(resolved) {
      if (resolved === `\0${LIST}`) return listOfCapstones(capstoneIds());
      const [, id, part] = /^\0virtual:capstones\/([^/]+)\/([^/]+)$/.exec(resolved) ?? [];
      if (id === undefined || !parts.includes(part as Part)) return undefined;
      const folder = await readExerciseFolder(id, capstonesRoot);
      for (const name of folder.files.keys()) this.addWatchFile(path.join(capstonesRoot, id, name));
      return `export default ${JSON.stringify(await (isForPackage ? packagedPart(folder, part as Part) : partOf(folder, part as Part, sealing)))};`;
    },
  };
}

function listOfCapstones(ids: readonly string[]): string {
  const entries = ids.map((id) => {
    const load = (part: Part): string => `() => import(${JSON.stringify(`${LIST}/${id}/${part}`)})`;
    return `${JSON.stringify(id)}: { data: ${load("data")}, solution: ${load("solution")}, wrongSources: ${load("wrong-sources")} }`;
  });
  return `export const capstones = { __proto__: null, ${entries.join(", ")} };`;
}

async function partOf(folder: ExerciseFolder, part: Part, all: readonly Sealing[]): Promise<unknown> {
  const sealing = all.filter(({ exercises }) => exercises.includes(folder.exercise.id));
  switch (part) {
    case "data":
      return { ...capstoneData(folder), ...(sealing.length > 0 && { sealedFor: sealing.map(({ id, title }) => ({ id, title })) }) };
    case "solution":
      return sealing.length === 0 ? solution(folder) : sealed(await solution(folder), sealing);
    // They are the solution, but for a few lines.
    case "wrong-sources":
      return sealing.length === 0 ? wrongSources(folder.files) : {};
  }
}

/** A part without what gives the solution away. */
function packagedPart(folder: ExerciseFolder, part: Part): unknown {
  return part === "data" ? { ...capstoneData(folder), why: "" } : {};
}

async function sealed(open: SolutionText, sealing: readonly Sealing[]): Promise<SealedSolution> {
  return { sealed: await Promise.all(sealing.map(({ id, key }) => seal(JSON.stringify(open), id, key))) };
}

function capstoneData({ exercise, version, files }: ExerciseFolder): CapstoneData {
  const { id, title, summary, part, concepts, difficulty, minutes, points, hints, cases, cuda, why, moves } = exercise as Capstone;
  return {
    id,
    title,
    summary,
    part,
    concepts,
    difficulty,
    minutes,
    points,
    hints,
    caseTitles: Object.fromEntries(cases.map((one) => [one.id, one.title])),
    starter: fileOf(files, id, "starter.cu").trimEnd(),
    version,
    budgets: cuda.budgets,
    ...(cuda.driver !== undefined && { driver: cuda.driver.trimEnd() }),
    why,
    moves,
  };
}

async function solution({ exercise: { id }, files }: ExerciseFolder): Promise<SolutionText> {
  const text = fileOf(files, id, "solution.cu");
  const html = await codeToHtml(text.trimEnd(), { lang: "cpp", themes: codeThemes, defaultColor: false, transformers: [hangingIndents] });
  return { text, html };
}

function fileOf(files: ReadonlyMap<string, string>, id: string, name: string): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(`content/capstones/${id} has no ${name}`);
  return text;
}
