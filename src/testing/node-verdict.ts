import { readExerciseFolder, wrongSources } from "#kit/folder.ts";
import { resultJson } from "#judge/report/result-text.ts";
import type { Sandbox } from "#sandbox/host/sandbox.ts";

/** The command line's result for an answer, in the JSON that it prints. */
export async function nodeVerdict(sandbox: Sandbox, exercise: string, source: string): Promise<string> {
  const folder = await readExerciseFolder(exercise);
  const job = { exercise, exerciseVersion: folder.version, source, wrongSources: wrongSources(folder.files) };
  return resultJson(await sandbox.grade(job));
}
