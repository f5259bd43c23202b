import { signal } from "@preact/signals";
import { render } from "preact";
import { PAGE_DATA_ID, type PageData } from "#classroom/packages/page-data.ts";
import { HandInSession } from "#assignment/hand-in-session.ts";
import { OwnExercises } from "#assignment/own-exercises.tsx";
import { HandInForm, HandInList } from "#assignment/hand-in-view.tsx";
import { ScheduleList } from "#assignment/schedule-list.tsx";
import { VERDICT_EVENT } from "#notebook/cell/verdict-event.ts";
import { LmsSession } from "./lms-session.ts";
import { LmsView } from "./lms-view.tsx";

const TICK_MS = 1000;

// The data that `coalesce package` has written into the page.
const data = JSON.parse(find(`#${PAGE_DATA_ID}`).textContent) as PageData;
const session = new LmsSession(data);
const handInSession = new HandInSession(data.assignment);
const now = signal(Date.now());

document.title = data.assignment.title;
render(
  <>
    <LmsView session={session} />
    <ScheduleList assignment={data.assignment} now={now} />
  </>,
  emptied(find("#standing")),
);
render(
  <>
    <OwnExercises session={handInSession} now={now} />
    <HandInForm session={handInSession} now={now} />
    <HandInList session={handInSession} />
  </>,
  find("#handing-in"),
);
setInterval(() => (now.value = Date.now()), TICK_MS);

find("#exercises").addEventListener(VERDICT_EVENT, ({ detail }) => {
  void session.addResult(detail);
  void handInSession.refresh();
});
find("#handing-in").addEventListener("focusin", () => void handInSession.refresh());
addEventListener("pagehide", () => session.leave());
// A page that comes back from the back/forward cache has ended its visit to the LMS.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

void session.start();
void handInSession.restoreStudent();
void handInSession.refresh();

function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`the page has no ${selector}`);
  return element;
}

function emptied(element: HTMLElement): HTMLElement {
  element.replaceChildren();
  return element;
}
