import { Command } from "commander";
import { isKebabCase } from "#kit/gate/exercise-problems.ts";
import { writeNewFolder } from "#kit/gate/new-folder.ts";
import { exerciseIds } from "#kit/folder.ts";
import { UsageError } from "./exit-code.ts";
import { newAssignmentCommand } from "./new-assignment.ts";

export function newCommand(): Command {
  const exercise = new Command("exercise")
    .description("Writes the folder of a new exercise: complete, but for blanks that are yours to fill.")
    .argument("<slug>", "its name: small letters, digits and hyphens")
    .addHelpText(
      "after",
      `
The folder exercises/<slug> holds a small exercise that works. Fill the blanks, replace the kernel by your own, and let
"coalesce check <slug>" say what is left to do; it points at each blank.

Example:
  coalesce new exercise shift-by-one
  coalesce check shift-by-one`,
    )
    .action(newExercise);
  return new Command("new").description("Starts something new.").addCommand(exercise).addCommand(newAssignmentCommand());
}

async function newExercise(slug: string): Promise<void> {
  if (!isKebabCase(slug))
    throw new UsageError(`"${slug}" is no name for an exercise: use small letters, digits and hyphens, shift-by-one say`);
  if ((await exerciseIds()).includes(slug)) throw new UsageError(`exercises/${slug} exists: choose another name`);
  const files = await writeNewFolder(slug);
  for (const file of files) console.log(`exercises/${slug}/${file}`);
  console.log(`\nFill the blanks, then: npm run --silent coalesce -- check ${slug}`);
}
