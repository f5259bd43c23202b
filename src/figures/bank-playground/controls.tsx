import type { MemoryOp } from "#simulator";
import { Choice, Slider } from "../drawing/controls.tsx";
import { pluralize } from "#pictures/format.ts";
import { fitted, rangeOf, type AccessKind } from "./access.ts";
import type { Settings } from "./model.ts";
import { ROW_WORDS, type ElementBytes, type Swizzle } from "./tile.ts";

interface ControlsProps {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}

const MAX_PITCH = 40;
const ROWS = [8, 16, 32].map((rows) => ({ value: rows, label: `${rows}` }));
const ELEMENT_SIZES = ([4, 8, 16] as const).map((size): { value: ElementBytes; label: string } => ({ value: size, label: `${size}` }));
const SWIZZLES: readonly { value: Swizzle; label: string }[] = [
  { value: "off", label: "off" },
  { value: "xor", label: "XOR" },
];
const OPS: readonly { value: MemoryOp; label: string }[] = [
  { value: "load", label: "load" },
  { value: "store", label: "store" },
];
const KINDS: readonly { value: AccessKind; label: string }[] = [
  { value: "row", label: "row" },
  { value: "column", label: "column" },
  { value: "stride", label: "stride" },
  { value: "one", label: "one for all" },
  { value: "pairs", label: "pairs" },
];
const SETTING_LABELS = { row: "Row", column: "Column", strideElements: "Stride" } as const;

export function Controls({ settings: { tile, access }, onChange }: ControlsProps) {
  const { setting, min, max } = rangeOf(tile, access.kind);
  const changeTile = (changed: Partial<Settings["tile"]>) => {
    const next = { ...tile, ...changed };
    onChange({ tile: next, access: fitted(next, access) });
  };
  const changeAccess = (changed: Partial<Settings["access"]>) => onChange({ tile, access: fitted(tile, { ...access, ...changed }) });
  return (
    <>
      <Slider
        label="Pitch"
        min={ROW_WORDS}
        max={MAX_PITCH}
        value={tile.pitchWords}
        say={(pitch) => pluralize(pitch, "word")}
        onChange={(pitchWords) => changeTile({ pitchWords })}
      />
      <Slider
        label={SETTING_LABELS[setting]}
        min={min}
        max={max}
        value={access[setting]}
        say={(value) => (setting === "strideElements" ? pluralize(value, "element") : `${setting} ${value}`)}
        onChange={(value) => changeAccess({ [setting]: value })}
      />
      <Choice label="Swizzle" options={SWIZZLES} value={tile.swizzle} onChange={(swizzle) => changeTile({ swizzle })} />
      <Choice label="The warp takes" options={KINDS} value={access.kind} onChange={(kind) => changeAccess({ kind })} />
      <Choice label="Access" options={OPS} value={access.op} onChange={(op) => changeAccess({ op })} />
      <Choice
        label="Bytes an element"
        options={ELEMENT_SIZES}
        value={tile.bytesPerElement}
        onChange={(bytesPerElement) => changeTile({ bytesPerElement })}
      />
      <Choice label="Rows" options={ROWS} value={tile.rows} onChange={(rows) => changeTile({ rows })} />
    </>
  );
}
