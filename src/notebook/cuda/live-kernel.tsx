import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { KernelLaunch } from "#cuda/launch/launch.ts";
import { emptyKernel, fillKernel, reasonOf } from "#kit/cuda/fill-kernel.ts";
import { KernelText } from "#cuda/answer/kernel-text.ts";
import { translateAnswer, type AnswerTranslation } from "#kit/cuda/translate-answer.ts";
import { Prose } from "#pictures/inline-code.ts";
import type { AnswerLanguage } from "../cell/answer-language.ts";
import type { KernelInCuda } from "../exercise-data.ts";
import { LAB_DEVICE, type LabKernel } from "../lab/lab-kernel.ts";
import { LabLink } from "../share/lab-link.tsx";
import type { FollowedText, KernelRemarks, KernelState } from "./kernel-state.ts";
import { kernelHtml } from "./kernel-highlighter.ts";

/** Replaces the kernel with empty holes, in `host`, by one that follows the learner's text. */
export function showLiveKernel(host: HTMLElement, { text, launch }: KernelInCuda, followed: FollowedText): void {
  const kernel = new KernelText(text);
  const state = signal<KernelState | undefined>(undefined);
  const states: Partial<Record<AnswerLanguage, KernelState>> = {};
  effect(() => {
    const language = followed.language.value;
    void stateOf(language, kernel, followed).then((made) => {
      states[language] ??= made;
      if (followed.language.peek() === language) state.value = states[language];
    });
  });
  const stop = effect(() => {
    if (state.value === undefined) return;
    queueMicrotask(() => stop());
    host.replaceChildren();
    render(<CurrentKernel state={state} launch={launch} title={followed.exercise.title} base={followed.base} />, host);
  });
}

async function stateOf(language: AnswerLanguage, kernel: KernelText, followed: FollowedText): Promise<KernelState> {
  if (language === "typescript") return new TypeScriptKernelState(kernel, followed);
  const { CudaKernelState } = await import("./cuda-kernel-state.ts");
  return new CudaKernelState(kernel, followed);
}

function CurrentKernel({ state, ...shown }: Omit<LiveKernelProps, "state"> & { readonly state: ReadonlySignal<KernelState | undefined> }) {
  return state.value === undefined ? null : <LiveKernel state={state.value} {...shown} />;
}

/** The kernel with a learner's TypeScript, translated. */
class TypeScriptKernelState implements KernelState {
  #last: AnswerTranslation | undefined;
  readonly #kernel: KernelText;
  readonly #followed: FollowedText;

  constructor(kernel: KernelText, followed: FollowedText) {
    this.#kernel = kernel;
    this.#followed = followed;
  }

  /** The translation of the text; of the last text that could be read, while this one cannot. */
  readonly #translation = computed((): { readonly isCurrent: boolean; readonly answer: AnswerTranslation | undefined } => {
    try {
      this.#last = translateAnswer(this.#followed.text.value, this.#followed.exercise.exports, this.#kernel);
      return { isCurrent: true, answer: this.#last };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { isCurrent: false, answer: this.#last };
    }
  });

  readonly filled = computed(() => {
    const { answer } = this.#translation.value;
    return answer === undefined ? emptyKernel(this.#kernel) : fillKernel(this.#kernel, answer);
  });

  readonly remarks = computed((): KernelRemarks => {
    const { isCurrent, answer } = this.#translation.value;
    const exports = answer?.exports ?? [];
    const notes = exports.flatMap((one) =>
      one.status === "translated" ? one.notes.map(({ line, message }) => `Line ${line}: ${message}`) : [],
    );
    const missing = exports.filter(({ status }) => status === "not-translated");
    return {
      isCurrent,
      missing: missing.map((one) => `\`${one.name}\` cannot be shown in CUDA: ${reasonOf(one)}.`),
      notes: [...new Set(notes)],
    };
  });

  goToHole(name: string): void {
    const line = this.#translation.peek().answer?.exports.find((one) => one.name === name)?.lines[0]?.first;
    if (line !== undefined) this.#followed.goTo(line);
  }

  readonly lit = computed((): readonly string[] => {
    const line = this.#followed.line.value;
    if (line === undefined) return [];
    const exports = this.#translation.value.answer?.exports ?? [];
    return exports.flatMap(({ name, lines }) => (lines.some(({ first, last }) => first <= line && line <= last) ? [name] : []));
  });
}

interface LiveKernelProps {
  readonly state: KernelState;
  readonly launch: KernelLaunch;
  readonly title: string;
  readonly base: string | undefined;
}

function LiveKernel({ state, launch, title, base }: LiveKernelProps) {
  const code = useRef<HTMLDivElement>(null);
  const html = kernelHtml(state.filled.value);
  const lit = state.lit.value;
  useEffect(() => {
    for (const hole of code.current?.querySelectorAll<HTMLElement>("[data-hole]") ?? []) {
      hole.toggleAttribute("data-lit", lit.includes(hole.dataset["hole"] ?? ""));
    }
  }, [html, lit]);
  return (
    <>
      <div
        class="cuda-code"
        ref={code}
        role="group"
        tabIndex={0}
        aria-label={`${title}: the kernel in CUDA`}
        onClick={({ target }) => {
          const hole = target instanceof Element ? target.closest<HTMLElement>("[data-hole]") : null;
          if (hole !== null) state.goToHole(hole.dataset["hole"] ?? "");
        }}
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <p class="cuda-cursor">
        {lit.length === 0 ? (
          "Your functions fill the holes: click one to write in it. The rest can be changed in the lab."
        ) : (
          <>
            The cursor is in what fills <Prose text={lit.map((name) => `\`${name}\``).join(", ")} />.
          </>
        )}
      </p>
      <Remarks state={state} />
      <CopyButton state={state} />
      {base !== undefined && <OwnInLab state={state} launch={launch} title={title} base={base} />}
    </>
  );
}

/** Leads to the lab with the kernel as the learner filled it, once every hole is. */
function OwnInLab({ state, launch, title, base }: LiveKernelProps & { readonly base: string }) {
  const { text, missing } = state.filled.value;
  const kernel = useMemo(
    (): LabKernel => ({ schema: "coalesce/lab-kernel/v1", title, source: text, launch, device: LAB_DEVICE }),
    [text, launch, title],
  );
  if (missing.length > 0) return <p class="cuda-lab">Once every hole is filled, it opens in the lab.</p>;
  return (
    <p class="cuda-lab">
      <LabLink kernel={kernel} base={base} text="Open yours in the lab" />
    </p>
  );
}

/** What could not be translated, and what means something else in CUDA. */
function Remarks({ state }: { readonly state: KernelState }) {
  const { isCurrent, missing, notes } = state.remarks.value;
  if (!isCurrent) return <p class="cuda-remark">Your code cannot be read at the moment; this is what it was before.</p>;
  if (missing.length + notes.length === 0) return null;
  return (
    <ul class="cuda-remarks">
      {missing.map((one) => (
        <li key={one} class="cuda-missing">
          <Prose text={one} />
        </li>
      ))}
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

function CopyButton({ state }: { readonly state: KernelState }) {
  const [said, say] = useState("");
  const copy = async (): Promise<void> => {
    const { text, missing } = state.filled.value;
    try {
      await navigator.clipboard.writeText(text);
      say(missing.length === 0 ? "Copied." : `Copied, without ${missing.join(", ")}: these are left for you to write.`);
    } catch {
      say("This browser doesn’t let the page write to the clipboard.");
    }
  };
  return (
    <p class="cuda-copy">
      <button type="button" class="plain-button" onClick={() => void copy()}>
        Copy as CUDA
      </button>{" "}
      <span role="status">{said}</span>
    </p>
  );
}
