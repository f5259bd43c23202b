/** For each exercise, by id, how to fetch what a page needs of it: see vite-exercises.ts. */
declare module "virtual:exercises" {
  import type { Preview } from "#judge/grade.ts";
  import type { ExerciseData, Solution } from "#notebook/exercise-data.ts";

  export const exercises: Readonly<
    Record<
      string,
      {
        readonly data: () => Promise<{ default: ExerciseData }>;
        readonly solution: () => Promise<{ default: Solution }>;
        /** What the starter does in the small case, for the page's own picture. */
        readonly starterPreview: () => Promise<{ default: Preview }>;
        readonly wrongSources: () => Promise<{ default: Readonly<Record<string, string>> }>;
      }
    >
  >;
}

/** The text of the script that runs in the sandbox's worker: see vite-sandbox.ts. */
declare module "virtual:sandbox-worker" {
  const source: string;
  export default source;
}

/** The course's types for answers, as text for the editor's TypeScript service. */
declare module "*/ambient.d.ts?raw" {
  const text: string;
  export default text;
}
