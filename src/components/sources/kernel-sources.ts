import { sourceOfFile, type Source } from "./sources.ts";

const tables = import.meta.glob<string>("../../../grader/hardware/data/*-h?00.csv", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The H100's run of the memory system's probes has kernels in common with an older file, and pages show that one's numbers. */
const notShown = /^memory-system-(counters-)?h100/;

/** The GPU and the kernel's name, and the file that it was timed or counted in. */
const files = new Map(
  Object.entries(tables).flatMap(([path, text]) => {
    const file = path.slice(path.lastIndexOf("/") + 1);
    if (notShown.test(file)) return [];
    const gpu = file.includes("-h100") ? "h100" : "h200";
    const names = new Set(
      text
        .split("\n")
        .slice(1)
        .map((line) => line.slice(0, line.indexOf(","))),
    );
    return [...names].map((name) => [`${gpu}/${name}`, file] as const);
  }),
);

/**
 * Where the measurements of a kernel come from.
 *
 * @throws RangeError when no file has the kernel
 */
export function sourceOfKernel(kernel: string, gpu: "h100" | "h200"): Source {
  const file = files.get(`${gpu}/${kernel}`);
  if (file === undefined) throw new RangeError(`no file of measurements has ${kernel} on the ${gpu}`);
  return sourceOfFile(file);
}
