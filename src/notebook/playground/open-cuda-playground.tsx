import { render } from "preact";
import type { CodeEditor } from "../editor/code-editor.ts";
import { openLiveCell, partOf } from "../lab-cell/live-cell.tsx";
import type { GalleryEntry } from "../lab/gallery.ts";
import { openKeptLab } from "../lab/kept-lab.ts";
import { startFromGallery } from "../lab/start-from-gallery.ts";
import { SHARED_KERNEL } from "../share/lab-links.ts";
import { reasonOf } from "../reason-of.ts";
import { decodeFragment } from "#classroom/assignment/fragment.ts";
import type { LabKernel } from "../lab/lab-kernel.ts";
import { LabBar, LabNotices, RunBar } from "../lab/lab-view.tsx";
import { LaunchForm } from "../lab/launch-form.tsx";
import { LabFindings } from "../lab/results-view.tsx";
import { LabLink } from "../share/lab-link.tsx";
import type { LabSession } from "../lab/lab-session.ts";
import { LanguageField, NOT_IN_CUDA } from "./language-field.tsx";

/** What the page was built with for CUDA, as data. */
interface BuiltForCuda {
  readonly first: LabKernel;
  readonly gallery: readonly GalleryEntry[];
}

/** Opens the playground with CUDA: the kernel of the lab's list that was saved last, or the first one of the gallery. */
export async function openCudaPlayground(page: HTMLElement): Promise<CodeEditor> {
  const { first, gallery } = JSON.parse(page.querySelector("script[data-cuda]")?.textContent ?? "{}") as BuiltForCuda;
  const base = page.dataset["base"] ?? "/";
  const cell = page.querySelector<HTMLElement>(".lab-cell");
  if (cell === null) throw new Error("the playground has no place for a CUDA cell");
  const session = await openKeptLab(first);
  const [latest] = session.keeping.own.value;
  if (latest !== undefined) session.openOwn(latest.id);
  await showTranslated(session);
  const start = (slug: string): void => {
    const entry = gallery.find((one) => one.slug === slug);
    if (entry !== undefined) void startFromGallery(session, slug, entry.title);
  };
  const bar = partOf(page, "bar");
  bar.replaceChildren();
  render(
    <LabBar session={session} base={base} gallery={gallery} onGallery={start} first={first}>
      <LanguageField language="cuda" onChoose={() => location.assign(location.pathname)} />
    </LabBar>,
    bar,
  );
  render(<LabNotices session={session} />, partOf(page, "notices"));
  render(<CudaBar session={session} base={base} />, partOf(cell, "run"));
  render(<LabFindings session={session} />, partOf(cell, "findings"));
  render(<LaunchForm session={session} />, partOf(cell, "launch"));
  const editor = await openLiveCell(cell, session, {
    name: "playground-cuda",
    text: session.kernel.value.source,
    onChange: (text) => session.editSource(text),
  });
  page.dataset["editor"] = editor.kind;
  session.attach(editor);
  // A kernel that was opened runs already.
  if (session.opened.value === 0) void session.run();
  return editor;
}

/** Shows the sketch that was translated on the page before, or why it was not. */
async function showTranslated(session: LabSession): Promise<void> {
  session.notice.value = sessionStorage.getItem(NOT_IN_CUDA) ?? undefined;
  sessionStorage.removeItem(NOT_IN_CUDA);
  if (!location.hash.startsWith(SHARED_KERNEL)) return;
  try {
    const { parseLabKernel } = await import("../lab/parse-lab-kernel.ts");
    session.show(parseLabKernel(await decodeFragment(location.hash.slice(SHARED_KERNEL.length))), "started");
    // What is written from now on is saved, and shown again after a reload.
    history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  } catch (error) {
    session.notice.value = `This link could not be opened. ${reasonOf(error)}`;
  }
}

/** Run, and the way to the lab with the text and the launch as they are. */
function CudaBar({ session, base }: { readonly session: LabSession; readonly base: string }) {
  return (
    <>
      <RunBar session={session} canGuess={false} />
      <p class="cuda-in-lab">
        <LabLink kernel={session.kernel.value} base={base} /> for all arrays, lines and runs.
      </p>
    </>
  );
}
