import { count, decimal, capitalize } from "#pictures/format.ts";
import { claims, verdictNames } from "../claims/claims.ts";
import { documents } from "../course/documents.ts";
import { PART_TIMES } from "../course/lesson-minutes.ts";
import { dataTable } from "../data-table.ts";

const VERDICTS = ["confirmed", "depends", "corrected", "answered"] as const;

/** How many claims of each document have which verdict. */
export const claimTallies = dataTable({
  label: "Claims by document and verdict",
  caption: "How many claims of each document were checked, and what came of it.",
  wide: true,
  rows: documents.map(({ part, title }) => ({ title: `${part}: ${title}`, own: claims.filter((claim) => claim.part === part) })),
  columns: [
    { head: "document", rowHead: true, align: "start", wraps: true, cell: ({ title }) => title },
    { head: "claims", cell: ({ own }) => count(own.length) },
    ...VERDICTS.map((verdict) => ({
      head: verdictNames[verdict],
      cell: ({ own }: { readonly own: typeof claims }) => count(own.filter((claim) => claim.verdict === verdict).length),
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
