import type { Exercise } from "#judge/exercise.ts";

const modules = import.meta.glob<{ readonly default: Exercise }>("../../../exercises/*/exercise.ts");

/** An exercise's description with its kernel, which otherwise only the sandbox has. It runs nothing of a learner's. */
export async function exerciseModule(id: string): Promise<Exercise> {
  const load = modules[`../../../exercises/${id}/exercise.ts`];
  if (load === undefined) throw new Error(`there is no exercise "${id}"`);
  return (await load()).default;
}
