import { effect } from "@preact/signals";
import { render } from "preact";
import { exercises } from "virtual:exercises";
import { decodeFragment, encodeFragment } from "#classroom/assignment/fragment.ts";
import { parseSketch } from "#judge/parse-sketch.ts";
import type { Sketch } from "#judge/sketch.ts";
import { plainText } from "#pictures/inline-code.ts";
import type { CodeEditor } from "../editor/code-editor.ts";
import { openEditor } from "../editor/open-editor.ts";
import type { AnswerVersion, NotPassed, RunSubject } from "../own-gpu/run-exercise.ts";
import { reasonOf } from "../reason-of.ts";
import { pageSandbox } from "../sandbox/page-sandbox.ts";
import { restoreRecord } from "../storage/drafts.ts";
import { keptSketch, leaveSketch, markDeleted, readSketches, restoreUnsavedSketches, saveSketch } from "../storage/sketches.ts";
import { SHARED_KERNEL } from "../share/lab-links.ts";
import { KernelFields } from "./kernel-fields.tsx";
import { IN_CUDA, NOT_IN_CUDA } from "./language-field.tsx";
import { PlaygroundSession } from "./playground-session.ts";
import { PlaygroundBar, PlaygroundNotices, PlaygroundOutput, PlaygroundPicture } from "./playground-view.tsx";
import { newId } from "../storage/new-id.ts";
import { presets } from "./presets.ts";
import type { SketchedExercise } from "./sketch-in-cuda.ts";

/** What the fragment of an address begins with that holds a sketch. */
const SHARED = "#sketch=";

/**
 * Opens the playground in the place of what the page was built with: the learner's sketch that was saved last, or what the address asks
 * for.
 */
export async function openPlayground(page: HTMLElement): Promise<CodeEditor> {
  const [first] = presets;
  if (first === undefined) throw new Error("there is no sketch to start with");
  const base = page.dataset["base"] ?? "/";
  const titles = JSON.parse(page.querySelector("script[data-exercises]")?.textContent ?? "[]") as readonly (readonly [string, string])[];
  pageSandbox.warmUp().catch(() => undefined);
  await restoreUnsavedSketches().catch((error: unknown) => console.warn("An unsaved sketch could not be restored.", error));
  const session = new PlaygroundSession(first, {
    sandbox: pageSandbox,
    readSketches,
    saveSketch,
    markDeleted,
    keptSketch,
    newId,
  });
  const start = async (id: string): Promise<void> => {
    try {
      session.show(await sketchOfExercise(id), "started");
    } catch (error) {
      session.notice.value = `The exercise could not be opened here: ${reasonOf(error)}`;
    }
  };
  await session.keeping.restore();
  await showFirst(session, start);
  const part = (name: string): HTMLElement => findPart(page, name);
  // Preact takes over the controls that the page was built with, so that the one in use keeps the focus.
  render(
    <PlaygroundBar
      session={session}
      base={base}
      exercises={titles}
      onExercise={(id) => void start(id)}
      onCuda={() => void openInCuda(session)}
    />,
    part("bar"),
  );
  render(<PlaygroundNotices session={session} />, part("notices"));
  render(<PlaygroundOutput session={session} />, part("output"));
  render(<KernelFields session={session} exerciseTitles={new Map(titles)} />, part("kernel"));
  showPicture(part("picture"), session, session.sketch.value === first);
  const editor = await openEditor({
    host: part("code"),
    exercise: "playground",
    label: "Index functions",
    text: session.sketch.value.program.source,
    onChange: (text) => session.editSource(text),
  });
  page.dataset["editor"] = editor.kind;
  session.attach(editor);
  addEventListener("pagehide", () => {
    for (const { kept, seen } of session.keeping.unsaved) leaveSketch(kept, seen);
  });
  addEventListener("hashchange", () => void showShared(session));
  page.addEventListener("keydown", ({ key }) => key === "Escape" && editor.releaseTab(), { capture: true });
  return editor;
}

/**
 * The picture that the page was built with stays until there is one of the sketch that is shown.
 *
 * @param isOfSketch whether it is of this sketch: it then stays, too, while what was typed at once is wrong
 */
function showPicture(part: HTMLElement, session: PlaygroundSession, isOfSketch: boolean): void {
  const stop = effect(() => {
    const { outcome, picture } = session.runner;
    if (outcome.value === undefined || (isOfSketch && picture.value === undefined)) return;
    queueMicrotask(() => stop());
    part.replaceChildren();
    render(<PlaygroundPicture session={session} subject={() => passedSubject(session.sketch.value)} />, part);
  });
}

/** What the address asks for, or else the learner's sketch that was saved last. */
async function showFirst(session: PlaygroundSession, start: (id: string) => Promise<void>): Promise<void> {
  const exercise = new URLSearchParams(location.search).get("exercise");
  const [latest] = session.keeping.own.value;
  if (latest !== undefined) session.openOwn(latest.id);
  if (exercise !== null) await start(exercise);
  await showShared(session);
}

/** Opens the playground with CUDA, and in it the sketch in CUDA, where it can be written so; else the page says why not. */
async function openInCuda(session: PlaygroundSession): Promise<void> {
  session.keeping.saveNow();
  const { title } = session.sketch.value;
  try {
    const { sketchInCuda } = await import("./sketch-in-cuda.ts");
    const kernel = sketchInCuda(session.sketch.value, await exerciseOf(session.sketch.value));
    location.assign(`${IN_CUDA}${SHARED_KERNEL}${await encodeFragment(kernel)}`);
  } catch (error) {
    const reason = `“${title}” cannot be written in CUDA, so here is another kernel; your sketch is as it was. ${reasonOf(error)}`;
    sessionStorage.setItem(NOT_IN_CUDA, plainText(reason));
    location.assign(IN_CUDA);
  }
}

/** The code of an exercise's kernel and a costlier version, for the reader's GPU, if the judge passes it. */
async function passedSubject({ program: { source, kernel } }: Sketch): Promise<RunSubject | NotPassed> {
  const of = kernel.kind === "exercise" && Object.hasOwn(exercises, kernel.exercise) ? exercises[kernel.exercise] : undefined;
  if (of === undefined) throw new Error("the kernel is none of an exercise");
  const [{ default: exercise }, { default: wrongSources }] = await Promise.all([of.data(), of.wrongSources()]);
  const { id, version, title, naive, measured } = exercise;
  const result = await pageSandbox.grade({ exercise: id, exerciseVersion: version, source, wrongSources });
  if (result.status !== "pass")
    return { says: `The judge of “${title}” doesn’t pass this code, and only what it has passed runs on your GPU.` };
  const naiveSource = naive === undefined ? undefined : wrongSources[naive];
  const versions: AnswerVersion[] = [
    ...(naiveSource === undefined ? [] : [{ id: "naive", source: naiveSource } as const]),
    { id: "own", source },
  ];
  return { versions, measured };
}

async function exerciseOf({ program: { kernel } }: Sketch): Promise<SketchedExercise | undefined> {
  const source = kernel.kind === "exercise" && Object.hasOwn(exercises, kernel.exercise) ? exercises[kernel.exercise] : undefined;
  if (source === undefined) return undefined;
  const [{ default: exercise }, { default: inCuda }] = await Promise.all([source.data(), source.kernelInCuda()]);
  return { exports: exercise.exports, inCuda };
}

function findPart(page: HTMLElement, name: string): HTMLElement {
  const part = page.querySelector<HTMLElement>(`[data-live="${name}"]`);
  if (part === null) throw new Error(`the playground has no part "${name}"`);
  return part;
}

/** Shows the sketch that the address holds, if it holds one. It never replaces one of the learner's own. */
async function showShared(session: PlaygroundSession): Promise<void> {
  if (!location.hash.startsWith(SHARED)) return;
  try {
    session.show(parseSketch(await decodeFragment(location.hash.slice(SHARED.length))), "shared");
  } catch (error) {
    session.notice.value = `This link could not be opened. ${reasonOf(error)}`;
  }
}

/** The kernel of an exercise in its first case, with the learner's own code, or else the code that it starts with. */
async function sketchOfExercise(id: string): Promise<Sketch> {
  const source = Object.hasOwn(exercises, id) ? exercises[id] : undefined;
  if (source === undefined) throw new Error(`there is no exercise "${id}".`);
  const [{ default: exercise }, { default: tried }] = await Promise.all([source.data(), source.firstCase()]);
  const draft = await restoreRecord(id).catch(() => undefined);
  return {
    schema: "coalesce/sketch/v1",
    title: exercise.title,
    program: {
      language: "typescript",
      source: draft?.current.text ?? exercise.starter,
      kernel: { kind: "exercise", exercise: id, ...tried },
    },
  };
}
