import { cellKey, type Experiment, type Numbers } from "./experiments.ts";

/** What a reader measured: the GPU's name as it was given, and numbers. */
export interface OwnNumbers {
  readonly gpu: string;
  readonly numbers: Numbers;
}

export const NO_NUMBERS: OwnNumbers = { gpu: "", numbers: {} };

/** The browser's storage; it may refuse access. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = ({ id }: Experiment): string => `coalesce.own-numbers.${id}`;

/** The reader's numbers of an experiment; those of rows and quantities that it no longer has are left out. */
export function readOwnNumbers(experiment: Experiment, open: () => Store): OwnNumbers {
  try {
    const kept = JSON.parse(open().getItem(keyOf(experiment)) ?? "{}") as Partial<OwnNumbers> | null;
    const cells = new Set(experiment.rows.flatMap((row) => experiment.quantities.map((quantity) => cellKey(row.key, quantity.key))));
    const entries = Object.entries(kept?.numbers ?? {}).filter(([cell, value]) => cells.has(cell) && isMeasured(value));
    return { gpu: typeof kept?.gpu === "string" ? kept.gpu : "", numbers: Object.fromEntries(entries) };
  } catch {
    return NO_NUMBERS;
  }
}

/** @returns whether they are kept: a browser may refuse */
export function saveOwnNumbers(experiment: Experiment, own: OwnNumbers, open: () => Store): boolean {
  try {
    if (own.gpu === "" && Object.keys(own.numbers).length === 0) open().removeItem(keyOf(experiment));
    else open().setItem(keyOf(experiment), JSON.stringify(own));
    return true;
  } catch {
    return false;
  }
}

/** Whether a value can be a time, a share or a count. */
export function isMeasured(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
