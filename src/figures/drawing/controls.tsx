import { useId } from "preact/hooks";

interface SliderProps {
  readonly label: string;
  readonly min?: number;
  readonly max: number;
  readonly step?: number;
  readonly value: number;
  /** The value with its unit, for assistive technology: "3 elements". */
  readonly say: (value: number) => string;
  readonly onChange: (value: number) => void;
}

/** A whole number, dragged, stepped by keyboard, or typed. A value out of range is ignored. */
export function Slider({ label, min = 0, max, step = 1, value, say, onChange }: SliderProps) {
  const id = useId();
  const onInput = (event: Event) => {
    const entered = (event.currentTarget as HTMLInputElement).valueAsNumber;
    if (Number.isInteger(entered) && entered >= min && entered <= max && (entered - min) % step === 0) onChange(entered);
  };
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <input id={id} type="range" min={min} max={max} step={step} value={value} aria-valuetext={say(value)} onInput={onInput} />
      <input type="number" min={min} max={max} step={step} value={value} aria-label={`${label}, typed`} onInput={onInput} />
    </div>
  );
}

interface ChoiceProps<T> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** A choice of one among a few values, all visible. */
export function Choice<T extends string | number>({ label, options, value, onChange }: ChoiceProps<T>) {
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
