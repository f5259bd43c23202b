import { parse } from "yaml";
import { z } from "zod";
import text from "../../../content/measurements.yaml?raw";

const source = z.strictObject({
  data: z.array(z.string()).min(1),
  program: z.string(),
  gpu: z.enum(["H100", "H200", "H200 and H100"]),
  recorded: z.iso.date(),
  holds: z.string(),
});

/** Files of measurements, with the program and the GPU that they come from: content/measurements.yaml. */
export type Source = z.infer<typeof source>;

export const sources: readonly Source[] = z.array(source).parse(parse(text));

/**
 * The source that a file of measurements belongs to.
 *
 * @throws RangeError when content/measurements.yaml doesn't name the file
 */
export function sourceOfFile(file: string): Source {
  const found = sources.find(({ data }) => data.includes(file));
  if (!found) throw new RangeError(`content/measurements.yaml has no entry for ${file}`);
  return found;
}

/** Whether the file lies beside the probes; otherwise it lies in content/. */
const isProbe = (path: string): boolean => !path.startsWith("programs/");

/** A program's path in the project. */
export function programPath({ program }: Source): string {
  return isProbe(program) ? `grader/hardware/probes/${program}` : `content/${program}`;
}

/** A file's path in the project. */
export function dataPath(file: string): string {
  return isProbe(file) ? `grader/hardware/data/${file}` : `content/${file}`;
}

/** "24 November 2026" */
export function dayText({ recorded }: Pick<Source, "recorded">): string {
  return new Date(recorded).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

/** "memory-system/whole-kernels.cu on an H100, 24 November 2026" */
export function sourceText(source: Source): string {
  return `${source.program} on an ${source.gpu}, ${dayText(source)}`;
}
