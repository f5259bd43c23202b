import { useComputed, type ReadonlySignal } from "@preact/signals";
import { instantOf } from "#classroom/assignment/lateness.ts";
import type { PublicAssignment } from "#classroom/assignment/assignment.ts";
import { announcementAt, attemptsSentence, lateSentence, statusAt, timeForReader, timeIn } from "./schedule.ts";

interface ScheduleListProps {
  readonly assignment: PublicAssignment;
  readonly now: ReadonlySignal<number>;
}

/** When the assignment opens, is due and closes, how much time is left, and what lateness costs. */
export function ScheduleList({ assignment, now }: ScheduleListProps) {
  const status = useComputed(() => statusAt(assignment, now.value));
  const announcement = useComputed(() => announcementAt(assignment, now.value));
  const { opens, due, closes, late, personal } = assignment;
  return (
    <>
      <dl class="schedule">
        {opens !== undefined && <Time name="Opens" localTime={opens} assignment={assignment} />}
        <Time name="Due" localTime={due} assignment={assignment} {...(personal?.classDue !== undefined && { note: "your extension" })} />
        {closes !== undefined && <Time name="Closes" localTime={closes} assignment={assignment} />}
        <div class="standing">
          <dt>Now</dt>
          <dd>
            {/* Screen readers do not announce a timer on their own. */}
            <span role="timer">{status}</span>
          </dd>
        </div>
        <div>
          <dt>Late</dt>
          <dd>{lateSentence(late)}</dd>
        </div>
        <div>
          <dt>Hand-ins</dt>
          <dd>{attemptsSentence(assignment)}</dd>
        </div>
      </dl>
      <p class="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
}

interface TimeProps {
  readonly name: string;
  readonly localTime: string;
  readonly assignment: PublicAssignment;
  /** What makes it special. */
  readonly note?: string;
}

function Time({ name, localTime, assignment, note }: TimeProps) {
  const { timeZone } = assignment;
  const instant = instantOf(localTime, assignment);
  const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const forReader = timeForReader(instant, timeZone, readersZone);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <time dateTime={new Date(instant).toISOString()}>{timeIn(instant, timeZone)}</time> <span class="soft">({timeZone})</span>
        {note !== undefined && <strong> ({note})</strong>}
        {forReader !== undefined && <span class="soft for-reader">Where you are: {forReader}</span>}
      </dd>
    </div>
  );
}
