import { signal } from "@preact/signals";
import { render } from "preact";
import { PAGE_DATA_ID, type PageData } from "#classroom/packages/page-data.ts";
import { HandInForm } from "#assignment/hand-in-form.tsx";
import { HandingIn } from "#assignment/handing-in.ts";
import { ScheduleList } from "#assignment/schedule-list.tsx";
import { WrittenList } from "#assignment/written-list.tsx";
import { VERDICT_EVENT } from "#notebook/cell/verdict-event.ts";
import { LmsSession } from "./lms-session.ts";
import { LmsView } from "./lms-view.tsx";

const TICK_MS = 1000;

// What `coalesce package` has written into the page.
const data = JSON.parse(find(`#${PAGE_DATA_ID}`).textContent) as PageData;
const session = new LmsSession(data);
const handingIn = new HandingIn(data.assignment);
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
    <HandInForm handingIn={handingIn} now={now} />
    <WrittenList handingIn={handingIn} />
  </>,
  find("#handing-in"),
);
setInterval(() => (now.value = Date.now()), TICK_MS);

find("#exercises").addEventListener(VERDICT_EVENT, ({ detail }) => {
  void session.hear(detail);
  void handingIn.refresh();
});
find("#handing-in").addEventListener("focusin", () => void handingIn.refresh());
addEventListener("pagehide", () => session.leave());
// A page that comes back from the browser's memory has left its LMS.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

void session.start();
void handingIn.recallStudent();
void handingIn.refresh();

function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`the page has no ${selector}`);
  return element;
}

function emptied(element: HTMLElement): HTMLElement {
  element.replaceChildren();
  return element;
}
