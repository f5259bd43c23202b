import type { HandingIn } from "./handing-in.ts";
import { handedIn, stateOf, type Work } from "./work.ts";

const base = import.meta.env.BASE_URL.replace(/\/?$/, "/");
const stateWords = { "not-begun": "not begun", draft: "draft", "passed-before": "changed since it passed", passed: "passed" } as const;
const handedInWords = { nothing: "nothing", "this-text": "this text", "older-text": "an older text" } as const;

/** The exercises of the assignment: points, where each stands, and what of it is handed in. */
export function ExerciseTable({ handingIn }: { readonly handingIn: HandingIn }) {
  const works = handingIn.works.value;
  const total = handingIn.assignment.exercises.reduce((sum, { points }) => sum + points, 0);
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
              <td data-state={stateOf(work)}>{stateWords[stateOf(work)]}</td>
              <td>{handedInWords[handedIn(work, handingIn.last.value)]}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Together</th>
            <td>{total}</td>
            <td colSpan={2} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Title({ work: { exercise, data } }: { readonly work: Work }) {
  if (data !== undefined) return <a href={`${base}practice/${exercise}/`}>{data.title}</a>;
  return (
    <>
      {exercise} <span class="soft">is not in this version of the course: reload the page, or tell your instructor.</span>
    </>
  );
}
