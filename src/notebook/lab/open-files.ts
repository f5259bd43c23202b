import { reasonOf } from "../reason-of.ts";
import { count } from "#pictures/format.ts";
import { NotAKernelFile, kernelOfFiles, type NamedText } from "./kernel-files.ts";
import type { LabSession } from "./lab-session.ts";

/** Opens files as a kernel of the learner's own, beside those that they have, and a report beside the last run; what cannot be opened is said. */
export async function openFiles(
  session: Pick<LabSession, "kernel" | "show" | "keepCopy" | "notice" | "measured">,
  files: readonly File[],
): Promise<void> {
  const report = files.find(({ name }) => REPORT_NAME.test(name));
  if (report !== undefined) void session.measured.openFile(report);
  if (files.every((file) => file === report)) return bringReport();
  files = files.filter((file) => file !== report);
  try {
    const texts = await Promise.all(files.map(textOf));
    session.show(kernelOfFiles(texts, session.kernel.value), "started");
    session.keepCopy();
    session.notice.value = undefined;
  } catch (error) {
    session.notice.value = reasonOf(error);
  }
}

/** A report of the profiler. */
const REPORT_NAME = /\.(ncu-rep|csv)$/i;

/** Where the report is compared comes into sight. */
function bringReport(): void {
  document.querySelector(".lab-report")?.scrollIntoView({ block: "start", behavior: "instant" });
}

/** Larger files are no texts that anybody wrote. */
const MOST_BYTES = 2 ** 20;

async function textOf(file: File): Promise<NamedText> {
  if (file.size > MOST_BYTES)
    throw new NotAKernelFile(`${file.name} has ${count(file.size)} bytes; the lab opens ${count(MOST_BYTES)} at most.`);
  return { name: file.name, text: await file.text() };
}
