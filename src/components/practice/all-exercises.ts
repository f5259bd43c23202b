import type { Exercise } from "#judge/exercise.ts";

const modules = import.meta.glob<Exercise>("../../../exercises/*/exercise.ts", { eager: true, import: "default" });

/** Every exercise there is: the file system is the registry. */
export const allExercises: readonly Exercise[] = Object.values(modules);
