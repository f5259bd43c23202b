import { profileRun, type LabProfile } from "#notebook/lab/profile.ts";
import { labCell } from "../lab-cell.ts";
import type { Simulated } from "./evidence.ts";

type LabEntry = Extract<Simulated, { of: "lab" }>;

/**
 * A number that the lab gives for a lesson's cell, changed or as it stands.
 *
 * @throws RangeError when the cell doesn't have what is to be replaced, or the lab refuses it
 */
export function labNumber({ cell, launch, change, count }: LabEntry): number {
  const { kernel } = labCell({ file: cell, launch });
  const source = Object.entries(change).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new RangeError(`${cell} has no ${from}`);
    return text.replace(from, to);
  }, kernel.source);
  const { outcome } = profileRun({ ...kernel, source });
  if (outcome.kind === "error") throw new RangeError(`${cell}: ${outcome.error.message}`);
  return numberIn(outcome, count);
}

function numberIn({ findings, accesses }: LabProfile, count: LabEntry["count"]): number {
  const sumOf = (space: "shared" | "global", read: (counts: Readonly<Record<string, unknown>>) => unknown): number =>
    accesses.reduce((sum, { counts }) => sum + (counts.space === space ? Number(read({ ...counts })) : 0), 0);
  switch (count) {
    case "findings":
      return findings.length;
    case "race":
    case "early-read":
    case "deadlock":
    case "misaligned":
      return findings.filter(({ kind }) => kind === count).length;
    case "sectors":
    case "requests":
      return sumOf("global", (counts) => counts[count]);
    case "wavefronts":
    case "bankConflicts":
      return sumOf("shared", (counts) => counts[count]);
  }
}
