import { capitalize, count } from "#pictures/format.ts";
import type { Provenance, ProvenanceStep, SourcePlace } from "../result.ts";
import { coordinates, threadName } from "./places.ts";

/** One step on the way of a wrong element, in words. */
export interface ProvenanceLine {
  readonly text: string;
  /** Whether it is the first step that differs from what it should be. */
  readonly isGuilty: boolean;
}

/** The way of a wrong element back to where it came from, step by step, and what should have come in its place. */
export function provenanceLines(provenance: Provenance): ProvenanceLine[] {
  const { steps, found, guilty } = provenance;
  return [
    ...steps.map((step, number) => ({ text: stepSentence(step, number, provenance), isGuilty: number === guilty })),
    ...(found === undefined && steps.at(-1)?.op === "load" ? [{ text: nothingSentence(steps), isGuilty: false }] : []),
  ];
}

/** The first step that differs, and how; if it is not known, the step that was expected. */
export function provenanceConclusion(provenance: Provenance): string {
  const { steps, guilty, suspects } = provenance;
  const step = guilty === undefined ? undefined : steps[guilty];
  const enough = suspects.length > 1 || (step === undefined && suspects.length > 0);
  const several = enough ? ` It's enough to change ${listed(suspects.map((name) => `\`${name}\``))}.` : "";
  return `${step === undefined ? wantedSentence(provenance) : guiltySentence(step, provenance)}${several}`;
}

/** The same as one text, for a terminal. */
export function provenanceText(provenance: Provenance): string {
  const lines = provenanceLines(provenance).map(({ text, isGuilty }) => `  ${isGuilty ? "→" : "·"} ${text}`);
  return [
    `Followed back, element ${count(provenance.elementIndex)} of \`${provenance.array}\`:`,
    ...lines,
    `  ${provenanceConclusion(provenance)}`,
  ].join("\n");
}

function stepSentence(step: ProvenanceStep, number: number, provenance: Provenance): string {
  const place = elementName(step);
  const by = step.function === undefined ? "" : ` (${stepName(step)})`;
  const thread = `thread ${threadIn(step.threadIdx, provenance)}`;
  if (number === 0) {
    const { storedIn, elementIndex, array } = provenance;
    const missing =
      storedIn === undefined ? "" : `Element ${count(elementIndex)} of \`${array}\` is never written: what belongs there is elsewhere. `;
    return `${missing}${capitalize(place)} was written by ${threadName(step.threadIdx, step.blockIdx, provenance.launch)}${by}.${addendSentence(provenance)}`;
  }
  if (step.op === "store") return `${capitalize(thread)} had put it there${by}.`;
  return step.space === "shared"
    ? `${capitalize(thread)} took it from ${place}${by}.`
    : `${capitalize(thread)} had read it: ${place}${by}.`;
}

/** "Of the 64 addends of its sum, number 1 is the first that doesn't belong there." */
function addendSentence({ addend, steps }: Provenance): string {
  if (addend === undefined) return "";
  if (steps.length < 2) return ` It adds up ${count(addend.of)} values; ${count(addend.expected)} belong there.`;
  const counts = addend.of === addend.expected ? "" : ` ${count(addend.of)} were added up where ${count(addend.expected)} belong.`;
  return `${counts} Of the ${count(addend.of)} values that it adds up, number ${count(addend.number)}, counted from 0, is the first that doesn't belong there.`;
}

function nothingSentence(steps: readonly ProvenanceStep[]): string {
  const last = steps.at(-1);
  return last?.space === "shared" ? "Nothing had been stored there." : "Nothing was there.";
}

function guiltySentence(step: ProvenanceStep, provenance: Provenance): string {
  const { wanted, wantedAt, found, steps } = provenance;
  const thread = `thread ${threadIn(step.threadIdx, provenance)}`;
  const first = `The first step that differs is ${stepName(step)}`;
  const should = step.should === undefined ? undefined : count(step.should);
  if (step.op === "load" && step.space === "global") {
    const right = should === undefined ? "" : `; if all else stays as it is, it has to be element ${should}`;
    return `${first}: ${thread} reads element ${count(step.elementIndex)} of \`${step.array}\`${right}.`;
  }
  if (step.op === "load") {
    const where = wanted && wantedAt ? `; ${elementName(wanted)} is in element ${count(wantedAt.elementIndex)}` : "";
    return `${first}: ${thread} takes element ${count(step.elementIndex)} of \`${step.array}\`${where}.`;
  }
  if (step.space === "shared") {
    const taken = steps.find(({ op, array }) => op === "load" && array === step.array);
    if (wanted === undefined || wantedAt === undefined || taken === undefined)
      return `${first}: ${thread} puts ${found ? elementName(found) : "nothing"} in element ${count(step.elementIndex)} of \`${step.array}\`.`;
    const other = threadIn(wantedAt.threadIdx, provenance);
    return `${first}: thread ${other} puts ${elementName(wanted)} in element ${count(wantedAt.elementIndex)} of \`${wantedAt.array}\`; it is taken from element ${count(taken.elementIndex)}.`;
  }
  const belongs = should === undefined ? "" : `; what it holds belongs in element ${should}`;
  return `${first}: ${thread} writes element ${count(step.elementIndex)} of \`${step.array}\`${belongs}.`;
}

function wantedSentence({ wanted, wantedAt, isLoaded, addend, elementIndex, array, launch }: Provenance): string {
  if (wanted === undefined) return addend === undefined ? `Nothing belongs in element ${count(elementIndex)} of \`${array}\`.` : "";
  const what = `${capitalize(elementName(wanted))} belongs in its place`;
  if (wantedAt !== undefined)
    return `${what}: it is in element ${count(wantedAt.elementIndex)} of \`${wantedAt.array}\`, where thread ${threadIn(wantedAt.threadIdx, { launch })} put it.`;
  return isLoaded === false ? `${what}; no thread of that block has read it.` : `${what}.`;
}

/** "`fromTile`"; "`ldmatrix` by `offset`", where several accesses share a function. */
function stepName(step: ProvenanceStep): string {
  const { access, function: name } = step;
  return name === undefined || name === access ? `\`${access}\`` : `\`${access}\` by \`${name}\``;
}

function elementName({ array, elementIndex }: SourcePlace): string {
  return `element ${count(elementIndex)} of \`${array}\``;
}

/** "(1, 0)": a thread in its block. */
export function threadIn(threadIdx: ProvenanceStep["threadIdx"], { launch }: Pick<Provenance, "launch">): string {
  return coordinates(threadIdx, launch.blockDim);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
