import { useId } from "preact/hooks";
import type { AccessWidth, MemoryOp } from "../../../grader/simulator/index.ts";
import type { MemoryModel } from "./memory-rows.ts";
import type { Pattern } from "./pattern.ts";

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
        onChange={(strideElements) => onChange({ ...settings, strideElements })}
      />
      <Slider
        label="Offset"
        max={MAX_OFFSET}
        value={settings.offsetElements}
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

interface SliderProps {
  readonly label: string;
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A whole number of elements, by hand or by keyboard. */
function Slider({ label, max, value, onChange }: SliderProps) {
  const id = useId();
  const onInput = (event: Event) => {
    const entered = (event.currentTarget as HTMLInputElement).valueAsNumber;
    if (Number.isInteger(entered) && entered >= 0 && entered <= max) onChange(entered);
  };
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <input id={id} type="range" min={0} max={max} step={1} value={value} aria-valuetext={elements(value)} onInput={onInput} />
      <input type="number" min={0} max={max} step={1} value={value} aria-label={`${label} in elements`} onInput={onInput} />
    </div>
  );
}

function elements(value: number): string {
  return `${value} ${value === 1 ? "element" : "elements"}`;
}

interface ChoiceProps<T> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** One of a few values, all in sight. */
function Choice<T extends string | number>({ label, options, value, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
