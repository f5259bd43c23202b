import { useId, useState } from "preact/hooks";
import { count } from "#pictures/format.ts";

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

/** A whole number, dragged, stepped by keyboard, or typed. What is typed and out of range is refused, with the range that it may have. */
export function Slider({ label, min = 0, max, step = 1, value, say, onChange }: SliderProps) {
  const id = useId();
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const onDrag = (event: Event) => {
    setRefused(undefined);
    onChange((event.currentTarget as HTMLInputElement).valueAsNumber);
  };
  const onType = (event: Event) => {
    const { value: text, valueAsNumber: entered } = event.currentTarget as HTMLInputElement;
    const isOffered = Number.isInteger(entered) && entered >= min && entered <= max && (entered - min) % step === 0;
    setRefused(isOffered ? undefined : text);
    if (isOffered) onChange(entered);
  };
  const offered = `${step === 1 ? "a whole number" : `a multiple of ${step}`} from ${count(min)} to ${count(max)}`;
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <input id={id} type="range" min={min} max={max} step={step} value={value} aria-valuetext={say(value)} onInput={onDrag} />
      <input
        type="number"
        min={min}
        max={max}
        step={step}
        value={refused ?? value}
        aria-label={`${label}, typed`}
        aria-invalid={Boolean(refused)}
        aria-describedby={`${id}-refusal`}
        onInput={onType}
        onBlur={() => refused === "" && setRefused(undefined)}
      />
      <p id={`${id}-refusal`} class="refusal" role="alert">
        {refused && `${label} takes ${offered}, not ${refused}. The figure still shows ${say(value)}.`}
      </p>
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
