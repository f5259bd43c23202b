import { count, decimal, withUnit } from "#pictures/format.ts";
import { cellKey, drawnValue, type Experiment, type Numbers, type Quantity } from "./experiments.ts";

/** One measured value as a bar. */
export interface Bar {
  /** 0 to 1: its share of the longest bar. */
  readonly length: number;
  /** The value as text: "2.49× (142 µs)", "12.5%", "16,388,163". */
  readonly text: string;
}

/** A row of the chart: our bar and the reader's, each undefined where it was not measured. */
export interface BarRow {
  readonly name: string;
  readonly ours: Bar | undefined;
  readonly yours: Bar | undefined;
}

/** One quantity in all rows of an experiment, ours beside the reader's. Times are multiples of the first row's. */
export function barRows(experiment: Experiment, quantity: Quantity, ours: Numbers, yours: Numbers): BarRow[] {
  const valueIn = (numbers: Numbers, row: string) => drawnValue(experiment, quantity, numbers, row);
  const values = experiment.rows.flatMap(({ key }) => [valueIn(ours, key) ?? 0, valueIn(yours, key) ?? 0]);
  const longest = quantity.unit === "%" ? 100 : Math.max(...values);
  const barOf = (numbers: Numbers, row: string): Bar | undefined => {
    const value = valueIn(numbers, row);
    if (value === undefined) return undefined;
    return {
      length: longest === 0 ? 0 : Math.min(1, value / longest),
      text: textOf(quantity, value, numbers[cellKey(row, quantity.key)] ?? 0),
    };
  };
  return experiment.rows.map(({ key, name }) => ({ name, ours: barOf(ours, key), yours: barOf(yours, key) }));
}

function textOf({ unit }: Quantity, drawn: number, measured: number): string {
  switch (unit) {
    case "µs":
      return `${decimal(drawn)}× (${withUnit(decimal(measured), unit)})`;
    case "%":
      return withUnit(decimal(measured), unit);
    case "":
      return count(Math.round(measured));
  }
}

/** The chart in words. */
export function chartText(experiment: Experiment, quantity: Quantity, rows: readonly BarRow[], yourGpu: string, ourGpu: string): string {
  const first = experiment.rows[0]?.name ?? "";
  const what =
    quantity.unit === "µs" ? `${quantity.name}, as a multiple of ${experiment.rowHead.toLowerCase()} ${first}` : `${quantity.name}`;
  const pieces = rows.map(({ name, ours, yours }) => {
    const values = [ours && `${ourGpu} ${ours.text}`, yours && `${yourGpu} ${yours.text}`].filter((value) => value !== undefined);
    return `${name}: ${values.join(", ") || "not measured"}`;
  });
  return `${what}. ${pieces.join("; ")}.`;
}
