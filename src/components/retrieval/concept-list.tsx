import { useEffect, useState } from "preact/hooks";
import { concepts } from "#notebook/evidence/concepts.ts";
import { dayOf, dueText, type ConceptState } from "#notebook/evidence/concept-state.ts";
import { EVIDENCE_EVENT, conceptStates } from "#notebook/storage/evidence.ts";
import type { States } from "./coming-back.ts";
import "./retrieval.css";

/** A lesson as lists name it. */
export interface ListedLesson {
  /** Part and place in the part: "1.3". */
  readonly number: string;
  readonly title: string;
  readonly href: string;
}

/** Lessons by id, "<part folder>/<nn-slug>". */
export type ListedLessons = Readonly<Record<string, ListedLesson>>;

/** Where the learner of this browser stands; undefined until it is known. */
export function useStates(): States | undefined {
  const [states, setStates] = useState<States>();
  useEffect(() => {
    const read = (): void => void conceptStates().then(setStates);
    read();
    document.addEventListener(EVIDENCE_EVENT, read);
    return () => document.removeEventListener(EVIDENCE_EVENT, read);
  }, []);
  return states;
}

/** All concepts of the course, each with where the learner stands and when it comes back. As built, all are new. */
export default function ConceptList({ lessons }: { readonly lessons: ListedLessons }) {
  const states = useStates();
  return (
    <ul class="concept-list">
      {concepts.map(({ id, name, means, lessons: [introduces] }) => {
        const lesson = lessons[introduces];
        const state = states?.get(id);
        return (
          <li key={id} data-standing={state?.standing ?? "new"}>
            <p>
              <b>{name}</b>: {means}. {lesson !== undefined && <a href={lesson.href}>{`${lesson.number} ${lesson.title}`}</a>}
            </p>
            <Standing state={state} />
          </li>
        );
      })}
    </ul>
  );
}

function Standing({ state }: { readonly state: ConceptState | undefined }) {
  return (
    <p class="standing">
      <b>{state?.standing ?? "new"}</b>
      {state?.dueDay !== undefined && <span>back {dueText(state.dueDay, dayOf(Date.now()))}</span>}
    </p>
  );
}
