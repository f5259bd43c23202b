import { existsSync, readdirSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { capstonesRoot, exercisesRoot } from "./installation.ts";

/**
 * An instructor's own folder of exercises, beside the course's: the same contract, judged, keyed and reported in the same way. One for a
 * process, chosen before the first exercise is read.
 */
let ownRoot: string | undefined;

/** The folders that exercises are found in: the course's, and the instructor's own if there is one. */
export const exerciseRoots = (): readonly string[] => (ownRoot === undefined ? [exercisesRoot] : [exercisesRoot, ownRoot]);

/** The names of the course's capstones, which are answered in CUDA C++. Sorted. */
export const capstoneIds = (): string[] => exerciseIdsIn(capstonesRoot);

/** The instructor's own folder of exercises. */
export const ownExercisesRoot = (): string | undefined => ownRoot;

/** Adds a folder of exercises to the course's, for this process. What its exercises import by `#kit` is the course's own kit. */
export function useOwnExercises(folder: string): void {
  const root = path.resolve(folder);
  if (ownRoot === root) return;
  if (ownRoot === undefined) lendKit();
  ownRoot = root;
}

/** The names of the exercises of a folder: of its folders that hold an exercise.ts. Sorted. */
export function exerciseIdsIn(root: string): string[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .filter((name) => existsSync(path.join(root, name, "exercise.ts")))
    .sort();
}

/** Resolves `#kit` and `#simulator` in exercises outside of the course, whose package.json has no such imports. */
function lendKit(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const isOwn = ownRoot !== undefined && context.parentURL?.startsWith(pathToFileURL(ownRoot + path.sep).href);
      if (isOwn && specifier.startsWith("#")) return next(specifier, { ...context, parentURL: import.meta.url });
      // Resolved here, so that Node looks for no package.json, which it may not read inside the sandbox.
      if (ownRoot !== undefined && specifier.startsWith(pathToFileURL(ownRoot + path.sep).href)) {
        return { url: specifier, format: "module-typescript", shortCircuit: true };
      }
      return next(specifier, context);
    },
  });
}
