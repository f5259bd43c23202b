import { render } from "preact";
import { exercises } from "virtual:exercises";
import { allPassed } from "#judge/report/verdict-line.ts";
import { dayText } from "../history/entries.ts";
import { readPassed } from "../storage/passed.ts";
import { readVerdict } from "../storage/results.ts";
import { readSuccess } from "../storage/successes.ts";
import { measurementsOf } from "./measurements-page.ts";
import { PassedPanel } from "./passed.tsx";
import { waysOn } from "./way-on.ts";

/**
 * Shows in a closed cell what its text achieved on an earlier visit; where that isn't kept, grading it again is offered. Of a text that was
 * changed since, and of an answer in CUDA, the day is said.
 */
export async function showPassedBefore(cell: HTMLElement, id: string, text: string | undefined): Promise<void> {
  const exercise = (await exercises[id]?.data())?.default;
  const picture = cell.querySelector<HTMLElement>('[data-live="picture"]');
  if (exercise === undefined || picture === null) return;
  const [success, verdict, passed] = await Promise.all([
    text === undefined ? undefined : readSuccess(id, exercise.version, text),
    readVerdict(id),
    readPassed(id),
  ]);
  const line = cell.querySelector<HTMLElement>("[data-static] [data-status-line]");
  // Meanwhile it may have been opened.
  if (line === null) return;
  if (success !== undefined) {
    picture.replaceChildren();
    const ways = (): ReturnType<typeof waysOn> => waysOn(cell);
    render(<PassedPanel success={success} exercise={exercise} waysOn={ways} measurements={measurementsOf(cell)} />, picture);
    say(line, allPassed(success.checks));
  } else if (verdict?.status === "pass" && verdict.text === text) {
    say(line, "Passed on an earlier visit. ");
    const again = document.createElement("button");
    again.type = "button";
    again.dataset["intent"] = "grade";
    again.textContent = "See what changed";
    line.append(again);
  } else if (passed !== undefined) {
    say(line, `Passed on ${dayText(passed.at)}.`);
  }
}

function say(line: HTMLElement, text: string): void {
  line.classList.add("pass");
  line.textContent = text;
}
