import { base } from "#figures/drawing/base-path.ts";
import { useComputed, type ReadonlySignal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { countingHandIns } from "#classroom/submission/counting-hand-ins.ts";
import type { HandInSession } from "./hand-in-session.ts";
import { contentsOf, handInWarning, type SavedHandIn } from "./hand-in.ts";
import { timeIn } from "./schedule.ts";
import { JUDGED_LATER, handedIn, stateOf, type Work } from "./work.ts";

const stateNames = { "not-begun": "not started", draft: "draft", "passed-before": "changed since it passed", passed: "passed" } as const;
const handedInNames = { nothing: "nothing", "this-text": "this text", "older-text": "an older text" } as const;

/** The exercises of the assignment: the points, the state of each, and what of it was handed in. */
export function ExerciseTable({ session }: { readonly session: HandInSession }) {
  const works = session.works.value;
  const total = session.assignment.exercises.reduce((sum, { points }) => sum + points, 0);
  return (
    <section aria-labelledby="_exercises">
      <h3 id="_exercises">Exercises</h3>
      <table class="assigned">
        <thead>
          <tr>
            <th scope="col">Exercise</th>
            <th scope="col">Points</th>
            <th scope="col">On this page</th>
            <th scope="col">Handed in</th>
          </tr>
        </thead>
        <tbody>
          {works?.map((work) => (
            <tr key={work.exercise} data-exercise={work.exercise}>
              <th scope="row">
                <Title work={work} />
              </th>
              <td>{work.points}</td>
              <td data-state={stateOf(work)}>{stateName(work)}</td>
              <td>{handedInNames[handedIn(work, session.last.value)]}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{total}</td>
            <td colSpan={2} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** The state of a text, and who judges it where no page does. */
function stateName(work: Work): string {
  const name = stateNames[stateOf(work)];
  return work.isOwn ? `${name}, ${JUDGED_LATER}` : name;
}

function Title({ work: { exercise, data, isOwn, isCapstone } }: { readonly work: Work }) {
  if (data !== undefined && isOwn) {
    return (
      <button type="button" class="to-own" onClick={() => document.getElementById(`exercise-${exercise}`)?.scrollIntoView()}>
        {data.title}
      </button>
    );
  }
  if (data !== undefined) return <a href={`${base}${isCapstone ? "capstones" : "practice"}/${exercise}/`}>{data.title}</a>;
  return (
    <>
      {exercise} <span class="soft">is not in this version of the course: reload the page or tell your instructor.</span>
    </>
  );
}

interface HandInFormProps {
  readonly session: HandInSession;
  readonly now: ReadonlySignal<number>;
}

/** "Hand in": the student, what the file will contain, and the button that writes it. */
export function HandInForm({ session, now }: HandInFormProps) {
  const [isAsking, ask] = useState(false);
  const { assignment, handIns, works, progress, complaint, justWritten } = session;
  const warning = useComputed(() => handInWarning(assignment, handIns.value, now.value)?.message);
  const isEmpty = (): boolean => works.value?.every(({ draft }) => draft === undefined) === true;
  const needsConfirmation = (): boolean => isEmpty() || handInWarning(assignment, handIns.value, Date.now())?.needsConfirmation === true;
  const button = useRef<HTMLButtonElement>(null);
  /** Closes the question, and returns the focus, which was on one of its buttons, to the button of the form. */
  const stopAsking = (): void => {
    ask(false);
    button.current?.focus();
  };
  const write = (): void => {
    stopAsking();
    void session.write();
  };
  /** Reads the storage first: it may not have been read yet, and other tabs may have changed it. */
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    await session.refresh();
    if (needsConfirmation()) ask(true);
    else void session.write();
  };
  return (
    <section aria-labelledby="_hand-in">
      <h3 id="_hand-in">Hand in</h3>
      <form class="hand-in" onSubmit={(event) => void submit(event)}>
        <StudentFields session={session} />
        {works.value !== undefined && <Contents works={works.value} />}
        {warning.value !== undefined && !isAsking && <p class="counts">{warning}</p>}
        <button ref={button} type="submit" class="primary" aria-disabled={progress.value !== undefined}>
          Hand in
        </button>
        <div role="status">
          {isAsking && (
            <p class="notice" role="group" aria-label="Hand in anyway?">
              {isEmpty() ? "The file would contain no answers: nothing is written yet." : warning} Write the file anyway?
              <button type="button" onClick={write}>
                Write the file
              </button>
              <button type="button" onClick={stopAsking}>
                Cancel
              </button>
            </p>
          )}
        </div>
      </form>
      <div role="status">
        {progress.value !== undefined && <p>{progress}</p>}
        {justWritten.value !== undefined && <Written handIn={justWritten.value} own={assignment.own?.map(({ id }) => id) ?? []} />}
      </div>
      <div role="alert">{complaint.value !== undefined && <p class="notice wrong">{complaint}</p>}</div>
    </section>
  );
}

function StudentFields({ session }: { readonly session: HandInSession }) {
  const { id, name } = session.student.value;
  return (
    <div class="student">
      <label>
        Student id
        <input
          name="student-id"
          value={id}
          required
          maxLength={200}
          pattern=".*\S.*"
          autocomplete="off"
          aria-describedby="_student-id"
          onInput={({ currentTarget }) => session.setStudent({ id: currentTarget.value, name })}
        />
        <span class="soft" id="_student-id">
          The id by which your instructor knows you; always use the same one.
        </span>
      </label>
      <label>
        Name
        <input
          name="student-name"
          value={name}
          maxLength={200}
          autocomplete="name"
          aria-describedby="_student-name"
          onInput={({ currentTarget }) => session.setStudent({ id, name: currentTarget.value })}
        />
        <span class="soft" id="_student-name">
          Optional.
        </span>
      </label>
    </div>
  );
}

/** What the file will contain, what it will not, and what does not pass yet. */
function Contents({ works }: { readonly works: readonly Work[] }) {
  const titles = (some: readonly Work[]): string => some.map(({ exercise, data }) => data?.title ?? exercise).join(", ");
  const missing = works.filter(({ draft }) => draft === undefined);
  const unsure = works.filter((work) => work.draft !== undefined && !work.isOwn && stateOf(work) !== "passed");
  const own = works.filter((work) => work.draft !== undefined && work.isOwn);
  return (
    <ul class="goes-in">
      <li>
        {works.length - missing.length} of {works.length} exercises are included, each with your code as it is now.
      </li>
      {missing.length > 0 && <li>Not started, and left out: {titles(missing)}.</li>}
      {unsure.length > 0 && <li>Not passed on this page as the code is now: {titles(unsure)}. You can hand in anyway.</li>}
      {own.length > 0 && <li>Graded by your instructor, not on this page: {titles(own)}.</li>}
    </ul>
  );
}

interface WrittenProps {
  readonly handIn: SavedHandIn;
  /** Exercises that no page judges. */
  readonly own: readonly string[];
}

function Written({ handIn, own }: WrittenProps) {
  const withoutVerdict = contentsOf(handIn).answers.filter(
    ({ exercise, pageVerdict }) => pageVerdict === undefined && !own.includes(exercise),
  ).length;
  return (
    <p class="notice">
      <span>
        <strong>{handIn.fileName}</strong> is in your downloads. This page sends nothing: give the file to your instructor in the way that
        you agreed on. You can keep writing, and hand in again.
        {withoutVerdict > 0 &&
          ` ${withoutVerdict} of its answers could not be graded on this page; your instructor grades them like all the others.`}
      </span>
    </p>
  );
}

/** The hand-ins that were written in this browser, the last one first. */
export function HandInList({ session }: { readonly session: HandInSession }) {
  const { assignment } = session;
  const handIns = session.handIns.value;
  if (handIns.length === 0) return null;
  const counting = countingHandIns(handIns, assignment);
  return (
    <section aria-labelledby="_written">
      <h3 id="_written">
        Hand-ins written in this browser
        {assignment.attempts !== undefined && (
          <span class="soft">
            {" "}
            {counting.length} of {assignment.attempts} used
          </span>
        )}
      </h3>
      <ol class="written" reversed>
        {handIns.toReversed().map((handIn) => (
          <li key={handIn.handedInAt}>
            <span>
              <time dateTime={new Date(handIn.handedInAt).toISOString()}>{timeIn(handIn.handedInAt, assignment.timeZone)}</time>
              <span class="soft">
                {handIn.fileName}, {answersOf(contentsOf(handIn).answers.length)}
                {handIn === counting.at(-1) && " · counts, once your instructor has it"}
                {!counting.includes(handIn) && " · does not count"}
              </span>
            </span>
            <button
              type="button"
              aria-label={`Download again: ${handIn.fileName} of ${timeIn(handIn.handedInAt, assignment.timeZone)}`}
              onClick={() => session.downloadAgain(handIn)}
            >
              Download again
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function answersOf(count: number): string {
  return count === 1 ? "1 answer" : `${count} answers`;
}
