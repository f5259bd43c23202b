import { signal, type Signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { exercises } from "virtual:exercises";
import { Prose } from "#pictures/inline-code.ts";
import type { Preview } from "#judge/grade.ts";
import { errorSentence, verdictLine } from "#judge/report/verdict-line.ts";
import { PreviewPanel } from "../cell/preview.tsx";
import type { CodeEditor } from "../editor/code-editor.ts";
import { openSmallEditor } from "../editor/open-editor.ts";
import type { ExerciseData, FadedData } from "../exercise-data.ts";
import { pageSandbox } from "../sandbox/page-sandbox.ts";
import { Drafts } from "../storage/drafts.ts";
import { RunMark } from "../storage/run-mark.ts";
import { keptBack, savedAssignments } from "../storage/saved-assignments.ts";
import { SaveMark, TextNotices } from "../text-notices.tsx";
import { FadedSession } from "./faded-session.ts";
import "./faded.css";

/** The stages of a faded example, in order. */
const STAGES = ["Run it", "Fill in two", "Write it"] as const;

const stageKey = (exercise: string): string => `coalesce:faded/${exercise}`;

/** Opens the faded example of an exercise, unless an assignment keeps its solution back. */
export async function openFaded(host: HTMLElement, id: string): Promise<void> {
  const source = exercises[id];
  if (source === undefined) throw new Error(`there is no exercise "${id}"`);
  const [{ default: exercise }, { default: data }, saved] = await Promise.all([source.data(), source.faded(), savedAssignments()]);
  const kept = keptBack(saved, id, "solutions", Date.now());
  if (kept !== undefined || data === null) {
    const why = kept === undefined ? "" : ` This exercise is part of the assignment ${kept.assignment}.`;
    host.textContent = `The worked example comes with the solution.${why}`;
    return;
  }
  const key = `faded/${id}`;
  const session = new FadedSession(id, data, {
    sandbox: pageSandbox,
    openDrafts: (onOther) => new Drafts(key, exercise.version, onOther),
    runMark: new RunMark(key),
  });
  await session.restore();
  addEventListener("pagehide", () => session.leave());
  const stage = signal(Number(localStorage.getItem(stageKey(id)) ?? 0) % STAGES.length || 0);
  render(<Faded exercise={exercise} data={data} session={session} stage={stage} />, host);
}

interface FadedProps {
  readonly exercise: ExerciseData;
  readonly data: FadedData;
  readonly session: FadedSession;
  readonly stage: Signal<number>;
}

function Faded({ exercise, data, session, stage }: FadedProps) {
  const go = (to: number): void => {
    stage.value = to;
    try {
      localStorage.setItem(stageKey(exercise.id), String(to));
    } catch {
      // A browser that stores nothing begins anew each time.
    }
  };
  return (
    <>
      <div class="faded-stages" role="group" aria-label="Stages of the example">
        {STAGES.map((name, number) => (
          <button key={name} type="button" aria-pressed={stage.value === number} onClick={() => go(number)}>
            {number + 1}. {name}
          </button>
        ))}
      </div>
      {stage.value === 0 && <RunIt exercise={exercise} data={data} onNext={() => go(1)} />}
      {stage.value === 1 && <FillIn exercise={exercise} data={data} session={session} onNext={() => go(2)} />}
      {stage.value === 2 && <WriteIt exercise={exercise} />}
    </>
  );
}

/** The whole solution, in four answered questions, and what it does. */
function RunIt({ exercise, data, onNext }: Pick<FadedProps, "exercise" | "data"> & { readonly onNext: () => void }) {
  const [preview, setPreview] = useState<Preview>();
  const [isRunning, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      setPreview(await pageSandbox.preview({ exercise: exercise.id, source: data.solution }));
    } finally {
      setRunning(false);
    }
  };
  return (
    <>
      <ol class="faded-steps">
        {data.example.steps.map(({ asks, says }, number) => (
          <li key={asks}>
            <p class="faded-asks">{asks}</p>
            <p>
              <Prose text={says} />
            </p>
            {data.html[number] !== "" && <div class="faded-code" dangerouslySetInnerHTML={{ __html: data.html[number] ?? "" }} />}
          </li>
        ))}
      </ol>
      <p class="faded-bar">
        <button type="button" aria-disabled={isRunning} onClick={() => void run()}>
          {isRunning ? "Running…" : "Run it"}
        </button>
        <button type="button" class="primary" onClick={onNext}>
          Fill in two of its functions
        </button>
      </p>
      {preview?.status === "ran" && <PreviewPanel preview={preview} caseTitle={exercise.caseTitles[preview.case] ?? preview.case} />}
    </>
  );
}

/** Two functions to write; the others are given, and cannot be changed. */
function FillIn({ exercise, data, session, onNext }: Pick<FadedProps, "exercise" | "data" | "session"> & { readonly onNext: () => void }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>();
  useEffect(() => {
    let isGone = false;
    if (host.current === null) return undefined;
    const opening = openSmallEditor({
      host: host.current,
      exercise: `faded-${exercise.id}`,
      label: `Two functions of ${exercise.title}`,
      text: session.text.value,
      onChange: (text) => session.edit(text),
    });
    void opening.then((one) => {
      editor.current = one;
      if (isGone) one.dispose();
      else session.attach(one);
    });
    return () => {
      isGone = true;
      session.detach();
      editor.current?.dispose();
    };
  }, [exercise, session]);
  const preview = session.preview.value;
  const result = session.isStale.value ? undefined : session.result.value;
  return (
    <>
      <p>
        <Prose text={`${data.example.fill.map((name) => `\`${name}\``).join(" and ")} are yours to write; all else is given.`} />
      </p>
      <div ref={host} class="code-host" onKeyDownCapture={({ key }) => void (key === "Escape" && editor.current?.releaseTab())} />
      <details class="faded-given">
        <summary>What is given</summary>
        <div class="faded-code" dangerouslySetInnerHTML={{ __html: data.givenHtml }} />
      </details>
      <p class="faded-bar">
        <button type="button" class="primary" aria-disabled={session.isChecking.value} onClick={() => void session.check()}>
          {session.isChecking.value ? "Checking…" : "Check"}
        </button>
        {session.text.value !== session.starter && (
          <button type="button" onClick={() => void session.reset()}>
            Start over
          </button>
        )}
        <SaveMark session={session} />
      </p>
      <TextNotices session={session} name={`${exercise.id}-two-functions`} />
      <div role="status">{result !== undefined && <Checked result={result} ask={data.example.ask} onNext={onNext} />}</div>
      {result === undefined && preview !== undefined && <Remark preview={preview} isStarter={session.text.value === session.starter} />}
      {preview?.status === "ran" && <PreviewPanel preview={preview} caseTitle={exercise.caseTitles[preview.case] ?? preview.case} />}
    </>
  );
}

interface CheckedProps {
  readonly result: NonNullable<FadedSession["result"]["value"]>;
  readonly ask: string;
  readonly onNext: () => void;
}

function Checked({ result, ask, onNext }: CheckedProps) {
  if (result.status === "pass") {
    return (
      <p class="faded-passed">
        Both are right: all checks pass.{" "}
        <button type="button" class="primary" onClick={onNext}>
          Now write all of it
        </button>
      </p>
    );
  }
  return (
    <>
      <p class="complaint">
        <Prose text={verdictLine(result)} />
      </p>
      <p>
        <strong>Ask yourself:</strong> <Prose text={ask} />
      </p>
    </>
  );
}

/** What is wrong in the small case, while the functions are being written. */
function Remark({ preview, isStarter }: { readonly preview: Preview; readonly isStarter: boolean }) {
  if (isStarter) return null;
  const text = preview.status === "ran" ? preview.problem?.message : preview.status === "error" ? errorSentence(preview.error) : undefined;
  return text === undefined ? null : (
    <p class="complaint">
      <Prose text={text} />
    </p>
  );
}

/** On to the exercise itself. */
function WriteIt({ exercise }: { readonly exercise: ExerciseData }) {
  return (
    <p>
      Now write all of it, without the example: answer the four questions in your own order.{" "}
      <a href={`#exercise-${exercise.id}`}>The exercise is below.</a>
    </p>
  );
}
