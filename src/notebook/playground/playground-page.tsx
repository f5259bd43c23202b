import { render } from "preact";
import { exercises } from "virtual:exercises";
import { parseSketch } from "#judge/parse-sketch.ts";
import type { Sketch } from "#judge/sketch.ts";
import { openEditor } from "../editor/open-editor.ts";
import { reasonOf } from "../reason-of.ts";
import { pageSandbox } from "../sandbox/page-sandbox.ts";
import { decodeFragment } from "../share/fragment.ts";
import { restoreRecord } from "../storage/drafts.ts";
import { keptSketch, leaveSketch, markDeleted, readSketches, restoreUnsavedSketches, saveSketch } from "../storage/sketches.ts";
import { KernelFields } from "./kernel-fields.tsx";
import { PlaygroundSession } from "./playground-session.ts";
import { PlaygroundBar, PlaygroundNotices, PlaygroundOutput, PlaygroundPicture } from "./playground-view.tsx";
import { presets } from "./presets.ts";

const SHARED = "#sketch=";

/** The page of the playground. */
class PlaygroundPage extends HTMLElement {
  connectedCallback(): void {
    this.#open().catch((error: unknown) => {
      this.#part("notices").textContent = `The playground could not be opened (${reasonOf(error)}). Reload the page to try again.`;
    });
  }

  async #open(): Promise<void> {
    const [first] = presets;
    if (first === undefined) throw new Error("there is no sketch to start with");
    const base = this.dataset["base"] ?? "/";
    const titles = JSON.parse(this.querySelector("script[data-exercises]")?.textContent ?? "[]") as readonly (readonly [string, string])[];
    pageSandbox.warmUp().catch(() => undefined);
    await restoreUnsavedSketches().catch((error: unknown) => console.warn("An unsaved sketch could not be restored.", error));
    const session = new PlaygroundSession(first, {
      ...{ sandbox: pageSandbox, readSketches, saveSketch, markDeleted, keptSketch },
      newId: () => crypto.randomUUID(),
    });
    const start = async (id: string): Promise<void> => {
      try {
        session.show(await sketchOfExercise(id), "started");
      } catch (error) {
        session.notice.value = `The exercise could not be opened here: ${reasonOf(error)}`;
      }
    };
    await session.restore();
    await this.#showFirst(session, start);
    render(<PlaygroundBar session={session} base={base} exercises={titles} onExercise={(id) => void start(id)} />, this.#part("bar"));
    render(<PlaygroundNotices session={session} />, this.#part("notices"));
    render(<PlaygroundOutput session={session} />, this.#part("output"));
    render(<PlaygroundPicture session={session} />, this.#part("picture"));
    render(<KernelFields session={session} exerciseTitles={new Map(titles)} />, this.#part("kernel"));
    const editor = await openEditor({
      host: this.#part("code"),
      exercise: "playground",
      label: "Index functions. Escape, then Tab, leaves the editor.",
      text: session.sketch.value.program.source,
      onChange: (text) => session.editSource(text),
    });
    this.dataset["editor"] = editor.kind;
    session.attach(editor);
    addEventListener("pagehide", () => {
      for (const { kept, seen } of session.unsaved) leaveSketch(kept, seen);
    });
    addEventListener("hashchange", () => void showShared(session));
    this.addEventListener("keydown", ({ key }) => key === "Escape" && editor.releaseTab(), { capture: true });
  }

  /** What the address asks for, or else the learner's sketch that was saved last. */
  async #showFirst(session: PlaygroundSession, start: (id: string) => Promise<void>): Promise<void> {
    const exercise = new URLSearchParams(location.search).get("exercise");
    const [latest] = session.own.value;
    if (latest !== undefined) session.openOwn(latest.id);
    if (exercise !== null) await start(exercise);
    await showShared(session);
  }

  #part(name: string): HTMLElement {
    const part = this.querySelector<HTMLElement>(`[data-live="${name}"]`);
    if (part === null) throw new Error(`the playground has no part "${name}"`);
    part.hidden = false;
    return part;
  }
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

customElements.define("playground-page", PlaygroundPage);
