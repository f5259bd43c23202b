import { countingHandIns } from "#classroom/submission/counting-hand-ins.ts";
import type { HandingIn } from "./handing-in.ts";
import { timeIn } from "./schedule.ts";
import { contentsOf } from "./written-hand-ins.ts";

/** The hand-ins that this browser has written, the last one first. */
export function WrittenList({ handingIn }: { readonly handingIn: HandingIn }) {
  const { assignment } = handingIn;
  const handIns = handingIn.handIns.value;
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
              onClick={() => handingIn.downloadAgain(handIn)}
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
