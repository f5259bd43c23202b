import { existsSync } from "node:fs";
import { Command } from "commander";
import { InputError } from "#classroom/assignment/input-error.ts";
import { manifestOf, readManifest, writeManifest, type Manifest } from "#classroom/grading/manifest.ts";
import { VerdictStore, mergeVerdicts, type MissingVerdict } from "#classroom/grading/verdict-store.ts";
import { pluralize } from "#pictures/format.ts";
import { addClassOptions, areSolutionsShown, classSummary, refuseNaming, readClassPlan, writeClass, type ClassOptions } from "./class.ts";
import { say, warn } from "./terminal.ts";
import { exitCode } from "./usage.ts";

interface MergeOptions extends ClassOptions {
  readonly from?: readonly string[];
}

export function mergeCommand(): Command {
  const command = new Command("merge")
    .description("Puts the shards of a class together, and writes the reports that one machine would have written.")
    .argument("<submissions...>", "what was handed in: the same files that the shards were given");
  return addClassOptions(command)
    .option("--from <folder>", "the folder of a shard; once for each", (folder: string, former: string[] = []) => [...former, folder])
    .addHelpText(
      "after",
      `
Each shard comes from "coalesce grade … --shard i/n". Where a verdict is missing, the score stays open, merge says which shard
lacks it, and all else is reported.

Example:
  coalesce grade --assignment week-1.yaml handed-in/ --out shard0/ --shard 0/2
  coalesce grade --assignment week-1.yaml handed-in/ --out shard1/ --shard 1/2
  coalesce merge --assignment week-1.yaml handed-in/ --from shard0/ --from shard1/ --out results/

Exit codes: 0 merged and graded · 1 the same, and verdicts are missing or an adjustment is for nobody · 2 usage · 3 the command itself failed`,
    )
    .action(merge);
}

/** The results of a shard. */
interface ShardFolder {
  readonly folder: string;
  readonly manifest: Manifest;
}

async function merge(
  submissions: string[],
  { assignment, out, from = [], received, roster, layout, adjustments, exercises, anonymous, asOf, against, replace = false }: MergeOptions,
): Promise<void> {
  if (assignment === undefined) throw new InputError("name the assignment's file with --assignment");
  if (out === undefined) throw new InputError("name the folder of results with --out");
  if (from.length === 0) throw new InputError("name the folder of each shard with --from");
  refuseNaming({ anonymous, against });
  const plan = await readClassPlan({ assignment, submissions, received, roster, layout, adjustments, anonymous, results: [out, ...from] });
  const solutionsShown = areSolutionsShown(plan, asOf);
  const shards = (await Promise.all(from.map((folder) => readShard(folder, plan.assignment.id)))).filter((shard) => shard !== undefined);
  await writeManifest(out, manifestOf(plan), { replace });
  const { secret } = plan.assignment;
  const store = new VerdictStore(out, secret);
  const stores = from.map((folder) => new VerdictStore(folder, secret));
  const missing = await mergeVerdicts(plan, stores, store);
  if (missing.length > 0) {
    const args = [
      "grade",
      "--assignment",
      assignment,
      ...submissions,
      ...given({ received, roster, layout, adjustments, exercises, anonymous }),
    ];
    warn(missingText(missing, shards, `coalesce ${args.map(quoted).join(" ")}`, out));
    process.exitCode = exitCode.found;
  }
  const grades = await writeClass(plan, store, { out, solutionsShown, roster: anonymous === undefined ? roster : undefined, against });
  say(classSummary(grades, { judged: 0, judgedBefore: plan.tasks.length - missing.length, faults: [] }, out));
}

/** Options as they are written on the command line, without those that were left out. */
const given = (options: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));

/** The results of a shard; undefined for one that never wrote any: its verdicts are missing like others. */
async function readShard(folder: string, assignment: string): Promise<ShardFolder | undefined> {
  if (!existsSync(folder)) {
    warn(`--from ${folder} doesn't exist: what was judged there is missing\n`);
    return undefined;
  }
  const manifest = await readManifest(folder);
  if (manifest === undefined) throw new InputError(`--from ${folder} isn't a folder of results: it has no manifest.json that can be read`);
  if (manifest.assignment === assignment) return { folder, manifest };
  throw new InputError(`--from ${folder} holds results of "${manifest.assignment}", and this is "${assignment}"`);
}

/** The message that says which shard lacks how many verdicts, and how to get them. */
function missingText(missing: readonly MissingVerdict[], shards: readonly ShardFolder[], grade: string, out: string): string {
  const count = shards.find(({ manifest }) => manifest.shard)?.manifest.shard?.count ?? 1;
  const byShard = [...Map.groupBy(missing, ({ taskIndex }) => taskIndex % count)].sort(([a], [b]) => a - b);
  const lines = byShard.map(([index, tasks]) => {
    const folder = shards.find(({ manifest }) => manifest.shard?.index === index)?.folder ?? `shard${index}`;
    const answers = pluralize(tasks.length, "answer");
    return `Shard ${index} of ${count} lacks the verdicts on ${answers}. Run it again; it does only what is missing:\n  ${grade} --out ${quoted(folder)} --shard ${index}/${count}\n`;
  });
  return `${lines.join("")}Their scores are open until then. Then merge again. Or let this machine judge the rest:\n  ${grade} --out ${quoted(out)}\n`;
}

/** An argument, quoted for a shell if it needs quotes. */
function quoted(argument: string): string {
  return /^[\w./:=+-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
