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
  kernel: z.string().describe("The kernel that the lab shows first, with its template arguments."),
  launch: z.number().int().positive().describe("Number of the launch of that kernel, of those that main makes in the lab."),
  profile: profile.optional(),
});

/** A benchmark that readers can download, build and run: a folder of content/programs. */
export interface Program extends z.infer<typeof about> {
  /** The folder's name; the program is `<name>.cu`. */
  readonly name: string;
  /** The whole text, with its main. */
  readonly source: string;
  /** What it printed on an H200. */
  readonly printed: string;
  /** What Nsight Compute printed for it there, as CSV; undefined where it was not profiled. */
  readonly profiled: string | undefined;
}

/** The text of each file of content/programs, by its path. */
const texts = import.meta.glob<string>("../../../content/programs/*/{about.yaml,*.cu,h200.txt,h200-ncu.csv}", {
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
    return {
      ...about.parse(parse(texts[path] ?? "")),
      name,
      source: textOf(`${folder}/${name}.cu`),
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

/** A program as the lab opens it: its main is run, and one of the launches is shown. */
export function labKernelOf({ title, source, kernel, launch }: Program): LabKernel {
  return {
    schema: "coalesce/lab-kernel/v1",
    title,
    source,
    launch: describedLaunch(source, `kernel = ${kernel}`),
    device: LAB_DEVICE,
    host: launch,
  };
}

/** The commands that build a program, run it, and have its kernels counted. */
export function commandsOf({ name, profile }: Program): { readonly build: string; readonly run: string; readonly profile?: string } {
  return {
    build: `nvcc -O3 -std=c++17 -arch=native -o ${name} ${name}.cu`,
    run: `./${name}`,
    ...(profile && {
      profile: `ncu --csv --kernel-name "regex:${profile.kernels}" --metrics \\\n${profile.metrics.join(",\\\n")} \\\n./${name} ${profile.arguments}`,
    }),
  };
}
