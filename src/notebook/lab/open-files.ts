import { reasonOf } from "../reason-of.ts";
import { kernelOfFiles } from "./kernel-files.ts";
import type { LabSession } from "./lab-session.ts";

/** Opens files as a kernel of the learner's own, beside those that they have; what cannot be opened is said. */
export async function openFiles(session: LabSession, files: readonly File[]): Promise<void> {
  try {
    const texts = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
    session.show(kernelOfFiles(texts, session.kernel.value), "started");
    session.keepCopy();
    session.notice.value = undefined;
  } catch (error) {
    session.notice.value = reasonOf(error);
  }
}
