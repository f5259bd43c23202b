import { parseLaunch, type KernelLaunch } from "#cuda/launch/launch.ts";
import { reasonOf } from "../reason-of.ts";
import { limitProblem } from "./text-limits.ts";
import { LAB_DEVICE, LONGEST_TITLE, UNKNOWN_LAUNCH, type LabKernel } from "./lab-kernel.ts";

/** A file as the learner's computer has it. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Files that cannot be opened. Its message is for the learner who chose them. */
export class NotAKernelFile extends Error {
  override name = "NotAKernelFile";
}

/** What the file of a launch is called: `coalesce profile` finds it beside the text. */
export const LAUNCH_FILE = "launch.json";

const SOURCE_NAME = /\.(cu|cuh|cuda|h|hpp|cpp|cc|txt)$/i;
const LAUNCH_NAME = /\.json$/i;

/** "My gather: strided" is kept as "my-gather-strided.cu". */
export function sourceFileName({ title }: Pick<LabKernel, "title">): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
  return `${words.join("-") || "kernel"}.cu`;
}

/** The text of the file of a launch. */
export function launchFileText({ launch }: Pick<LabKernel, "launch">): string {
  return `${JSON.stringify(launch, null, 2)}\n`;
}

/** The command that gives the counts of the lab for a kernel whose two files were downloaded. */
export function profileCommandLine(kernel: Pick<LabKernel, "title" | "device">): string {
  const device = kernel.device === LAB_DEVICE ? "" : ` --device ${kernel.device}`;
  return `coalesce profile ${sourceFileName(kernel)} --launch ${LAUNCH_FILE}${device}`;
}

/**
 * The kernel that files make: a text, with its launch or one to be guessed, or a launch for the text that is open.
 *
 * @param open what the lab shows, of which nothing changes
 * @throws NotAKernelFile which names the file and says what is wrong with it
 */
export function kernelOfFiles(files: readonly NamedText[], open: LabKernel): LabKernel {
  const stray = files.find(({ name }) => !SOURCE_NAME.test(name) && !LAUNCH_NAME.test(name));
  if (stray !== undefined) throw new NotAKernelFile(`${stray.name} is neither CUDA (.cu) nor a launch (.json).`);
  const [source, anotherSource] = files.filter(({ name }) => SOURCE_NAME.test(name));
  const [launch, anotherLaunch] = files.filter(({ name }) => LAUNCH_NAME.test(name));
  const another = anotherSource ?? anotherLaunch;
  if (another !== undefined) throw new NotAKernelFile(`Open one text with at most one launch: ${another.name} is one too many.`);
  if (source === undefined && launch === undefined) throw new NotAKernelFile("No file was chosen.");
  const problem = source === undefined ? undefined : limitProblem(source.text);
  if (problem !== undefined) throw new NotAKernelFile(`${source!.name}: ${problem}`);
  const title = source === undefined ? `${open.title} (${launch?.name})` : source.name.replace(SOURCE_NAME, "");
  return {
    schema: "coalesce/lab-kernel/v1",
    title: title.slice(0, LONGEST_TITLE),
    source: source?.text.replaceAll("\r\n", "\n") ?? open.source,
    launch: launch === undefined ? UNKNOWN_LAUNCH : launchIn(launch),
    device: open.device,
  };
}

function launchIn({ name, text }: NamedText): KernelLaunch {
  try {
    return parseLaunch(JSON.parse(text));
  } catch (error) {
    throw new NotAKernelFile(`${name} is no launch: ${reasonOf(error)}`, { cause: error });
  }
}
