import { readExerciseFolder, wrongSources } from "#kit/folder.ts";
import { NodeSandbox } from "#sandbox/host/node.ts";
import { resultJson } from "#judge/report/json.ts";

/** The command line's result for an answer, in the JSON that it prints. */
export async function nodeVerdict(sandbox: NodeSandbox, exercise: string, source: string): Promise<string> {
  const folder = await readExerciseFolder(exercise);
  const done = await sandbox.run({
    exercise,
    exerciseVersion: folder.version,
    source,
    wrongSources: wrongSources(folder.files),
    mode: "grade",
  });
  if (done.mode !== "grade") throw new Error("the sandbox answered another question");
  return resultJson(done.result);
}
