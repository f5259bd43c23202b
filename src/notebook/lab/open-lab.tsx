import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { decodeFragment } from "#classroom/assignment/fragment.ts";
import type { CodeEditor } from "../editor/code-editor.ts";
import { openEditor } from "../editor/open-editor.ts";
import { isForLightEditor } from "../editor/preload-editor.ts";
import { reasonOf } from "../reason-of.ts";
import { SHARED_KERNEL } from "../share/lab-links.ts";
import { showStaticCode } from "../first-strokes.ts";
import { CostRanking } from "./advice.tsx";
import { LiveGutter } from "./badge-gutter.tsx";
import { CompareView } from "./compare-view.tsx";
import type { GalleryEntry } from "./gallery.ts";
import { openKeptLab } from "./kept-lab.ts";
import type { LabKernel } from "./lab-kernel.ts";
import { GuessPanel, GuessVerdict } from "./guess-view.tsx";
import { Headline } from "./headline.tsx";
import { RunHistoryView } from "./history-view.tsx";
import type { CourseLinks } from "./lab-services.ts";
import type { LabSession } from "./lab-session.ts";
import { AboutKernel, LabBar, LabNotices, RunBar } from "./lab-view.tsx";
import { LaunchForm } from "./launch-form.tsx";
import { pageMachine } from "./page-machine.ts";
import { ReportView } from "./report-view.tsx";
import { LabFindings, LabResults } from "./results-view.tsx";
import { inertText, type InertText } from "./inert-text.ts";
import { openFiles } from "./open-files.ts";
import { limitProblem } from "./text-limits.ts";
import { startFromGallery } from "./start-from-gallery.ts";
import { WarpView } from "./warp-view.tsx";

/** What the page was built with, as data. */
interface BuiltPage {
  readonly first: LabKernel;
  readonly gallery: readonly GalleryEntry[];
  readonly course: CourseLinks;
}

/** Parts that say what a launch did. */
const BUILT = ["gutter", "headline", "ranking", "picture", "results"] as const;

/** Opens the lab in the place of what the page was built with: the learner's kernel that was saved last, or what the address asks for. */
export async function openLab(page: HTMLElement): Promise<CodeEditor> {
  const { first, gallery, course } = JSON.parse(page.querySelector("script[data-built]")?.textContent ?? "{}") as BuiltPage;
  const base = page.dataset["base"] ?? "/";
  const session = await openKeptLab(first, { otherMachine: pageMachine(), gpuMachine: pageMachine(), settings: localStorage, course });
  const start = async (slug: string): Promise<void> => {
    const entry = gallery.find((one) => one.slug === slug);
    if (entry !== undefined) await startFromGallery(session, slug, entry.title);
  };
  await showFirst(session, start);
  // Until the editor is there, as plain text, which takes no time.
  showStaticCode(findPart(page, "code"), firstLines(session.kernel.value.source));
  const part = (name: string): HTMLElement => findPart(page, name);
  // What the page was built with is about another kernel.
  if (session.kernel.value.source !== first.source) for (const name of [...BUILT, "about"]) part(name).replaceChildren();
  render(<LabBar session={session} base={base} gallery={gallery} onGallery={(slug) => void start(slug)} first={first} />, part("bar"));
  render(
    <>
      <LabNotices session={session} />
      <RefusedText />
    </>,
    part("notices"),
  );
  render(<About session={session} gallery={gallery} base={base} />, part("about"));
  render(<RunBar session={session} />, part("run"));
  render(<LabFindings session={session} />, part("findings"));
  render(<RunHistoryView session={session} />, part("history"));
  render(<LaunchForm session={session} />, part("launch"));
  render(
    <>
      <ReportView session={session} />
      <CompareView session={session} gallery={gallery} />
    </>,
    part("compare"),
  );
  const code = part("code");
  const editor = await openEditor({
    host: code,
    exercise: "lab",
    language: "cuda",
    label: "CUDA source",
    text: session.kernel.value.source,
    onChange: (text) => session.editSource(text),
  });
  page.dataset["editor"] = editor.kind;
  endWithScreen(part("writing"));
  session.attach(editor);
  showResults(part, session, { page, code, editor });
  // A kernel that was opened runs already.
  if (session.opened.value === 0) void session.run("opened");
  page.addEventListener("lab-files", (event) => void openFiles(session, (event as CustomEvent<readonly File[]>).detail));
  addEventListener("hashchange", () => void showShared(session, editor.kind === "monaco"));
  page.addEventListener("paste", (event) => refuseLongLines(event, session), { capture: true });
  page.addEventListener("keydown", (event) => handleKey(event, session, editor), { capture: true });
  return editor;
}

function handleKey(event: KeyboardEvent, session: LabSession, editor: CodeEditor): void {
  if (event.key === "Escape") editor.releaseTab();
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  if (session.badFields.value.size === 0) void session.run();
}

/** Lines of a text that fill any screen. */
const FIRST_LINES = 200;

const firstLines = (text: string): string => text.split("\n", FIRST_LINES).join("\n");

/** A text with a line that no editor should lay out is not pasted, and it is said why. A report is read, and shown nowhere. */
function refuseLongLines(event: ClipboardEvent, session: LabSession): void {
  if (event.target instanceof HTMLTextAreaElement && event.target.closest(".lab-report")) return;
  const problem = limitProblem(event.clipboardData?.getData("text/plain") ?? "");
  if (problem === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  session.notice.value = `This was not pasted. ${problem}`;
}

interface OpenCode {
  readonly page: HTMLElement;
  readonly code: HTMLElement;
  readonly editor: CodeEditor;
}

/** What the page was built with stays until a launch has ended. */
function showResults(part: (name: string) => HTMLElement, session: LabSession, open: OpenCode): void {
  const stop = effect(() => {
    if (session.profile.value === undefined) return;
    queueMicrotask(() => stop());
    for (const name of BUILT) part(name).replaceChildren();
    render(<LiveGutter session={session} code={open.code} editor={open.editor} />, part("gutter"));
    render(<Headline session={session} />, part("headline"));
    render(<Guessed session={session} />, part("ranking"));
    render(<Followed session={session} view={WarpView} />, part("picture"));
    render(<Followed session={session} view={LabResults} />, part("results"));
    open.page.dataset["ran"] = "";
    effect(() => keepInView(part("writing"), open.code, session.walk.shownLine.value, open.editor));
    effect(() => {
      if (session.ended.value > 0) queueMicrotask(() => bringResults(part("run"), part("findings"), part("headline")));
    });
  });
}

/** Beside the results, the source's pane ends where the screen does, wherever the page is scrolled to: Run, at its foot, is in sight. */
function endWithScreen(pane: HTMLElement): void {
  const fit = (): void => {
    const top = pane.parentElement?.getBoundingClientRect().top ?? 0;
    pane.style.setProperty("--pane-top", `${Math.max(0, Math.round(top))}px`);
  };
  addEventListener("scroll", fit, { passive: true });
  new ResizeObserver(fit).observe(document.body);
}

/** Beside the results, the source is a pane with a scroll position of its own: the line that is shown stays in view. */
function keepInView(pane: HTMLElement, code: HTMLElement, line: number | undefined, editor: CodeEditor): void {
  const top = line === undefined ? undefined : editor.lineTop?.(line);
  if (top === undefined || pane.scrollHeight <= pane.clientHeight) return;
  const from = top + code.getBoundingClientRect().top - pane.getBoundingClientRect().top;
  if (from >= 0 && from < pane.clientHeight * 0.8) return;
  pane.scrollTo({ top: pane.scrollTop + from - pane.clientHeight / 3, behavior: "instant" });
}

/** Where results are below the code, as on a phone: after a run, those that are out of sight come into it, right below Run, findings first. */
function bringResults(run: HTMLElement, findings: HTMLElement, headline: HTMLElement): void {
  const isBeside = headline.getBoundingClientRect().left > run.getBoundingClientRect().right;
  if (isBeside || headline.getBoundingClientRect().bottom < innerHeight * 0.7) return;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  findings.scrollIntoView({ block: "start", behavior: isCalm ? "instant" : "smooth" });
}

/** What costs most; before, where the learner wants to guess it, the question, and afterwards what came of the guess. */
function Guessed({ session }: { readonly session: LabSession }) {
  return (
    <>
      <GuessVerdict session={session} />
      {session.guess.isCovered.value ? <GuessPanel session={session} /> : <Followed session={session} view={CostRanking} />}
    </>
  );
}

/** What is shown of the last launch, unless it is to be guessed; faded while text or launch have changed since. */
function Followed({ session, view: View }: { readonly session: LabSession; readonly view: typeof WarpView }) {
  if (session.guess.isCovered.value) return null;
  return (
    <div class={session.areCountsCurrent.value ? undefined : "outdated"}>
      <View session={session} />
    </div>
  );
}

/** What a link holds that the lab does not open. */
const refused = signal<InertText | undefined>(undefined);

/** The beginning of what a link holds that the lab does not open: text, which nothing reads or runs. */
function RefusedText() {
  if (refused.value === undefined) return null;
  const { text, isCut } = refused.value;
  return (
    <details class="lab-details refused-text">
      <summary>What the link holds, as plain text</summary>
      <pre tabIndex={0} aria-label="What the link holds">
        {text}
      </pre>
      {isCut && <p class="fine-print">Only its beginning is shown.</p>}
    </details>
  );
}

interface AboutProps {
  readonly session: LabSession;
  readonly gallery: readonly GalleryEntry[];
  readonly base: string;
}

/** What to look at in a kernel of the gallery, also while it is changed; where the learner wants to guess first, only after the guess. */
function About({ session, gallery, base }: AboutProps) {
  if (session.guess.isOn.value && session.guess.judged.value === undefined) return null;
  const { title } = session.kernel.value;
  return <AboutKernel entry={gallery.find((entry) => entry.title === title)} base={base} />;
}

/** What the address asks for, or else the learner's kernel that was saved last. */
async function showFirst(session: LabSession, start: (slug: string) => Promise<void>): Promise<void> {
  const asked = new URLSearchParams(location.search);
  const slug = asked.get("kernel");
  if (asked.get("guess") === "first") session.guess.turn(true);
  const [latest] = session.keeping.own.value;
  if (latest !== undefined) session.openOwn(latest.id);
  if (slug !== null) await start(slug);
  await showShared(session);
}

function findPart(page: HTMLElement, name: string): HTMLElement {
  const part = page.querySelector<HTMLElement>(`[data-live="${name}"]`);
  if (part === null) throw new Error(`the lab has no part "${name}"`);
  return part;
}

/**
 * Shows the kernel that the address holds, if it holds one. It never replaces one of the learner's own.
 *
 * @param hasMonaco whether a long text needs another editor: the page is opened anew with it
 */
async function showShared(session: LabSession, hasMonaco = false): Promise<void> {
  if (!location.hash.startsWith(SHARED_KERNEL)) return;
  let shared: unknown;
  refused.value = undefined;
  try {
    const { parseLabKernel } = await import("./parse-lab-kernel.ts");
    shared = await decodeFragment(location.hash.slice(SHARED_KERNEL.length));
    const kernel = parseLabKernel(shared);
    if (hasMonaco && isForLightEditor(kernel.source)) return location.reload();
    session.show(kernel, "shared");
  } catch (error) {
    session.notice.value = `This link could not be opened. ${reasonOf(error)}`;
    refused.value = inertText(shared);
  }
}
