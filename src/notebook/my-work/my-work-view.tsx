import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { sentencesOf } from "#webgpu/probes/findings.ts";
import { timeText } from "../history/entries.ts";
import { ReadOnlyCode } from "../read-only-code.tsx";
import { noteHtml } from "../notes/note-markdown.ts";
import "../notes/notes.css";
import { reasonOf } from "../reason-of.ts";
import { codeOf } from "./cell-sketch.ts";
import { countWork, isCuda, workByLesson, type CourseOutline, type ExerciseWork, type LessonWork } from "./course-work.ts";
import { browserShelves } from "./shelves.ts";
import { TakeAlong } from "./take-along.tsx";
import { amount, becauseText, caseItems, pointsInWords, stateSentence, verdictNames } from "./work-document.ts";
import { readWork, type WorkFile } from "./work-file.ts";

/** Shows all work that this browser stores. */
export function showMyWork(host: HTMLElement, outline: CourseOutline, base: string): void {
  host.replaceChildren();
  render(<MyWork outline={outline} base={base} />, host);
}

interface MyWorkProps {
  readonly outline: CourseOutline;
  /** The site's base path, with a slash at its end. */
  readonly base: string;
}

function MyWork({ outline, base }: MyWorkProps) {
  const [work, setWork] = useState<WorkFile>();
  const [complaint, setComplaint] = useState<string>();
  const read = (): void =>
    void readWork(browserShelves).then(setWork, (error: unknown) => {
      setComplaint(
        `What is stored in this browser cannot be read (${reasonOf(error)}). Nothing was changed; reload the page to try again.`,
      );
    });
  useEffect(() => {
    read();
    // Work that was done in another tab, or before coming back to this page.
    addEventListener("pageshow", read);
    addEventListener("focus", read);
    return () => {
      removeEventListener("pageshow", read);
      removeEventListener("focus", read);
    };
  }, []);
  if (complaint !== undefined) return <p class="notice wrong">{complaint}</p>;
  if (work === undefined) return null;
  const lessons = workByLesson(work, outline);
  return (
    <>
      {(lessons.length > 0 || Object.keys(work.gpus).length === 0) && <Summary lessons={lessons} />}
      <TakeAlong work={work} lessons={lessons} base={base} onImported={read} />
      <MeasuredGpus work={work} base={base} />
      {lessons.map((lesson) => (
        <Lesson key={lesson.page ?? ""} lesson={lesson} base={base} />
      ))}
    </>
  );
}

function Summary({ lessons }: { readonly lessons: readonly LessonWork[] }) {
  const { exercises, passed, cells, goals, kernels, predictions, notes } = countWork(lessons);
  if (lessons.length === 0) {
    return (
      <div class="empty-work">
        <p>There is nothing here yet. As you work through the course, this page collects, lesson by lesson:</p>
        <ul>
          <li>the exercises that you began or passed, with your code, your tries, and the hints you looked at;</li>
          <li>the cells that you edited, what you built in the playground, and the kernels that you wrote in the lab;</li>
          <li>the tasks in cells that your code has done;</li>
          <li>your predictions and your answers to self-tests;</li>
          <li>what you measured of your GPU;</li>
          <li>the notes that you write in lessons: point at a heading, a paragraph, a figure or an exercise, and press “Note”.</li>
        </ul>
        <p>All of it stays in this browser. You can take it along as one file, and bring it to another browser here.</p>
      </div>
    );
  }
  const parts = [
    ...[
      counted(exercises, "exercise"),
      `${passed} passed`,
      counted(cells, "edited cell"),
      counted(goals, "task done", "tasks done"),
      counted(kernels, "lab kernel"),
      counted(predictions, "prediction"),
      counted(notes, "note"),
    ].filter((part) => !part.startsWith("0 ")),
  ];
  return <p class="work-summary">{parts.join(" · ")}</p>;
}

/** What was measured of GPUs: each with the sentences that its curves allow. */
function MeasuredGpus({ work, base }: { readonly work: WorkFile; readonly base: string }) {
  const kept = Object.values(work.gpus).toSorted((a, b) => b.savedAt - a.savedAt);
  if (kept.length === 0) return null;
  return (
    <section class="work-lesson" aria-label="My GPU">
      <h2>
        <a href={`${base}my-gpu/`}>My GPU</a>
      </h2>
      {kept.map(({ probe }) => (
        <article class="work-piece" key={`${probe.gpu} ${probe.date}`}>
          <h3>
            {probe.gpu} <span class="work-kind">{probe.software === undefined ? probe.date : "no GPU: software"}</span>
          </h3>
          <ul class="work-answers">
            {sentencesOf(probe, probe.gpu)
              .filter(({ isTold }) => isTold)
              .map(({ title, says }) => (
                <li key={title}>{says}</li>
              ))}
          </ul>
        </article>
      ))}
    </section>
  );
}

function counted(value: number, noun: string, nouns = `${noun}s`): string {
  return `${value} ${value === 1 ? noun : nouns}`;
}

function Lesson({ lesson, base }: { readonly lesson: LessonWork; readonly base: string }) {
  const { title, page, exercises, cells, predictions, selfTests, notes, goals, caseRecord } = lesson;
  return (
    <section class="work-lesson" aria-label={title}>
      <h2>{page === undefined ? title : <a href={base + page}>{title}</a>}</h2>
      {notes.map(({ page: at, slug, heading, text, aside }) => (
        <blockquote class="work-note" key={slug}>
          <p class="work-kicker">
            Note on <a href={`${base}${at}#${slug.split("~")[0] ?? ""}`}>{heading}</a>
          </p>
          <div class="note-text" dangerouslySetInnerHTML={{ __html: noteHtml(text) }} />
          {aside.map((other) => (
            <details key={other.text}>
              <summary>Another version of this note</summary>
              <p>{other.text}</p>
            </details>
          ))}
        </blockquote>
      ))}
      {caseRecord !== undefined && (
        <ul class="work-answers">
          {caseItems(caseRecord).map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {exercises.map((exercise) => (
        <Exercise key={exercise.id} exercise={exercise} base={base} />
      ))}
      {cells.map((cell) => (
        <article class="work-piece" key={cell.key}>
          <h3>
            {cell.page === undefined ? cell.title : <a href={base + cell.page}>{cell.title}</a>}{" "}
            <span class="work-kind">{isCuda(cell) ? "in the lab" : "tried out"}</span>
          </h3>
          <ReadOnlyCode code={codeOf(cell)} language={isCuda(cell) ? "cuda" : "typescript"} label={`Your code in ${cell.title}`} />
        </article>
      ))}
      {goals.length > 0 && (
        <>
          <h3>Tasks done</h3>
          <ul class="work-answers">
            {goals.flatMap((cell) =>
              cell.goals.map((words) => (
                <li key={`${cell.key} ${words}`} data-verdict="right">
                  <a href={base + cell.page}>{cell.title}</a>: {words}
                </li>
              )),
            )}
          </ul>
        </>
      )}
      {predictions.length > 0 && (
        <>
          <h3>Predictions</h3>
          <ul class="work-answers">
            {predictions.map(({ question, given, unit, answer, verdict, reason, at }) => (
              <li key={at} data-verdict={verdict}>
                {question} You said <strong>{amount(given, unit)}</strong>
                {becauseText(reason)}
                {verdict === "right" ? ": right." : `: ${verdictNames[verdict]}. The answer is ${amount(answer, unit)}.`}
              </li>
            ))}
          </ul>
        </>
      )}
      {selfTests.length > 0 && (
        <>
          <h3>Self-test</h3>
          <ul class="work-answers">
            {selfTests.map(({ question, given, verdict, points, isDraft, at }) => (
              <li key={at} data-verdict={verdict}>
                {question} You answered: <strong>{given}</strong>
                {verdict !== undefined && ` (${verdictNames[verdict]})`}
                {points !== undefined && ` ${pointsInWords(points)}`}
                {isDraft && " (not compared yet)"}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Exercise({ exercise, base }: { readonly exercise: ExerciseWork; readonly base: string }) {
  const { id, title, draft, passedAt, kept, capstone } = exercise;
  const page = `${base}${capstone ? "capstones" : "practice"}/${id}/`;
  return (
    <article class="work-piece" data-passed={passedAt === undefined ? undefined : ""}>
      <h3>
        <a href={page}>{title}</a> <span class="work-kind">{passedAt === undefined ? (capstone ? "capstone" : "exercise") : "passed"}</span>
      </h3>
      <p>
        {stateSentence(exercise)}
        {kept > 0 && ` ${kept === 1 ? "One earlier text is" : `${kept} earlier texts are`} in its history.`}
      </p>
      {capstone && capstone.why !== "" && <blockquote class="work-note">{capstone.why}</blockquote>}
      {draft !== undefined && (
        <>
          <ReadOnlyCode code={draft.text} label={`Your code for ${title}`} {...(capstone && { language: "cuda" })} />
          <p class="work-saved">Last changed: {timeText(draft.savedAt, Date.now())}</p>
        </>
      )}
    </article>
  );
}
