import type { ReadonlySignal } from "@preact/signals";
import { Fragment, type ComponentChildren } from "preact";
import type { CellSession } from "./cell-session.ts";

interface OfCurrentProps {
  readonly current: ReadonlySignal<CellSession>;
  readonly children: (session: CellSession) => ComponentChildren;
}

/** What shows the session of the language that the cell is in: made anew when the learner goes to the other one. */
export function OfCurrent({ current, children }: OfCurrentProps) {
  const session = current.value;
  return <Fragment key={session.language}>{children(session)}</Fragment>;
}
