import { plainText } from "#pictures/inline-code.ts";
import { count, decimal, percent, pluralize } from "#pictures/format.ts";
import type { LabAccess } from "./profile.ts";

const PREPOSITIONS = { load: "from", store: "to", reduction: "in", atomic: "in" } as const;

/** "in[i]: load from global memory. 8 sectors per request; 4 would do." */
export function badgeSentence({ text, op, counts }: LabAccess): string {
  const does =
    counts.space === "bulk"
      ? `\`${text}\`: bulk ${op} ${PREPOSITIONS[op]} global memory, ${pluralize(counts.requests, "request")}`
      : `\`${text}\`: ${op} ${PREPOSITIONS[op]} ${counts.space === "cluster" ? "the cluster's shared" : counts.space} memory, ${pluralize(counts.requests, "request")}`;
  switch (counts.space) {
    case "global":
    case "bulk":
    case "local": {
      const moved = counts.sectors / counts.requests;
      const ideal = counts.idealSectors / counts.requests;
      return `${does}, ${pluralize(moved, "sector", decimal)} per request; ${decimal(ideal)} would do.`;
    }
    case "shared": {
      const waits = counts.bankConflicts === 0 ? "no bank conflict" : `${pluralize(counts.bankConflicts, "bank conflict")}`;
      return `${does}, ${waits}; the busiest bank is asked for ${pluralize(counts.conflictDegree, "word")} at once.`;
    }
    case "cluster":
      return `${does}, ${pluralize(counts.sectors / counts.requests, "sector", decimal)} per request.`;
    case "constant":
      return `${does}.`;
  }
}

/** What an access costs, in as few characters as can be: sectors per request, or the degree of its conflicts. */
function badgeText({ counts }: LabAccess): string {
  switch (counts.space) {
    case "global":
    case "bulk":
    case "cluster":
    case "local":
      return decimal(counts.sectors / counts.requests);
    case "shared":
      return `${count(counts.conflictDegree)}-way`;
    case "constant":
      return "const";
  }
}

/** The part of what is moved that nobody asked for: it is hatched. */
function wasteOf({ counts }: LabAccess): number {
  return counts.space === "global" || counts.space === "bulk" || counts.space === "local"
    ? 1 - counts.idealSectors / Math.max(1, counts.sectors)
    : 0;
}

interface BadgeProps {
  readonly access: LabAccess;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** An access's badge: a button that shows its requests. */
export function Badge({ access, isChosen, onChoose }: BadgeProps) {
  const { space } = access.counts;
  const conflicted = space === "shared" && access.counts.bankConflicts > 0;
  return (
    <button
      type="button"
      class={`badge ${space}${conflicted ? " conflicted" : ""}`}
      aria-pressed={isChosen}
      title={plainText(badgeSentence(access))}
      aria-label={`${badgeText(access)}: line ${access.line}, ${plainText(badgeSentence(access))}`}
      style={{ "--waste": percent(wasteOf(access)) }}
      onClick={onChoose}
    >
      {badgeText(access)}
    </button>
  );
}
