import { readFileSync } from "node:fs";
import {
  ELEMENT_BYTES,
  matrixFragment,
  mmaFragment,
  wmmaFragment,
  type Fragment,
  type Operand,
  type Product,
} from "#simulator/fragments.ts";

/** A matrix of an instruction as an H200's registers held it. */
export interface MeasuredFragment {
  readonly instruction: string;
  readonly operand: string;
  /** Elements of a lane. */
  readonly perLane: number;
  /** The row and the column of each lane's elements, lane after lane. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

const dataFile = new URL("./data/fragments-h200.jsonl", import.meta.url);

/** Every fragment that was found, in the order of the file. */
export function measuredFragments(): MeasuredFragment[] {
  return readFileSync(dataFile, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as MeasuredFragment)
    .filter((line) => "rows" in line);
}

/** The fragment of an instruction's operand by formula. */
export function fragmentOf(instruction: string, operand: string): Fragment {
  if (/^(ld|st|mov)matrix/.test(instruction)) return matrixFragment(instruction.endsWith(".trans"));
  const [, m, n, k] = /m(\d+)n(\d+)k(\d+)/.exec(instruction)!.map(Number) as [number, number, number, number];
  const type = (Object.keys(ELEMENT_BYTES) as Product["type"][]).find((name) => instruction.split(".").slice(2).includes(name))!;
  const of = instruction.startsWith("mma") ? mmaFragment : wmmaFragment;
  return of({ m, n, k, type }, operand[0] as Operand);
}

/** Whether every lane held what the formula gives it. */
export function isByFormula({ instruction, operand, perLane, rows, columns }: MeasuredFragment): boolean {
  const { elements } = fragmentOf(instruction, operand);
  return elements.every(
    (held, lane) =>
      held.length === perLane &&
      held.every(({ row, column }, index) => rows[lane * perLane + index] === row && columns[lane * perLane + index] === column),
  );
}
