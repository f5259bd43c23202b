import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { count } from "#pictures/format.ts";
import { otherSizeText, readSize, sizeText } from "./size-text.ts";
import type { PlaygroundSession } from "./playground-session.ts";

/** What fields tell about what is written in them, and are told. */
export type FieldProblems = Pick<PlaygroundSession, "problems" | "noteField">;

interface FieldProps {
  readonly session: FieldProblems;
  /** Names the field among the problems of the kernel: "arrays.0.length". */
  readonly field: string;
  readonly label: string;
  /** What messages call the field, and screen readers, too, if its label is a part of it. Default: its label. */
  readonly fullName?: string;
}

/** The accessible name of a field whose label says less than its full name; whoever speaks to a page says the label, so it is part of it. */
function accessibleName(label: string, fullName: string): string | undefined {
  return fullName !== label && fullName.includes(label) ? fullName : undefined;
}

export interface TextFieldProps<T> extends FieldProps {
  readonly value: T;
  /** The value as text, and the other way round: undefined for a text that is no value. */
  readonly write: (value: T) => string;
  readonly read: (text: string) => T | undefined;
  /** What a value must be like, for the message at the field. */
  readonly rule: string;
  readonly inputMode?: "numeric" | "text";
  /** What else a value is called than its text says; it stands below the field. */
  readonly hint?: (text: string, value: T) => string | undefined;
  readonly onChange: (value: T) => void;
}

/** A field whose text need not be a value: then it says so, and the last value stays. */
export function TextField<T>({
  session,
  field,
  label,
  fullName = label,
  value,
  write,
  read,
  rule,
  inputMode = "text",
  hint,
  onChange,
}: TextFieldProps<T>) {
  const id = useId();
  const [text, setText] = useState(write(value));
  const complaint = `${fullName} ${rule}.`;
  const entered = read(text);
  const problem = entered === undefined ? complaint : session.problems.value.get(field);
  const other = entered === undefined || problem !== undefined ? undefined : hint?.(text, entered);
  useEffect(() => {
    const shown = read(text);
    if (shown === undefined || write(shown) !== write(value)) setText(write(value));
  }, [write(value)]);
  useEffect(() => () => session.noteField(field, undefined), [session, field]);
  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    const next = read(currentTarget.value);
    setText(currentTarget.value);
    session.noteField(field, next === undefined ? complaint : undefined);
    if (next !== undefined) onChange(next);
  };
  return (
    <div class="field" data-field={field}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        aria-label={accessibleName(label, fullName)}
        inputMode={inputMode}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={problem !== undefined ? `${id}-problem` : other !== undefined ? `${id}-other` : undefined}
        onInput={onInput}
      />
      {other !== undefined && (
        <p class="field-other" id={`${id}-other`}>
          {other}
        </p>
      )}
      {problem !== undefined && (
        <p class="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface NumberFieldProps extends FieldProps {
  readonly value: number;
  /** Default 1. */
  readonly least?: number;
  readonly most?: number;
  readonly onChange: (value: number) => void;
}

/** A whole number, as people write sizes: `1,048,576`, `2^20` or `1M`. */
export function NumberField({ least = 1, most = 2 ** 31 - 1, ...field }: NumberFieldProps) {
  const read = (text: string): number | undefined => {
    const size = readSize(text) ?? -1;
    return size >= least && size <= most ? size : undefined;
  };
  const examples = most > 2 ** 16 ? ", such as 1,048,576, 2^20 or 1M" : "";
  const rule = `must be a whole number from ${count(least)} to ${count(most)}${examples}`;
  return <TextField {...field} write={sizeText} read={read} rule={rule} hint={otherSizeText} inputMode="numeric" />;
}

type Constant = number | readonly number[];

interface ConstantFieldProps extends FieldProps {
  readonly value: Constant;
  readonly onChange: (value: Constant) => void;
}

/** A number, or a table of numbers with commas between them. */
export function ConstantField(field: ConstantFieldProps) {
  const isTable = typeof field.value !== "number";
  const read = (text: string): Constant | undefined => {
    const numbers = text.split(",").map((part) => (part.trim() === "" ? NaN : Number(part)));
    if (!numbers.every(Number.isFinite)) return undefined;
    return numbers.length === 1 && !isTable ? numbers[0] : numbers;
  };
  const write = (value: Constant): string => (typeof value === "number" ? String(value) : value.join(", "));
  return <TextField {...field} write={write} read={read} rule="must be a number, or several with commas between them" />;
}

interface NameFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A name as in TypeScript. What is not one yet is reported by the kernel's problems, so that names can be typed. */
export function NameField(field: NameFieldProps) {
  return <TextField {...field} write={(name) => name} read={(text) => text.trim()} rule="must be a name" />;
}

interface ChoiceFieldProps<T extends string | number> extends FieldProps {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** A choice from a list. A value that is not in the list is shown as nothing chosen. */
export function ChoiceField<T extends string | number>({
  session,
  field,
  label,
  fullName = label,
  value,
  options,
  onChange,
}: ChoiceFieldProps<T>) {
  const id = useId();
  const problem = session.problems.value.get(field);
  return (
    <div class="field" data-field={field}>
      <label for={id}>{label}</label>
      <select
        id={id}
        aria-label={accessibleName(label, fullName)}
        value={String(value)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => String(option.value) === currentTarget.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {!options.some((option) => option.value === value) && (
          <option value={String(value)} selected>
            choose…
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={String(option.value)} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
      {problem !== undefined && (
        <p class="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a list as a whole: that it is too long. */
export function ListProblem({ session, list }: { readonly session: PlaygroundSession; readonly list: string }) {
  const problem = session.problems.value.get(list);
  if (problem === undefined) return null;
  return (
    <p class="field-problem" role="alert">
      {problem}
    </p>
  );
}

interface RowProps<T> {
  readonly list: readonly T[];
  readonly number: number;
  /** What the row is called by its buttons: "array input". */
  readonly name: string;
  /** Names the row in the page: "arrays.0". */
  readonly place: string;
  readonly onChange: (list: readonly T[]) => void;
  readonly children: ComponentChildren;
}

/** One item of a list: its fields, and the buttons that move it up and down and remove it. */
export function Row<T>({ list, number, name, place, onChange, children }: RowProps<T>) {
  const move = (to: number): void => {
    const others = list.toSpliced(number, 1);
    onChange(others.toSpliced(to, 0, ...list.slice(number, number + 1)));
    const parent = place.slice(0, place.lastIndexOf("."));
    // The focus goes with the item that was moved.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-row="${parent}.${to}"] > .row-buttons > button:enabled`)?.focus(),
    );
  };
  return (
    <li data-row={place}>
      <div class="row-fields">{children}</div>
      <div class="row-buttons">
        <button type="button" class="plain-button" aria-label={`Move ${name} up`} disabled={number === 0} onClick={() => move(number - 1)}>
          ↑
        </button>
        <button
          type="button"
          class="plain-button"
          aria-label={`Move ${name} down`}
          disabled={number === list.length - 1}
          onClick={() => move(number + 1)}
        >
          ↓
        </button>
        <button type="button" class="plain-button" aria-label={`Remove ${name}`} onClick={() => onChange(list.toSpliced(number, 1))}>
          Remove
        </button>
      </div>
    </li>
  );
}
