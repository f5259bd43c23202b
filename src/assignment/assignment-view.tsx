import { useComputed, type ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { lateness } from "#classroom/assignment/lateness.ts";
import type { PublicAssignment } from "#classroom/assignment/assignment.ts";
import type { Assignments } from "./assignments.ts";
import { ExerciseTable } from "./exercise-table.tsx";
import { HandInForm } from "./hand-in-form.tsx";
import { HandingIn } from "./handing-in.ts";
import type { KeptAssignment } from "./kept-assignments.ts";
import { ScheduleList } from "./schedule-list.tsx";
import { WrittenList } from "./written-list.tsx";

interface AssignmentViewProps {
  readonly assignments: Assignments;
  /** Milliseconds since 1970. */
  readonly now: ReadonlySignal<number>;
}

/** All that the page shows of assignments: what went wrong, which there are, and the one that was chosen. */
export function AssignmentView({ assignments, now }: AssignmentViewProps) {
  const { complaint, shown } = assignments;
  return (
    <>
      <div role="alert">{complaint.value !== undefined && <p class="notice wrong">{complaint.value}</p>}</div>
      <Choice assignments={assignments} />
      {shown.value === undefined ? (
        <Introduction />
      ) : (
        <OneAssignment key={JSON.stringify(shown.value.assignment)} kept={shown.value} assignments={assignments} now={now} />
      )}
    </>
  );
}

function Introduction() {
  return (
    <p>
      No assignment is kept in this browser yet. Open the link that your instructor gave you: it brings the assignment here, and this page
      keeps it, without a network too.
    </p>
  );
}

function Choice({ assignments }: { readonly assignments: Assignments }) {
  const { kept, shown } = assignments;
  if (kept.value.length < 2) return null;
  return (
    <nav aria-label="Your assignments">
      <ul class="assignment-choice">
        {kept.value.map(({ assignment: { id, title } }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === shown.value?.assignment.id ? "page" : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface OneAssignmentProps {
  readonly kept: KeptAssignment;
  readonly assignments: Assignments;
  readonly now: ReadonlySignal<number>;
}

function OneAssignment({ kept: { assignment, former }, assignments, now }: OneAssignmentProps) {
  const isOpen = useComputed(() => lateness(assignment, now.value).status !== "early");
  return (
    <article aria-labelledby="_assignment-title">
      <h2 id="_assignment-title">{assignment.title}</h2>
      {former !== undefined && (
        <p class="notice">
          This copy of {assignment.id} differs from the one that you opened before.
          <button type="button" onClick={() => void assignments.goBack()}>
            Go back to the other copy
          </button>
        </p>
      )}
      <ScheduleList assignment={assignment} now={now} />
      {isOpen.value ? <OpenAssignment assignment={assignment} now={now} /> : <p class="not-open">The exercises appear here as it opens.</p>}
      <Removal assignment={assignment} onRemove={() => void assignments.remove(assignment.id)} />
    </article>
  );
}

interface OpenAssignmentProps {
  readonly assignment: PublicAssignment;
  readonly now: ReadonlySignal<number>;
}

function OpenAssignment({ assignment, now }: OpenAssignmentProps) {
  const handingIn = useMemo(() => new HandingIn(assignment), [assignment]);
  useEffect(() => {
    const refresh = (): void => {
      if (document.visibilityState === "visible") void handingIn.refresh();
    };
    void handingIn.recallStudent();
    refresh();
    // Who comes back from an exercise, in this tab or another, sees what has become of it.
    document.addEventListener("visibilitychange", refresh);
    addEventListener("pageshow", refresh);
    return () => {
      document.removeEventListener("visibilitychange", refresh);
      removeEventListener("pageshow", refresh);
    };
  }, [handingIn]);
  return (
    <>
      <ExerciseTable handingIn={handingIn} />
      <HandInForm handingIn={handingIn} now={now} />
      <WrittenList handingIn={handingIn} />
    </>
  );
}

interface RemovalProps {
  readonly assignment: PublicAssignment;
  readonly onRemove: () => void;
}

function Removal({ assignment, onRemove }: RemovalProps) {
  const [isAsking, ask] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const keep = (): void => {
    ask(false);
    button.current?.focus();
  };
  return (
    <div class="removal">
      <button ref={button} type="button" aria-expanded={isAsking} onClick={() => ask(!isAsking)}>
        Remove this assignment
      </button>
      {isAsking && (
        <p class="notice" role="group" aria-label="Remove?">
          Remove {assignment.title} from this page? Your code and the hand-ins that you have written stay in this browser; the link brings
          it back.
          <button type="button" onClick={onRemove}>
            Remove
          </button>
          <button type="button" onClick={keep}>
            Keep it
          </button>
        </p>
      )}
    </div>
  );
}
