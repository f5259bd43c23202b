import type { MemoryOp } from "#simulator";
import { Choice } from "../drawing/controls.tsx";
import type { Settings } from "./indexed-requests.ts";
import type { IndexPattern, Order } from "./indices.ts";

interface ControlsProps {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}

const PATTERNS: readonly { value: IndexPattern; label: string }[] = [
  { value: "identity", label: "0, 1, 2 …" },
  { value: "shuffled", label: "shuffled in the warp" },
  { value: "random", label: "random" },
  { value: "hot", label: "few hot rows" },
];
const SORTINGS: readonly { value: Order; label: string }[] = [
  { value: "as given", label: "not at all" },
  { value: "each warp", label: "in each warp" },
  { value: "all", label: "all together" },
];
const OPS: readonly { value: MemoryOp; label: string }[] = [
  { value: "load", label: "gather" },
  { value: "store", label: "scatter" },
];
const LENGTHS = [128, 256, 512].map((value) => ({ value, label: `${value}` }));

export function Controls({ settings, onChange }: ControlsProps) {
  return (
    <>
      <Choice label="Indices" options={PATTERNS} value={settings.pattern} onChange={(pattern) => onChange({ ...settings, pattern })} />
      <Choice label="Access" options={OPS} value={settings.op} onChange={(op) => onChange({ ...settings, op })} />
      <Choice
        label="Floats in the array"
        options={LENGTHS}
        value={settings.arrayLength}
        onChange={(arrayLength) => onChange({ ...settings, arrayLength })}
      />
      <Choice label="Sort the indices" options={SORTINGS} value={settings.order} onChange={(order) => onChange({ ...settings, order })} />
    </>
  );
}
