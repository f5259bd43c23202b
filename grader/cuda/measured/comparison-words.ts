import { count, decimal, withUnit } from "#pictures/format.ts";
import type { MeasuredProfile } from "../profile/profile-schema.ts";
import { aGpu } from "./measured-launch.ts";
import type { ComparedRow, ComparedTotal, LaunchComparison } from "./compare-launch.ts";

/** A comparison in the form of the schema of profiles. */
export function measuredProfile({ measured, notes, rows, totals }: LaunchComparison): MeasuredProfile {
  const { id, kernel, gpu } = measured;
  return {
    launch: id,
    kernel,
    ...(gpu !== undefined && { gpu }),
    notes: [...notes],
    rows: rows.map(({ line, space, op, sources, counts, reason }) => ({
      ...(line !== undefined && { line }),
      space,
      op,
      sources: [...sources],
      counts: counts.map(({ name, counted, measured }) => ({
        name,
        ...(counted !== undefined && { counted }),
        ...(measured !== undefined && { measured }),
      })),
      ...(reason && { reason: { ...reason } }),
    })),
    totals: totals.map(({ name, unit, counted, measured, reason }) => ({
      name,
      unit,
      ...(counted !== undefined && { counted }),
      measured,
      ...(reason && { reason: { ...reason } }),
    })),
  };
}

/** "Counted and measured are the same for 4 of 6 accesses." */
export function agreementSentence({ rows }: Pick<LaunchComparison, "rows">): string {
  if (rows.length === 0) return "No accesses could be compared.";
  const equal = rows.filter(({ reason }) => reason === undefined).length;
  const ofAll = equal === rows.length ? `all ${count(equal)}` : `${count(equal)} of ${count(rows.length)}`;
  return `Counted and measured are the same for ${ofAll} accesses.`;
}

/** "shared load" */
export function rowName({ space, op }: Pick<ComparedRow, "space" | "op">): string {
  return `${space} ${op}`;
}

/** A number of a total, with its unit. */
export function totalText(value: number | undefined, { unit }: Pick<ComparedTotal, "unit">): string {
  if (value === undefined) return "";
  return unit === "" ? count(value) : withUnit(unit === "B" ? count(value) : decimal(value), unit);
}

/** The most differences that a brief tells of. */
const MOST_BRIEF = 6;

/** A comparison in a few lines of plain text, for an assistant. @param file name of the report */
export function comparisonBrief(comparison: LaunchComparison, file: string): string {
  const { measured, notes, rows } = comparison;
  const differing = rows.flatMap(({ reason, ...row }) => (reason ? [{ ...row, reason }] : []));
  return [
    `Measured by Nsight Compute${measured.gpu === undefined ? "" : ` on ${aGpu(measured.gpu)}`} (${file}, launch ${measured.id}): ${agreementSentence(comparison)}`,
    ...notes.map((note) => `- ${note}`),
    ...differing.slice(0, MOST_BRIEF).map(({ line, counts, reason, ...row }) => {
      const sides = counts
        .filter(({ counted, measured: own }) => counted !== own)
        .map(({ name, counted, measured: own }) => `${name} ${count(counted ?? 0)} counted, ${count(own ?? 0)} measured`);
      return `- ${line === undefined ? "unknown line" : `line ${line}`}, ${rowName(row)}: ${sides.join("; ")}. ${reason.words}`;
    }),
    ...(differing.length > MOST_BRIEF ? [`- and ${count(differing.length - MOST_BRIEF)} more`] : []),
    "",
  ].join("\n");
}
