import { render } from "preact";
import { useState } from "preact/hooks";
import { exercises } from "virtual:exercises";
import { Prose } from "#pictures/inline-code.ts";
import type { Preview } from "#judge/grade.ts";
import { PreviewPanel } from "../cell/preview.tsx";
import { errorSentence } from "#judge/report/verdict-line.ts";
import type { ExerciseData } from "../exercise-data.ts";
import { ReadOnlyCode } from "../read-only-code.tsx";
import { reasonOf } from "../reason-of.ts";
import { pageCudaSandbox, pageSandbox } from "../sandbox/page-sandbox.ts";
import { USE_CODE, codeOfLink, type SharedCode } from "./shared-code.ts";
import "./shared-code.css";

/** Shows what a link brought, or why that cannot be shown. Nothing runs and nothing is stored before the reader says so. */
export async function showSharedCode(host: HTMLElement, hash: string, exercise: string): Promise<void> {
  const close = (): void => {
    render(null, host);
    history.replaceState(null, "", location.pathname + location.search);
  };
  try {
    const source = exercises[exercise];
    if (source === undefined) throw new Error(`there is no exercise "${exercise}"`);
    const [shared, { default: data }] = await Promise.all([codeOfLink(hash, exercise), source.data()]);
    const use = async (): Promise<void> => {
      const cell = await openCell(exercise);
      cell.dispatchEvent(new CustomEvent(USE_CODE, { detail: shared }));
      close();
      cell.scrollIntoView({ block: "start" });
    };
    render(<SharedCodePanel shared={shared} exercise={data} onUse={use} onClose={close} />, host);
  } catch (error) {
    render(<Refusal reason={reasonOf(error)} onClose={close} />, host);
  }
}

/** What the code does in the small case. */
async function previewOf({ exercise, code, language }: SharedCode): Promise<Preview> {
  const kernel = language === "cuda" ? (await exercises[exercise]?.kernelInCuda())?.default.text : undefined;
  if (kernel === undefined) return pageSandbox.preview({ exercise, source: code });
  return pageCudaSandbox.preview({ exercise, source: code, kernel });
}

/** The exercise's cell, once its editor is open. */
async function openCell(exercise: string): Promise<HTMLElement> {
  const cell = document.querySelector<HTMLElement>(`#exercise-${exercise}`);
  const code = cell?.querySelector<HTMLElement>(".code-host");
  if (!cell || !code) throw new Error(`the page has no cell for ${exercise}`);
  if (cell.dataset["editor"] === undefined) {
    const opened = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => (observer.disconnect(), resolve()));
      observer.observe(cell, { attributeFilter: ["data-editor"] });
    });
    code.click();
    await opened;
  }
  return cell;
}

function Refusal({ reason, onClose }: { readonly reason: string; readonly onClose: () => void }) {
  return (
    <section class="shared-code wrong" role="alert">
      <p>{reason} Your own code is as you left it.</p>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </section>
  );
}

interface SharedCodePanelProps {
  readonly shared: SharedCode;
  readonly exercise: ExerciseData;
  /** Puts the code into the cell. */
  readonly onUse: () => Promise<void>;
  readonly onClose: () => void;
}

function SharedCodePanel({ shared, exercise, onUse, onClose }: SharedCodePanelProps) {
  const [preview, setPreview] = useState<Preview>();
  const [isRunning, setRunning] = useState(false);
  const [complaint, setComplaint] = useState<string>();
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      setPreview(await previewOf(shared));
      setComplaint(undefined);
    } catch (error) {
      setComplaint(`It could not be run (${reasonOf(error)}). Check your network connection, then try again.`);
    } finally {
      setRunning(false);
    }
  };
  const use = (): void => void onUse().catch((error: unknown) => setComplaint(`It could not be used (${reasonOf(error)}).`));
  return (
    <section class="shared-code" aria-label="Shared with you">
      <p class="panel-title">Shared with you</p>
      <p>
        The link brought this code. {preview === undefined && "It has not run. "}Your own code below is as you left it.
        {shared.exerciseVersion !== exercise.version && " It was written for another version of this exercise."}
      </p>
      <ReadOnlyCode code={shared.code} label="The code that was shared" {...(shared.language && { language: shared.language })} />
      <div class="shared-actions">
        <button type="button" aria-disabled={isRunning} onClick={() => void run()}>
          {isRunning ? "Running…" : "Run it"}
        </button>
        <button type="button" onClick={use}>
          Use this code
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
        <span>“Use this code” keeps your own in the history.</span>
      </div>
      <div role="status">{complaint ?? (preview && <Remark preview={preview} />)}</div>
      {preview?.status === "ran" && <PreviewPanel preview={preview} caseTitle={exercise.caseTitles[preview.case] ?? preview.case} />}
    </section>
  );
}

/** What a run says in words. */
function Remark({ preview }: { readonly preview: Preview }) {
  switch (preview.status) {
    case "ran":
      return preview.problem === undefined ? <p>It does what is asked in the small case.</p> : <Prose text={preview.problem.message} />;
    case "error":
      return <Prose text={errorSentence(preview.error)} />;
    case "fault":
      return <>The picture could not be drawn, which is our bug: {preview.message}</>;
  }
}
