import { signal } from "@preact/signals";
import { render } from "preact";
import { AssignmentView } from "./assignment-view.tsx";
import { Assignments } from "./assignments.ts";

const TICK_MS = 1000;

/** Brings the page of assignments to life in an element; the fragment of its address says which is shown. */
export async function openPage(host: HTMLElement): Promise<{ openFile: (file: File) => Promise<void> }> {
  const assignments = new Assignments();
  const now = signal(Date.now());
  setInterval(() => (now.value = Date.now()), TICK_MS);
  const follow = async (): Promise<void> => {
    await assignments.follow(location.hash);
    nameInAddress(assignments);
  };
  await assignments.restore();
  await follow();
  addEventListener("hashchange", () => void follow());
  host.replaceChildren();
  render(<AssignmentView assignments={assignments} now={now} />, host);
  return {
    async openFile(file) {
      await assignments.openFile(file);
      nameInAddress(assignments);
    },
  };
}

/** A link is long, and done with once its assignment is kept: the address then names the assignment. */
function nameInAddress({ complaint, shown }: Assignments): void {
  if (complaint.value !== undefined || shown.value === undefined) return;
  history.replaceState(history.state, "", `${location.pathname}${location.search}#${shown.value.assignment.id}`);
}
