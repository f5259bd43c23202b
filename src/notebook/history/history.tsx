import { effect, type ReadonlySignal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { base } from "#figures/drawing/base-path.ts";
import { resultJson } from "#judge/report/result-text.ts";
import type { GradeResult } from "#judge/result.ts";
import type { AnswerLanguage } from "../cell/answer-language.ts";
import type { CellSession } from "../cell/cell-session.ts";
import { OfCurrent } from "../cell/of-current.tsx";
import { openDiff } from "../editor/diff-editor.ts";
import { MoreMenu } from "../more-menu.tsx";
import { reasonOf } from "../reason-of.ts";
import { linkWithCode } from "../share/shared-code.ts";
import { ShareButton } from "../share/share-button.tsx";
import { noteHints, noteSolution } from "../storage/activity.ts";
import { MAX_VERSIONS } from "../storage/history.ts";
import { readVersions } from "../storage/results.ts";
import { firstDifference, historyEntries, timeText, type HistoryEntry } from "./entries.ts";
import "./history.css";

/** Opens the history and the link to share of a cell, which ExerciseCell.astro draws the buttons of, and notes which help is looked at. */
export function showHistory(cell: HTMLElement, current: ReadonlySignal<CellSession>): void {
  const host = cell.querySelector(".cell-history");
  if (host === null) throw new Error("the exercise cell has no place for its history");
  host.removeAttribute("data-static");
  host.replaceChildren();
  // In a package for an LMS there is no page that a link could lead to.
  const canShare = cell.closest("[data-without-course]") === null;
  render(<OfCurrent current={current}>{(session) => <History session={session} canShare={canShare} />}</OfCurrent>, host);
  const { id } = current.peek().exercise;
  effect(() => {
    if (current.value.hintsShown.value > 0) note(noteHints(id, current.value.hintsShown.value));
  });
  effect(() => {
    if (current.value.solution.value !== undefined) note(noteSolution(id));
  });
}

/** A note that cannot be stored is no reason to disturb the learner: the code itself is what must not be lost. */
function note(stored: Promise<void>): void {
  stored.catch((error: unknown) => console.warn("What was looked at cannot be noted in this browser.", error));
}

interface HistoryProps {
  readonly session: CellSession;
  readonly canShare: boolean;
}

function History({ session, canShare }: HistoryProps) {
  const [isOpen, setOpen] = useState(false);
  const [isJsonShown, showJson] = useState(false);
  const [said, say] = useState("");
  const { exercise } = session;
  const result = session.result.value;
  // What was copied or shown is of the result before.
  useEffect(() => say(""), [result]);
  const copyJson = (): void =>
    void navigator.clipboard.writeText(resultJson(result!)).then(
      () => say("Result copied"),
      // Without the clipboard, it is shown, to be copied by hand.
      () => showJson(true),
    );
  const link = (): Promise<string> =>
    linkWithCode(
      {
        exercise: exercise.id,
        exerciseVersion: exercise.version,
        code: session.text.value,
        ...(session.language === "cuda" && { language: session.language }),
      },
      practicePage(),
    );
  return (
    <>
      <div class="history-bar">
        <button type="button" data-intent="history" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          History
        </button>
        {canShare && <ShareButton link={link} />}
        {result !== undefined && (
          <MoreMenu>
            <button type="button" onClick={copyJson}>
              Copy the result as JSON
            </button>
            <button type="button" aria-expanded={isJsonShown} onClick={() => showJson(!isJsonShown)}>
              {isJsonShown ? "Hide the result as JSON" : "Show the result as JSON"}
            </button>
          </MoreMenu>
        )}
        <span role="status">{said}</span>
      </div>
      {result !== undefined && <ResultAsJson result={result} isShown={isJsonShown} />}
      {isOpen && <HistoryPanel session={session} />}
    </>
  );
}

function practicePage(): URL {
  return new URL(`${base}practice/`, location.origin);
}

function HistoryPanel({ session }: { readonly session: CellSession }) {
  const [entries, setEntries] = useState<readonly HistoryEntry[]>();
  const [compared, compare] = useState<HistoryEntry>();
  const [complaint, setComplaint] = useState<string>();
  const result = session.result.value;
  const aside = session.aside.value;
  useEffect(() => {
    readVersions(session.key).then(
      (versions) => setEntries(historyEntries(versions, aside)),
      (error: unknown) => setComplaint(`The history cannot be read in this browser (${reasonOf(error)}).`),
    );
  }, [result, aside, session.saveState.value]);
  if (complaint !== undefined) return <p class="notice wrong">{complaint}</p>;
  if (entries === undefined) return null;
  return (
    <section class="history" role="group" aria-label={`History of the exercise ${session.exercise.title}`}>
      {entries.length === 0 ? (
        <p>Nothing yet. Each version that you grade is kept here, and your last text of each day.</p>
      ) : (
        <>
          <p class="history-count">
            {entries.length === 1 ? "One version." : `${entries.length} versions, duplicates left out.`} All that passed stay, and the
            newest {MAX_VERSIONS} of the others.
          </p>
          <ol>
            {entries.map((entry) => (
              <Entry
                key={entry.text}
                entry={entry}
                current={session.text.value}
                isCompared={entry.text === compared?.text}
                onCompare={() => compare(entry.text === compared?.text ? undefined : entry)}
                onRestore={() => {
                  compare(undefined);
                  void session.use(entry.text);
                }}
              />
            ))}
          </ol>
        </>
      )}
      {compared !== undefined && <Comparison entry={compared} current={session.text.value} language={session.language} />}
    </section>
  );
}

interface EntryProps {
  readonly entry: HistoryEntry;
  /** The text in the editor. */
  readonly current: string;
  readonly isCompared: boolean;
  readonly onCompare: () => void;
  readonly onRestore: () => void;
}

function Entry({ entry, current, isCompared, onCompare, onRestore }: EntryProps) {
  const time = timeText(entry.at, Date.now());
  const isCurrent = entry.text === current;
  return (
    <li data-passed={entry.isPassed || undefined}>
      <span class="history-time">{time}</span>
      <span class="history-note">
        {entry.note}
        {!isCurrent && <code>{firstDifference(entry.text, current)}</code>}
      </span>
      {isCurrent ? (
        <span class="history-now">your code now</span>
      ) : (
        <span class="history-actions">
          <button
            type="button"
            aria-expanded={isCompared}
            aria-label={`Compare your code with the version of ${time}, ${entry.note}`}
            onClick={onCompare}
          >
            Compare
          </button>
          <button type="button" aria-label={`Restore the version of ${time}, ${entry.note}`} onClick={onRestore}>
            Restore
          </button>
        </span>
      )}
    </li>
  );
}

interface ComparisonProps {
  readonly entry: HistoryEntry;
  readonly current: string;
  readonly language: AnswerLanguage;
}

/** How a version differs from the text in the editor at the moment of asking. */
function Comparison({ entry, current, language }: ComparisonProps) {
  const host = useRef<HTMLDivElement>(null);
  const [complaint, setComplaint] = useState<string>();
  useEffect(() => {
    if (host.current === null) return undefined;
    const opened = openDiff(host.current, {
      original: entry.text,
      modified: current,
      originalLabel: `Version of ${timeText(entry.at, Date.now())}`,
      modifiedLabel: "Your code now",
      language,
    });
    opened.catch((error: unknown) => setComplaint(`The comparison could not be loaded (${reasonOf(error)}).`));
    return () => void opened.then((diff) => diff.dispose()).catch(() => undefined);
  }, [entry.text, current, language]);
  return (
    <>
      {complaint !== undefined && <p class="notice wrong">{complaint}</p>}
      <div class="history-diff" ref={host} />
    </>
  );
}

/** The result exactly as the command line prints it with --json. */
function ResultAsJson({ result, isShown }: { readonly result: GradeResult; readonly isShown: boolean }) {
  return (
    <div class="as-json" hidden={!isShown}>
      <pre tabIndex={0} aria-label="Result as JSON">
        {resultJson(result)}
      </pre>
    </div>
  );
}
