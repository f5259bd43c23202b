import { JUDGED_LATER } from "#assignment/work.ts";
import type { LmsSession } from "./lms-session.ts";

/** What is shown above the cells: the exercises with their points, and the state of the connection to the LMS. */
export function LmsView({ session }: { readonly session: LmsSession }) {
  const { assignment } = session.data;
  return (
    <>
      <h1 id="_title">{assignment.title}</h1>
      <ExerciseList session={session} />
      <div role="status" class="connection">
        <ConnectionNotice session={session} />
      </div>
      <p class="soft">
        These points are what this page found in your browser: unverified, and without the hidden cases. What counts is what your
        instructor's grader says about the code that you hand in.
      </p>
    </>
  );
}

function ExerciseList({ session }: { readonly session: LmsSession }) {
  const { assignment, exercises } = session.data;
  const best = session.best.value;
  const { points, maxPoints } = session.standing.value;
  const { own = [] } = assignment;
  const titles = new Map([...exercises, ...own].map(({ id, title }) => [id, title]));
  const isOwn = (id: string): boolean => own.some((one) => one.id === id);
  return (
    <table class="assigned" aria-labelledby="_title">
      <thead>
        <tr>
          <th scope="col">Exercise</th>
          <th scope="col">Points</th>
          <th scope="col">On this page</th>
        </tr>
      </thead>
      <tbody>
        {assignment.exercises.map(({ id, points: worth }) => (
          <tr key={id} data-exercise={id}>
            <th scope="row">
              <a href={`#exercise-${id}`}>{titles.get(id)}</a>
            </th>
            <td>{isOwn(id) ? `of ${worth}` : `${best[id]?.points ?? 0} of ${worth}`}</td>
            <td data-state={best[id]?.passed ? "passed" : undefined}>{isOwn(id) ? JUDGED_LATER : stateName(best[id])}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>
            {points} of {maxPoints}
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function stateName(verdict: { readonly passed: boolean } | undefined): string {
  if (verdict === undefined) return "not tried";
  return verdict.passed ? "passed" : "tried";
}

function ConnectionNotice({ session }: { readonly session: LmsSession }) {
  const connection = session.connection.value;
  switch (connection.kind) {
    case "connecting":
      return <p class="notice">Looking for the learning management system…</p>;
    case "alone":
      return (
        <p class="notice">
          This page runs without a learning management system: your code is kept in this browser, and your points are not reported to
          anyone. To report them, start it from your course.
        </p>
      );
    case "connected":
      return (
        <p class="notice">
          Your learning management system is connected. It receives your points each time you grade.
          {connection.canFinish && <FinishButton session={session} />}
        </p>
      );
    case "reported":
      return (
        <p class="notice">
          Your learning management system has these points.
          {connection.canFinish && <FinishButton session={session} />}
        </p>
      );
    case "failed":
      return (
        <p class="notice wrong">
          Your learning management system did not accept your points ({connection.reason}). Your code is kept in this browser. Try again, or
          start the assignment again from your course.
          <button type="button" onClick={() => void session.report()}>
            Report again
          </button>
          {connection.canFinish && <FinishButton session={session} />}
        </p>
      );
    case "finished":
      return (
        <p class="notice">Your points are reported, and this visit is over. You can close the page; start it from your course to go on.</p>
      );
  }
}

/** Ends the visit, and returns to the LMS. */
function FinishButton({ session }: { readonly session: LmsSession }) {
  const finish = async (): Promise<void> => {
    const address = await session.finish();
    if (address !== undefined) location.assign(address);
  };
  return (
    <button type="button" onClick={() => void finish()}>
      Report and finish
    </button>
  );
}
