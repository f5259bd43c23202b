import type { ArrayArgument } from "#cuda/launch/launch.ts";
import { ChoiceField, ConstantField } from "../playground/fields.tsx";
import type { LabSession } from "./lab-session.ts";

export type Fill = NonNullable<ArrayArgument["fill"]>;

const FILLS = [
  { value: "zero", label: "zeros" },
  { value: "index", label: "0, 1, 2, …" },
  { value: "indexModulo", label: "0, 1, … below a number, again" },
  { value: "constant", label: "one number" },
  { value: "random", label: "random whole numbers" },
  { value: "randomUnit", label: "random, 0 to 1" },
  { value: "permutation", label: "a random permutation" },
  { value: "values", label: "these values, then zeros" },
] as const;
type FillKind = (typeof FILLS)[number]["value"];

/** What each kind of fill starts with. */
const STARTS: Readonly<Record<FillKind, Fill | undefined>> = {
  zero: undefined,
  index: "index",
  indexModulo: { indexModulo: 1024 },
  constant: { constant: 1 },
  random: { random: { seed: 1, from: 0, to: 1024 } },
  randomUnit: { randomUnit: { seed: 1 } },
  permutation: { permutation: { seed: 1 } },
  values: { values: [1, 2, 3] },
};

function kindOf(fill: Fill | undefined): FillKind {
  if (fill === undefined) return "zero";
  return typeof fill === "string" ? fill : (Object.keys(fill)[0] as FillKind);
}

interface FillChoiceProps {
  readonly session: LabSession;
  /** Names the fill in the page: "arguments.0.fill". */
  readonly place: string;
  readonly label: string;
  /** As of a field. Default: its label. */
  readonly fullName?: string;
  readonly fill: Fill | undefined;
  /** What it holds without a fill. */
  readonly unfilled: string;
  readonly onChange: (fill: Fill | undefined) => void;
}

/** What memory holds before the launch. */
export function FillChoice({ session, place, label, fullName = label, fill, unfilled, onChange }: FillChoiceProps) {
  return (
    <>
      <ChoiceField
        session={session}
        field={place}
        label={label}
        fullName={fullName}
        value={kindOf(fill)}
        options={FILLS.map(({ value, label: own }) => ({ value, label: value === "zero" ? unfilled : own }))}
        onChange={(kind) => onChange(STARTS[kind])}
      />
      <FillFields session={session} fill={fill} place={place} onChange={onChange} />
    </>
  );
}

interface FillFieldsProps {
  readonly session: LabSession;
  readonly fill: Fill | undefined;
  readonly place: string;
  readonly onChange: (fill: Fill) => void;
}

function FillFields({ session, fill, place, onChange }: FillFieldsProps) {
  if (fill === undefined || typeof fill === "string") return null;
  const number = (label: string, value: number, change: (value: number) => Fill) => (
    <ConstantField
      session={session}
      field={`${place}.${label}`}
      label={label}
      value={value}
      onChange={(next) => typeof next === "number" && onChange(change(next))}
    />
  );
  if ("indexModulo" in fill) return number("below", fill.indexModulo, (value) => ({ indexModulo: Math.max(1, Math.trunc(value)) }));
  if ("constant" in fill) return number("number", fill.constant, (constant) => ({ constant }));
  if ("random" in fill) {
    const { random } = fill;
    return (
      <>
        {number("from", random.from, (from) => ({ random: { ...random, from: Math.trunc(from) } }))}
        {number("below", random.to, (to) => ({ random: { ...random, to: Math.trunc(to) } }))}
      </>
    );
  }
  if (!("values" in fill)) return null;
  return (
    <ConstantField
      session={session}
      field={`${place}.values`}
      label="values"
      value={fill.values}
      onChange={(next) => onChange({ values: typeof next === "number" ? [next] : [...next] })}
    />
  );
}
