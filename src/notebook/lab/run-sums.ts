import { totalsOf } from "#cuda/profile/totals.ts";
import type { Totals } from "#cuda/profile/profile-schema.ts";
import { count, decimal, percent, pluralize } from "#pictures/format.ts";
import type { LabProfile } from "./profile.ts";

/** What a launch adds up to: little enough to be kept for every run. */
export interface RunSums {
  readonly totals: Totals;
  /** Steps of warps, as the machine's limit counts them. */
  readonly steps: number;
  /** Places with a finding. */
  readonly findings: number;
  /** Absent of samples, and of runs that were kept before the lab had a clock. */
  readonly microseconds?: number;
  readonly dramBytes?: number;
}

export function sumsOf({ accesses, steps, findings, furtherFindings, costs, sample }: LabProfile): RunSums {
  const { memory } = costs?.work ?? {};
  return {
    totals: totalsOf(accesses),
    steps: sample?.steps ?? steps,
    findings: findings.length + furtherFindings,
    ...(costs && { microseconds: costs.time.microseconds }),
    ...(memory && { dramBytes: memory.dramReadBytes + memory.dramWriteBytes }),
  };
}

/**
 * "16,384 sectors (ideal 16,384), 253,952 bank conflicts, 1 finding". Copies of TMA stand by themselves, as in Nsight Compute:
 * `l1tex__t_sectors` counts none of them, `l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld` does.
 */
export function sumsText({ totals: { global, local, shared, bulk }, findings }: RunSums): string {
  const requests = [...Object.values(global), ...Object.values(local)];
  const copies = Object.values(bulk ?? {});
  const conflicts = Object.values(shared).reduce((sum, one) => sum + one.bankConflicts, 0);
  const isUsed = (all: readonly { readonly requests: number }[]): boolean => all.some((one) => one.requests > 0);
  return [
    ...(isUsed(requests) || !isUsed(copies) ? [sectorsText(requests, "")] : []),
    ...(isUsed(copies) ? [sectorsText(copies, " of bulk copies")] : []),
    ...(isUsed(Object.values(shared)) ? [pluralize(conflicts, "bank conflict")] : []),
    ...(findings > 0 ? [pluralize(findings, "finding")] : []),
  ].join(", ");
}

function sectorsText(all: readonly { readonly sectors: number; readonly idealSectors: number }[], whose: string): string {
  const sum = (field: "sectors" | "idealSectors"): number => all.reduce((total, one) => total + one[field], 0);
  return `${pluralize(sum("sectors"), "sector")}${whose} (ideal ${count(sum("idealSectors"))})`;
}

/** A count of two runs, as a row of a table. */
export interface CountDifference {
  /** "global loads" */
  readonly group: string;
  /** "sectors" */
  readonly count: string;
  readonly before: string;
  readonly now: string;
  /** "4 times fewer" */
  readonly change: string;
  /** Whether the run of now does better: moves, waits or executes less. Undefined where both are the same or it is no matter of cost. */
  readonly isBetter: boolean | undefined;
}

interface CountKind {
  readonly name: string;
  readonly format: (value: number) => string;
  /** What more of it is: worse for what is moved, better for efficiency, neither for what would be ideal. */
  readonly more: "worse" | "better" | "neither";
  /** How two values are compared in words: "4 times fewer", "4 times lower". */
  readonly words: readonly [less: string, more: string];
}

const COUNTED = ["fewer", "as many"] as const;
const RATED = ["lower", "as high"] as const;
const KINDS: Readonly<Record<string, CountKind>> = {
  requests: { name: "requests", format: count, more: "worse", words: COUNTED },
  sectors: { name: "sectors", format: count, more: "worse", words: COUNTED },
  idealSectors: { name: "ideal sectors", format: count, more: "neither", words: COUNTED },
  sectorsPerRequest: { name: "sectors per request", format: decimal, more: "worse", words: RATED },
  efficiency: { name: "efficiency", format: percent, more: "better", words: RATED },
  tagWavefronts: { name: "tag wavefronts", format: count, more: "worse", words: COUNTED },
  wavefronts: { name: "wavefronts", format: count, more: "worse", words: COUNTED },
  bankConflicts: { name: "bank conflicts", format: count, more: "worse", words: COUNTED },
  conflictDegree: { name: "worst conflict degree", format: count, more: "worse", words: RATED },
  microseconds: { name: "µs, by estimate", format: decimal, more: "worse", words: RATED },
  dramBytes: { name: "bytes that DRAM moves", format: count, more: "worse", words: COUNTED },
  steps: { name: "steps of warps", format: count, more: "worse", words: COUNTED },
  findings: { name: "findings", format: count, more: "worse", words: COUNTED },
};

const OPS = { load: "loads", store: "stores", reduction: "reductions", atomic: "atomics" } as const;
const SPACES = ["global", "shared", "local", "constant", "cluster", "bulk"] as const;

/** The counts of two runs, those of a memory that neither uses left out. */
export function differences(before: RunSums, now: RunSums): CountDifference[] {
  const rows: CountDifference[] = [];
  for (const space of SPACES) {
    for (const op of Object.keys(OPS) as (keyof typeof OPS)[]) {
      const one = countsOf(before, space, op);
      const other = countsOf(now, space, op);
      if ((one["requests"] ?? 0) === 0 && (other["requests"] ?? 0) === 0) continue;
      const group = `${space} ${OPS[op]}`;
      for (const [name, kind] of Object.entries(KINDS)) {
        if (name in one) rows.push(differenceOf(group, kind, valueOf(one, name), valueOf(other, name)));
      }
    }
  }
  rows.push(differenceOf("launch", KINDS["microseconds"]!, before.microseconds, now.microseconds));
  rows.push(differenceOf("launch", KINDS["dramBytes"]!, before.dramBytes, now.dramBytes));
  rows.push(differenceOf("execution", KINDS["steps"]!, before.steps, now.steps));
  rows.push(differenceOf("execution", KINDS["findings"]!, before.findings, now.findings));
  return rows;
}

function countsOf({ totals }: RunSums, space: (typeof SPACES)[number], op: keyof typeof OPS): Readonly<Record<string, number>> {
  return (totals[space] as Readonly<Record<string, Readonly<Record<string, number>>>> | undefined)?.[op] ?? {};
}

/** Without a request, there is no efficiency and there are no sectors per request. */
function valueOf(counts: Readonly<Record<string, number>>, name: string): number | undefined {
  const isRate = name === "efficiency" || name === "sectorsPerRequest";
  return isRate && counts["requests"] === 0 ? undefined : counts[name];
}

function differenceOf(group: string, kind: CountKind, before: number | undefined, now: number | undefined): CountDifference {
  const text = (value: number | undefined): string => (value === undefined ? "–" : kind.format(value));
  const isSame = before === now || before === undefined || now === undefined;
  return {
    group,
    count: kind.name,
    before: text(before),
    now: text(now),
    change: before === undefined || now === undefined ? "" : changeText(before, now, kind.words),
    isBetter: isSame || kind.more === "neither" ? undefined : now > before === (kind.more === "better"),
  };
}

/** From this ratio on it is said as a ratio, below as a share. */
const RATIO = 1.1;

/** "4 times fewer", "3.1% fewer", "twice as many": how a count changes from one run to another. */
export function changeText(before: number, now: number, [less, more]: CountKind["words"] = COUNTED): string {
  if (before === now) return "the same";
  if (now === 0) return "none any more";
  if (before === 0) return "none before";
  const ratio = Math.max(before / now, now / before);
  if (ratio < RATIO) return `${percent(Math.abs(now - before) / before)} ${now < before ? less : more === "as many" ? "more" : "higher"}`;
  return `${decimal(ratio)} times ${now < before ? less : more}`;
}
