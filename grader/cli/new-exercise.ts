import { Command, Option } from "commander";
import { isKebabCase } from "#kit/gate/exercise-problems.ts";
import { families, familyNames, writeNewFolder, type Family } from "#kit/gate/new-folder.ts";
import { exerciseIds } from "#kit/folder.ts";
import { UsageError } from "./exit-code.ts";
import { newAssignmentCommand } from "./new-assignment.ts";

export function newCommand(): Command {
  const exercise = new Command("exercise")
    .description("Writes the folder of a new exercise: complete, but for blanks that are yours to fill.")
    .argument("<slug>", "its name: small letters, digits and hyphens")
    .addOption(
      new Option("--family <family>", `what it starts from; asked for in a terminal, ${familyNames[0]} elsewhere`).choices(familyNames),
    )
    .addHelpText(
      "after",
      `
The folder exercises/<slug> holds a small exercise that works, of the family that you choose:
${familyNames.map((name) => `  ${name.padEnd(10)} ${families[name].summary} (like ${families[name].model})`).join("\n")}
Fill the blanks, make cases and answers your own, and let "coalesce check <slug>" say what is left to do; it points at each blank.

Examples:
  coalesce new exercise shift-by-one
  coalesce new exercise transpose-by-halves --family transpose
  coalesce check shift-by-one`,
    )
    .action(newExercise);
  return new Command("new").description("Starts something new.").addCommand(exercise).addCommand(newAssignmentCommand());
}

async function newExercise(slug: string, { family }: { readonly family?: Family }): Promise<void> {
  if (!isKebabCase(slug))
    throw new UsageError(`"${slug}" is no name for an exercise: use small letters, digits and hyphens, shift-by-one say`);
  if ((await exerciseIds()).includes(slug)) throw new UsageError(`exercises/${slug} exists: choose another name`);
  const asks = process.stdin.isTTY && process.stdout.isTTY;
  const files = await writeNewFolder(slug, family ?? (asks ? await askFamily() : familyNames[0]));
  for (const file of files) console.log(`exercises/${slug}/${file}`);
  console.log(`\nFill the blanks, then: npm run --silent coalesce -- check ${slug}`);
}

/**
 * Asks in the terminal for the family of a new exercise.
 *
 * @throws UsageError when the author leaves the question
 */
export async function askFamily(): Promise<Family> {
  // The questions bring their own machinery, which scripts should not wait for.
  const { select } = await import("@inquirer/prompts");
  try {
    return await select({
      message: "Family:",
      choices: familyNames.map((name) => ({
        value: name,
        name: `${name}: ${families[name].summary}`,
        short: name,
        description: `Starts as a copy of ${families[name].model}.`,
      })),
    });
  } catch (error) {
    if (error instanceof Error && error.name === "ExitPromptError") throw new UsageError("stopped; nothing was written");
    throw error;
  }
}
