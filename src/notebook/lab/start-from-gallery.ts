import { reasonOf } from "../reason-of.ts";
import type { LabSession } from "./lab-session.ts";

type Started = Pick<LabSession, "show" | "notice" | "opened">;

/** The kernel of the gallery that each session was asked for last. */
const asked = new WeakMap<Started, symbol>();

/**
 * Shows a kernel of the gallery; where it cannot be loaded, this is noted. Texts that are asked for one after the other may come in any
 * order: what was asked for last is shown, unless another kernel was opened meanwhile.
 */
export async function startFromGallery(session: Started, slug: string, title: string): Promise<void> {
  const own = Symbol(slug);
  asked.set(session, own);
  const opened = session.opened.peek();
  try {
    const { galleryKernel } = await import("./gallery-texts.ts");
    if (asked.get(session) === own && session.opened.peek() === opened) session.show(galleryKernel(slug, title), "started");
  } catch (error) {
    session.notice.value = `The kernel could not be loaded: ${reasonOf(error)}`;
  }
}
