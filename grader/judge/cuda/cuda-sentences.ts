import { count } from "#pictures/format.ts";
import type { BudgetCount } from "./cuda-task.ts";
import type { BudgetVerdict, CaseVerdict } from "./cuda-verdict.ts";

/** What a budget counts, for a sentence and for a table. */
export const COUNT_NAMES: Readonly<Record<BudgetCount, string>> = {
  requests: "requests to memory",
  sectors: "sectors of global memory",
  wavefronts: "wavefronts of shared memory",
  dramBytes: "bytes of DRAM",
  bankConflicts: "bank conflicts",
};

/** "4,096 sectors of global memory, 1,024 allowed; most of it at `data[8 * i]` in line 12 (stride of 8 elements)." Empty for a budget that is met. */
export function budgetSentence({ count: what, counted, allowed, verdict, guilty }: BudgetVerdict): string {
  if (verdict === "pass") return "";
  if (verdict === "skipped" || counted === undefined) return "Judged once all values are right and the lab finds nothing wrong.";
  const pattern = guilty === undefined || guilty.pattern === "" ? "" : ` (${guilty.pattern})`;
  const where = guilty === undefined ? "" : `; \`${guilty.source}\` in line ${guilty.line} has ${count(guilty.counted)} of them${pattern}`;
  return `${count(counted)} ${COUNT_NAMES[what]}, ${count(allowed)} allowed${where}.`;
}

/** What the lab finds wrong in a case, and the first remedy; empty for nothing. */
export function findingsSentence({ findings, remedies }: Pick<CaseVerdict, "findings" | "remedies">): string {
  const [first] = findings;
  if (first === undefined) return "";
  const others = findings.length + first.further - 1;
  const more = others === 0 ? "" : ` There ${others === 1 ? "is 1 finding" : `are ${count(others)} findings`} more.`;
  return `Line ${first.line}: ${first.message}${more}${remedies[0] === undefined ? "" : ` ${remedies[0]}`}`;
}
