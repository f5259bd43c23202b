import type { AccessWidth, MemoryOp } from "#simulator";
import { Choice, Slider } from "../drawing/controls.tsx";
import type { MemoryModel } from "#pictures/memory-rows.ts";
import type { Pattern } from "#pictures/pattern.ts";

/** Everything that the reader may change. */
export interface Settings extends Pattern {
  readonly memoryModel: MemoryModel;
}

interface ControlsProps {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}

const MAX_STRIDE = 32;
const MAX_OFFSET = 31;
const ELEMENT_SIZES: readonly { value: AccessWidth; label: string }[] = [1, 2, 4, 8, 16].map((size) => ({
  value: size as AccessWidth,
  label: `${size}`,
}));
const OPS: readonly { value: MemoryOp; label: string }[] = [
  { value: "load", label: "load" },
  { value: "store", label: "store" },
];
const MODELS: readonly { value: MemoryModel; label: string }[] = [
  { value: "sector", label: "sectors" },
  { value: "line", label: "lines" },
];

export function Controls({ settings, onChange }: ControlsProps) {
  return (
    <div class="controls">
      <Slider
        label="Stride"
        max={MAX_STRIDE}
        value={settings.strideElements}
        say={elements}
        onChange={(strideElements) => onChange({ ...settings, strideElements })}
      />
      <Slider
        label="Offset"
        max={MAX_OFFSET}
        value={settings.offsetElements}
        say={elements}
        onChange={(offsetElements) => onChange({ ...settings, offsetElements })}
      />
      <Choice
        label="Bytes a lane"
        options={ELEMENT_SIZES}
        value={settings.bytesPerElement}
        onChange={(bytesPerElement) => onChange({ ...settings, bytesPerElement })}
      />
      <Choice label="Access" options={OPS} value={settings.op} onChange={(op) => onChange({ ...settings, op })} />
      <Choice
        label="Memory moves in"
        options={MODELS}
        value={settings.memoryModel}
        onChange={(memoryModel) => onChange({ ...settings, memoryModel })}
      />
    </div>
  );
}

/** A number of elements, in words. */
function elements(value: number): string {
  return `${value} ${value === 1 ? "element" : "elements"}`;
}
