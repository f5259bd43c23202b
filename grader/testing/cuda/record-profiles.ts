// Writes the lab's profile of every kernel and program at hand, for a comparison before and after a change of its compiler: node
// grader/testing/cuda/record-profiles.ts <folder>, twice, then diff --recursive
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { profileHost } from "#cuda/host/profile-host.ts";
import { HostStoppedError } from "#cuda/host/run-host.ts";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { profileLaunch } from "#cuda/profile/profile.ts";
import { SourceError } from "#cuda/source-error.ts";
import { h200 } from "#simulator";
import { idiomLaunches, idioms } from "./idioms/launches.ts";

const [, , folder] = process.argv;
if (folder === undefined) throw new Error("usage: node grader/testing/cuda/record-profiles.ts <folder>");
mkdirSync(folder, { recursive: true });

const root = path.join(import.meta.dirname, "../../..");
/** Kernels and programs of the course's documents and of its readers, beside the project if they are at hand. */
const shared = path.join(root, "../shared");

const files = (of: string): string[] =>
  existsSync(of)
    ? readdirSync(of, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".cu"))
        .map((file) => path.join(of, file))
    : [];

/** A longer program is recorded as far as it went: its progress is reported by steps, not by time. */
const MOST_PROGRESS = 100;

function record(name: string, profile: () => object): void {
  let record: object;
  try {
    record = profile();
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof RangeError || error instanceof HostStoppedError)) throw error;
    record = { refused: error.message, ...(error instanceof SourceError && { span: error.span }) };
  }
  writeFileSync(path.join(folder!, `${name.replaceAll(/\W+/g, "-")}.json`), `${JSON.stringify(record, null, 1)}\n`);
}

function stopper(): () => boolean {
  let reports = 0;
  return () => ++reports > MOST_PROGRESS;
}

for (const file of [`${root}/content`, `${shared}/kernels/documents`, `${shared}/field/reduced`].flatMap(files)) {
  const name = path.relative(root, file);
  const text = readFileSync(file, "utf8");
  const candidates = [file.replace(/\.cu$/, ".json"), path.join(path.dirname(file), "launch.json")].find((candidate) =>
    existsSync(candidate),
  );
  if (candidates === undefined) {
    record(name, () => {
      const { launches, order, result } = profileHost(text, h200, { progress: stopper() });
      return { launches, order, printed: result.printed, notes: result.notes, exitCode: result.exitCode };
    });
  } else {
    const launch = parseLaunch(JSON.parse(readFileSync(candidates, "utf8")));
    record(name, () => profileLaunch(text, launch, h200).profile);
  }
}
for (const { name, launch } of idiomLaunches()) record(`idiom ${name}`, () => profileLaunch(idioms, launch, h200).profile);
