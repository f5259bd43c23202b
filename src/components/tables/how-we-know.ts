import { count, decimal, capitalize } from "#pictures/format.ts";
import { claimGroups, type ClaimGroup } from "../claims/claim-groups.ts";
import { verdictNames } from "../claims/claims.ts";
import { PART_TIMES } from "../course/lesson-minutes.ts";
import { dataTable } from "../data-table.ts";

const VERDICTS = ["confirmed", "depends", "corrected", "answered"] as const;

/** How many claims of each source have which verdict. */
export const claimTallies = dataTable<ClaimGroup>({
  label: "Claims by source and verdict",
  caption: "How many claims of each source were checked, and what came of it.",
  wide: true,
  rows: claimGroups,
  columns: [
    { head: "source", rowHead: true, align: "start", wraps: true, cell: ({ id, title }) => `${Number.parseInt(id)}: ${title}` },
    { head: "claims", cell: ({ claims }) => count(claims.length) },
    ...VERDICTS.map((verdict) => ({
      head: verdictNames[verdict],
      cell: ({ claims }: ClaimGroup) => count(claims.filter((claim) => claim.verdict === verdict).length),
    })),
  ],
});

/** What each part of a lesson is said to take. */
export const partTimes = dataTable({
  label: "Minutes for the parts of a lesson",
  caption: "What is counted for each, besides its words.",
  rows: PART_TIMES,
  columns: [
    { head: "part", rowHead: true, align: "start", cell: ({ part }) => capitalize(part) },
    { head: "minutes", cell: ({ minutes }) => decimal(minutes) },
    { head: "because", align: "start", wraps: true, cell: ({ because }) => because },
  ],
});
