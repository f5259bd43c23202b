import { parse } from "yaml";
import { z } from "zod";
import { describedLaunch } from "#notebook/lab/described-launch.ts";
import { LAB_DEVICE, type LabKernel } from "#notebook/lab/lab-kernel.ts";

const profile = z.strictObject({
  kernels: z.string().describe("Which kernels ncu counts, as a regular expression of their names."),
  metrics: z.array(z.string()).min(1),
  arguments: z.string().describe("With these the program runs each kernel once."),
});

const about = z.strictObject({
  title: z.string().min(1),
  sentence: z.string().min(1).describe("What it does, in one sentence."),
  kernel: z.string().optional().describe("The kernel that the lab shows first, with its template arguments. None in Python."),
  launch: z.number().int().positive().optional().describe("Number of the launch of that kernel, of those that main makes in the lab."),
  profile: profile.optional(),
});

/** A benchmark that readers can download, build and run: a folder of content/programs. */
export interface Program extends z.infer<typeof about> {
  /** The folder's name. */
  readonly name: string;
  readonly language: "cuda" | "python";
  /** The file to download: `<name>.cu` or `<name>.py`. */
  readonly file: string;
  /** The whole text, with its main. */
  readonly source: string;
  /** What it printed on an H200. */
  readonly printed: string;
  /** What Nsight Compute printed for it there, as CSV; undefined where it was not profiled. */
  readonly profiled: string | undefined;
}

/** The text of each file of content/programs, by its path. */
const texts = import.meta.glob<string>("../../../content/programs/*/{about.yaml,*.cu,*.py,h200*}", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** All programs, by name. */
export const programs: readonly Program[] = Object.keys(texts)
  .filter((path) => path.endsWith("/about.yaml"))
  .sort()
  .map((path) => {
    const folder = path.slice(0, -"/about.yaml".length);
    const name = folder.split("/").at(-1) ?? "";
    const language = `${folder}/${name}.py` in texts ? "python" : "cuda";
    const file = `${name}.${language === "python" ? "py" : "cu"}`;
    return {
      ...about.parse(parse(texts[path] ?? "")),
      name,
      language,
      file,
      source: textOf(`${folder}/${file}`),
      printed: textOf(`${folder}/h200.txt`),
      profiled: texts[`${folder}/h200-ncu.csv`],
    };
  });

function textOf(path: string): string {
  const text = texts[path];
  if (text === undefined) throw new Error(`${path.replace(/^(\.\.\/)+/, "")} is missing`);
  return text;
}

/**
 * The program with a name.
 *
 * @throws RangeError when there is none
 */
export function programNamed(name: string): Program {
  const program = programs.find((program) => program.name === name);
  if (!program) throw new RangeError(`content/programs has no ${name}`);
  return program;
}

/**
 * What a tool printed about a program on the H200, beside what the program printed itself: a file of its folder.
 *
 * @throws Error when the folder has no such file
 */
export const printedFile = (name: string, file: string): string => textOf(`../../../content/programs/${name}/${file}`);

/** What a program printed for a kernel, with what it varied. */
interface PrintedLine {
  readonly microseconds: number;
  /** Useful GB/s (10⁹ bytes). */
  readonly usefulGBps: number;
}

/**
 * A line that a program printed on the H200: `<kernel>,<varied>,<µs>,<GB/s>`.
 *
 * @throws RangeError when it printed none: a page must not show a number that was not measured
 */
export function printedLine(name: string, kernel: string, varied: number | string): PrintedLine {
  const line = programNamed(name)
    .printed.split("\n")
    .find((line) => line.startsWith(`${kernel},${varied},`));
  if (line === undefined) throw new RangeError(`${name} printed no line for ${kernel},${varied}`);
  const [microseconds = NaN, usefulGBps = NaN] = line.split(",").slice(2).map(Number);
  return { microseconds, usefulGBps };
}

/**
 * A program as the lab opens it: its main is run, and one of the launches is shown.
 *
 * @throws RangeError for a program in Python, which the lab doesn't run
 */
export function labKernelOf({ name, title, source, kernel, launch }: Program): LabKernel {
  if (kernel === undefined || launch === undefined) throw new RangeError(`content/programs/${name}/about.yaml names no kernel and launch`);
  return {
    schema: "coalesce/lab-kernel/v1",
    title,
    source,
    launch: describedLaunch(source, `kernel = ${kernel}`),
    device: LAB_DEVICE,
    host: launch,
  };
}

/** The commands that build a program where it has to be built, run it, and have its kernels counted. */
export function commandsOf({ name, file, language, profile }: Program): {
  readonly build?: string;
  readonly run: string;
  readonly profile?: string;
} {
  if (language === "python") return { run: `python3 ${file}` };
  return {
    build: `nvcc -O3 -std=c++17 -arch=native -o ${name} ${file}`,
    run: `./${name}`,
    ...(profile && {
      profile: `ncu --csv --kernel-name "regex:${profile.kernels}" --metrics \\\n${profile.metrics.join(",\\\n")} \\\n./${name} ${profile.arguments}`,
    }),
  };
}
