import { entries, update } from "idb-keyval";
import type { ConceptId } from "../evidence/concepts.ts";
import { conceptState, type ConceptState, type Evidence } from "../evidence/concept-state.ts";
import { openStore } from "./open-store.ts";

/** One key per concept; its value is everything that was answered about it, the first answer first. */
export const evidenceDatabase = openStore("coalesce-evidence", "evidence");

/** Fires on the document when evidence was kept. */
export const EVIDENCE_EVENT = "evidence-kept";

/** Keeps what an answer says of a concept. An exercise counts the first time that it is passed. */
async function recordEvidence(concept: ConceptId, evidence: Evidence): Promise<void> {
  await update<readonly Evidence[]>(concept, (before = []) => withEvidence(before, evidence), evidenceDatabase);
  await conceptStates();
  document.dispatchEvent(new Event(EVIDENCE_EVENT));
}

/** As `recordEvidence`, where nothing waits for it: a browser that keeps nothing is only told of in the console. */
export function noteEvidence(concept: ConceptId, evidence: Evidence): void {
  recordEvidence(concept, evidence).catch((error: unknown) => console.warn("The answer could not be kept in this browser.", error));
}

function withEvidence(before: readonly Evidence[], { kind, source, isRight, attempt, at }: Evidence): readonly Evidence[] {
  const wasPassed = kind === "exercise" && before.some((known) => known.kind === kind && known.source === source && known.isRight);
  return wasPassed ? before : [...before, { kind, source, isRight, ...(attempt !== undefined && { attempt }), at }];
}

/** What was answered about each concept. */
async function allEvidence(): Promise<ReadonlyMap<string, readonly Evidence[]>> {
  return new Map(await entries<string, readonly Evidence[]>(evidenceDatabase));
}

/** Where the learner stands with each concept that there is evidence for; of none, where the browser's storage cannot be read. */
export async function conceptStates(): Promise<ReadonlyMap<string, ConceptState>> {
  try {
    const states = new Map([...(await allEvidence())].map(([concept, evidence]) => [concept, conceptState(evidence)]));
    rememberSure([...states].flatMap(([concept, { standing }]) => (standing === "sure" ? concept : [])));
    return states;
  } catch (error) {
    console.warn("What was answered in this browser cannot be read.", error);
    return new Map();
  }
}

/** For the lines above lessons, which say so while the page is parsed: BeforeLesson.astro. */
function rememberSure(concepts: readonly string[]): void {
  try {
    localStorage.setItem("coalesce.sure", JSON.stringify(concepts));
  } catch {
    // A browser that stores nothing.
  }
}
