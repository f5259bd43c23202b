import { signal, useComputed, type ReadonlySignal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { lateness } from "#classroom/assignment/lateness.ts";
import type { PublicAssignment } from "#classroom/assignment/assignment.ts";
import { reasonOf } from "#notebook/reason-of.ts";
import { Assignments } from "./assignments.ts";
import { HandInSession } from "./hand-in-session.ts";
import type { OwnExercises } from "./own-exercises.tsx";
import { ExerciseTable, HandInForm, HandInList } from "./hand-in-view.tsx";
import type { SavedAssignment } from "#notebook/storage/saved-assignments.ts";
import { ScheduleList } from "./schedule-list.tsx";

const TICK_MS = 1000;

/** Shows the assignments of this browser in an element; the fragment of the address says which one. */
export async function openAssignments(host: HTMLElement): Promise<{ openFile: (file: File) => Promise<void> }> {
  const assignments = new Assignments();
  const now = signal(Date.now());
  setInterval(() => (now.value = Date.now()), TICK_MS);
  const follow = async (): Promise<void> => {
    await assignments.follow(location.hash);
    shortenAddress(assignments);
  };
  await assignments.restore();
  await follow();
  addEventListener("hashchange", () => void follow());
  host.replaceChildren();
  render(<AssignmentView assignments={assignments} now={now} />, host);
  return {
    async openFile(file) {
      await assignments.openFile(file);
      shortenAddress(assignments);
    },
  };
}

/** A link is long, and not needed once its assignment is saved: the address then only names the assignment. */
function shortenAddress({ complaint, shown }: Assignments): void {
  if (complaint.value !== undefined || shown.value === undefined) return;
  history.replaceState(history.state, "", `${location.pathname}${location.search}#${shown.value.assignment.id}`);
}

interface AssignmentViewProps {
  readonly assignments: Assignments;
  /** Milliseconds since 1970. */
  readonly now: ReadonlySignal<number>;
}

/** What the page shows of assignments: what went wrong, the list of them, and the chosen one. */
function AssignmentView({ assignments, now }: AssignmentViewProps) {
  const { complaint, shown } = assignments;
  return (
    <>
      <div role="alert">{complaint.value !== undefined && <p class="notice wrong">{complaint.value}</p>}</div>
      <Choice assignments={assignments} />
      {shown.value === undefined ? (
        <Introduction />
      ) : (
        <OneAssignment key={JSON.stringify(shown.value.assignment)} saved={shown.value} assignments={assignments} now={now} />
      )}
    </>
  );
}

function Introduction() {
  return (
    <p>
      No assignment is saved in this browser yet. Open the link that your instructor gave you: it brings the assignment here, and this page
      keeps it, also offline.
    </p>
  );
}

function Choice({ assignments }: { readonly assignments: Assignments }) {
  const { saved, shown } = assignments;
  if (saved.value.length < 2) return null;
  return (
    <nav aria-label="Your assignments">
      <ul class="assignment-choice">
        {saved.value.map(({ assignment: { id, title } }) => (
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
  readonly saved: SavedAssignment;
  readonly assignments: Assignments;
  readonly now: ReadonlySignal<number>;
}

function OneAssignment({ saved: { assignment, former }, assignments, now }: OneAssignmentProps) {
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
      {isOpen.value ? (
        <OpenAssignment assignment={assignment} now={now} />
      ) : (
        <p class="not-open">The exercises appear here when the assignment opens.</p>
      )}
      <Removal assignment={assignment} onRemove={() => void assignments.remove(assignment.id)} />
    </article>
  );
}

interface OpenAssignmentProps {
  readonly assignment: PublicAssignment;
  readonly now: ReadonlySignal<number>;
}

function OpenAssignment({ assignment, now }: OpenAssignmentProps) {
  const session = useMemo(() => new HandInSession(assignment), [assignment]);
  useEffect(() => {
    const refresh = (): void => {
      if (document.visibilityState === "visible") void session.refresh();
    };
    void session.restoreStudent();
    refresh();
    // A student who comes back from an exercise, in this tab or another, sees its new state.
    document.addEventListener("visibilitychange", refresh);
    addEventListener("pageshow", refresh);
    return () => {
      document.removeEventListener("visibilitychange", refresh);
      removeEventListener("pageshow", refresh);
    };
  }, [session]);
  return (
    <>
      <ExerciseTable session={session} />
      {assignment.own !== undefined && <Own session={session} now={now} />}
      <HandInForm session={session} now={now} />
      <HandInList session={session} />
    </>
  );
}

interface OwnProps {
  readonly session: HandInSession;
  readonly now: ReadonlySignal<number>;
}

/** The exercises that the course does not have. What shows them is fetched only for an assignment that brings some. */
function Own(props: OwnProps) {
  const [fetched, setFetched] = useState<{ readonly view: typeof OwnExercises } | { readonly reason: string }>();
  useEffect(() => {
    import("./own-exercises.tsx").then(
      ({ OwnExercises }) => setFetched({ view: OwnExercises }),
      (error: unknown) => setFetched({ reason: reasonOf(error) }),
    );
  }, []);
  if (fetched === undefined) return null;
  if ("view" in fetched) return <fetched.view {...props} />;
  return (
    <p class="notice wrong" role="alert">
      The exercises of your instructor could not be shown ({fetched.reason}). Your code is safe. Check your network connection, then reload
      the page.
    </p>
  );
}

interface RemovalProps {
  readonly assignment: PublicAssignment;
  readonly onRemove: () => void;
}

function Removal({ assignment, onRemove }: RemovalProps) {
  const [isAsking, ask] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const cancel = (): void => {
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
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </p>
      )}
    </div>
  );
}
