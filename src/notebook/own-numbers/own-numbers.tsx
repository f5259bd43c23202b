import { useEffect, useId, useState } from "preact/hooks";
import { Choice } from "#figures/drawing/controls.tsx";
import { decimal, pluralize } from "#pictures/format.ts";
import { barRows, chartText, type Bar } from "./bar-chart.ts";
import { cellKey, experiments, numbersOf, ratioIn, type Experiment, type Quantity } from "./experiments.ts";
import { NO_NUMBERS, isMeasured, readOwnNumbers, saveOwnNumbers, type OwnNumbers } from "./kept-numbers.ts";
import { readMeasurements } from "./read-measurements.ts";
import "../whose-bars.css";
import "./own-numbers.css";

interface OwnNumbersProps {
  readonly experiment: keyof typeof experiments;
  /** What we measured. */
  readonly ours: OwnNumbers;
}

/** Numbers that a reader measured, pasted or typed, drawn beside ours and kept in this browser. */
export default function OwnNumbersIsland({ experiment: id, ours }: OwnNumbersProps) {
  const experiment: Experiment = experiments[id];
  const [own, setOwn] = useState(NO_NUMBERS);
  const [shown, setShown] = useState(experiment.quantities[0]!.key);
  const [said, setSaid] = useState("");
  useEffect(() => setOwn(readOwnNumbers(experiment, () => localStorage)), [experiment]);

  const keep = (next: OwnNumbers) => {
    setOwn(next);
    if (!saveOwnNumbers(experiment, next, () => localStorage)) setSaid("This browser keeps nothing: the numbers go when the page does.");
  };
  const type = (cell: string, text: string) => {
    const { [cell]: _, ...others } = own.numbers;
    const value = Number(text);
    if (!isMeasured(value)) return setSaid(`${text} is no time, share or count: 0 or more is.`);
    keep({ ...own, numbers: text === "" ? others : { ...others, [cell]: value } });
    setSaid("");
  };
  const paste = async (text: string) => {
    const { gpu, readings } = await readMeasurements(text);
    const numbers = numbersOf(experiment, readings);
    const read = Object.keys(numbers).length;
    if (read === 0)
      return setSaid(`There is no number of ${experiment.program} in this text. Paste all that it printed, or all that ncu printed.`);
    keep({ gpu: gpu ?? own.gpu, numbers: { ...own.numbers, ...numbers } });
    setSaid(`Read: ${pluralize(read, "number")}.`);
  };

  const quantity = experiment.quantities.find(({ key }) => key === shown)!;
  const yourGpu = own.gpu || "yours";
  const rows = barRows(experiment, quantity, ours.numbers, own.numbers);
  return (
    <section class="own-numbers not-content" data-experiment={id} aria-label={`Your numbers of ${experiment.program}`} data-pagefind-ignore>
      <Choice
        label="Compare"
        options={experiment.quantities.map(({ key, name }) => ({ value: key, label: name }))}
        value={shown}
        onChange={setShown}
      />
      <div class="whose-bars" role="img" aria-label={chartText(experiment, quantity, rows, yourGpu, ours.gpu)}>
        {rows.map(({ name, ours: ourBar, yours }) => (
          <div key={name}>
            <span class="bar-name">{name}</span>
            <BarView bar={ourBar} whose="ours" />
            <BarView bar={yours} whose="yours" />
          </div>
        ))}
      </div>
      <p class="bar-legend">
        <span class="ours">{ours.gpu}</span> <span class="yours">{yourGpu}</span>
        {quantity.unit === "µs" && <> · as a multiple of the first row, and in µs</>}
      </p>
      <ul class="ratios">
        {experiment.ratios.map((ratio) => {
          const [theirs, yours] = [ratioIn(ratio, ours.numbers), ratioIn(ratio, own.numbers)];
          return (
            <li key={ratio.over.name}>
              {ratio.over.name} {decimal(theirs ?? NaN)} times as long as {ratio.under.name} on our {ours.gpu}
              {yours === undefined ? "." : `, ${decimal(yours)} times on ${own.gpu === "" ? "yours" : `your ${own.gpu}`}.`}
            </li>
          );
        })}
      </ul>
      <PasteField onPaste={(text) => void paste(text)} />
      <p role="status">{said}</p>
      <details>
        <summary>Enter numbers by hand</summary>
        <label class="own-gpu">
          Your GPU{" "}
          <input
            type="text"
            value={own.gpu}
            autocomplete="off"
            onChange={(event) => keep({ ...own, gpu: event.currentTarget.value.trim() })}
          />
        </label>
        <NumberTable experiment={experiment} own={own} onType={type} />
        <button type="button" class="plain-button" onClick={() => (keep(NO_NUMBERS), setSaid("Your numbers are gone."))}>
          Clear my numbers
        </button>
      </details>
    </section>
  );
}

function BarView({ bar, whose }: { readonly bar: Bar | undefined; readonly whose: "ours" | "yours" }) {
  if (bar === undefined) return null;
  return (
    <span class={`bar ${whose}`}>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={Math.max(0.3, 100 * bar.length)} height="1" />
      </svg>
      <span>{bar.text}</span>
    </span>
  );
}

function PasteField({ onPaste }: { readonly onPaste: (text: string) => void }) {
  const id = useId();
  return (
    <div class="paste-field">
      <label for={id}>What the program printed on your GPU, or ncu</label>
      <textarea
        id={id}
        rows={3}
        spellcheck={false}
        autocomplete="off"
        placeholder="Paste it here"
        onInput={({ currentTarget }) => {
          if (currentTarget.value.trim() === "") return;
          onPaste(currentTarget.value);
        }}
      />
    </div>
  );
}

interface NumberTableProps {
  readonly experiment: Experiment;
  readonly own: OwnNumbers;
  readonly onType: (cell: string, text: string) => void;
}

function NumberTable({ experiment: { program, rowHead, rows, quantities }, own, onType }: NumberTableProps) {
  const headOf = ({ name, unit }: Quantity) => (unit === "" ? name : `${name}, ${unit}`);
  return (
    <div
      class="table-frame"
      role="region"
      tabIndex={0}
      aria-label={`Table of your numbers of ${program}, scrolls sideways on small screens`}
    >
      <table class="numbers-table">
        <thead>
          <tr>
            <th scope="col">{rowHead}</th>
            {quantities.map((quantity) => (
              <th key={quantity.key} scope="col">
                {headOf(quantity)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key: row, name }) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {quantities.map((quantity) => (
                <td key={quantity.key}>
                  <input
                    type="number"
                    min="0"
                    step="any"
                    inputMode="decimal"
                    autocomplete="off"
                    aria-label={`${rowHead} ${name}: ${headOf(quantity)}`}
                    value={own.numbers[cellKey(row, quantity.key)] ?? ""}
                    onChange={({ currentTarget }) => onType(cellKey(row, quantity.key), currentTarget.value)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
