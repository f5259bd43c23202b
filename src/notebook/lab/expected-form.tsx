import { useEffect, useId, useState } from "preact/hooks";
import type { ArrayComparison } from "#cuda/launch/compare-arrays.ts";
import { count, pluralize } from "#pictures/format.ts";
import { Prose } from "#pictures/inline-code.ts";
import { reasonOf } from "../reason-of.ts";
import type { LabExpected } from "./lab-messages.ts";
import type { LabSession } from "./lab-session.ts";
import { parseValues } from "./parse-values.ts";
import type { LabArray } from "./lab-array.ts";
import type { LabProfile } from "./profile.ts";

interface ExpectedFormProps {
  readonly session: LabSession;
  readonly profile: LabProfile;
  readonly array: LabArray;
  /** Its place among the launch's arrays. */
  readonly number: number;
}

const KINDS = { formula: "a formula", array: "another array", numbers: "values" } as const;
type Kind = keyof typeof KINDS;
/** Rounding makes sums of floats differ in their last digits. */
const FLOAT_TOLERANCE = "1e-5";

/** Compares an array of the last launch with what it should hold: a formula, another array, or values that are pasted or loaded. */
export function ExpectedForm({ session, profile, array, number }: ExpectedFormProps) {
  const id = useId();
  const others = profile.arrays.map(({ name }, i) => ({ name, i })).filter(({ i }) => i !== number);
  // A formula speaks of the kernel's parameters, and those of a launch by the host have no names.
  const kinds = Object.entries(KINDS).filter(([one]) => one !== "formula" || profile.host === undefined);
  const [kind, chooseKind] = useState<Kind>(profile.host === undefined ? "formula" : "numbers");
  const [other, chooseOther] = useState(others[0]?.i ?? -1);
  const [formula, writeFormula] = useState("");
  const [values, writeValues] = useState("");
  const [tolerance, writeTolerance] = useState(/float|double|half|bfloat|fp8_e|fp8x/.test(array.type) ? FLOAT_TOLERANCE : "0");
  const [outcome, show] = useState<ArrayComparison | string>();
  // What was said of an earlier run no longer holds.
  useEffect(() => show(undefined), [profile]);
  const compare = async (): Promise<void> => {
    try {
      const within = Number(tolerance);
      if (tolerance.trim() === "" || !(within >= 0)) throw new RangeError("The tolerance must be a number from 0 up.");
      show(await session.compareArray(number, expectedOf(), within));
    } catch (error) {
      show(reasonOf(error));
    }
  };
  const expectedOf = (): LabExpected => {
    switch (kind) {
      case "formula":
        if (formula.trim() === "") throw new RangeError("Write what element `i` should be.");
        return { kind, formula };
      case "array":
        return { kind, array: other };
      case "numbers":
        return { kind, numbers: parseValues(values) };
    }
  };
  const load = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) writeValues(await file.text());
  };
  return (
    <form
      class="expected-form"
      aria-label={`Compare ${array.name} with what it should hold`}
      onSubmit={(event) => {
        event.preventDefault();
        void compare();
      }}
    >
      <div class="cell-bar">
        <label class="field">
          <span>Should equal</span>
          <select value={kind} onChange={({ currentTarget }) => chooseKind(currentTarget.value as Kind)}>
            {kinds
              .filter(([name]) => name !== "array" || others.length > 0)
              .map(([name, label]) => (
                <option key={name} value={name} selected={name === kind}>
                  {label}
                </option>
              ))}
          </select>
        </label>
        {kind === "array" && (
          <label class="field">
            <span>Array</span>
            <select value={String(other)} onChange={({ currentTarget }) => chooseOther(Number(currentTarget.value))}>
              {others.map(({ name, i }) => (
                <option key={i} value={String(i)} selected={i === other}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="field tolerance">
          <span>Relative tolerance</span>
          <input type="text" inputMode="decimal" value={tolerance} onInput={({ currentTarget }) => writeTolerance(currentTarget.value)} />
        </label>
      </div>
      {kind === "formula" && (
        <div class="field">
          <label for={`${id}-formula`}>Element i, in CUDA; arrays are as before the launch</label>
          <input
            id={`${id}-formula`}
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            placeholder="in[i % side * side + i / side]"
            value={formula}
            onInput={({ currentTarget }) => writeFormula(currentTarget.value)}
          />
        </div>
      )}
      {kind === "numbers" && (
        <div class="field">
          <label for={`${id}-values`}>Values, with commas or spaces between them, or as .csv or .json</label>
          <textarea
            id={`${id}-values`}
            rows={3}
            spellcheck={false}
            value={values}
            onInput={({ currentTarget }) => writeValues(currentTarget.value)}
          />
          <input
            type="file"
            accept=".csv,.json,.txt"
            aria-label="Load the values from a file"
            onChange={({ currentTarget }) => void load(currentTarget.files?.[0])}
          />
        </div>
      )}
      <div class="cell-bar">
        <button type="submit">Compare</button>
      </div>
      <div role="status">{outcome !== undefined && <Outcome outcome={outcome} />}</div>
    </form>
  );
}

function Outcome({ outcome }: { readonly outcome: ArrayComparison | string }) {
  if (typeof outcome === "string")
    return (
      <p class="notice wrong">
        <Prose text={outcome} />
      </p>
    );
  const { elements, differing, first } = outcome;
  if (differing === 0) return <p class="as-expected">All {pluralize(elements, "element")} are as expected.</p>;
  return (
    <>
      <p class="notice wrong">
        {count(differing)} of {pluralize(elements, "element")} {differing === 1 ? "differs" : "differ"}. The first:
      </p>
      <div class="totals sideways" role="group" aria-label="The first elements that differ" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">element</th>
              <th scope="col">found</th>
              <th scope="col">expected</th>
            </tr>
          </thead>
          <tbody>
            {first.map(({ element, path, found, expected }) => (
              <tr key={`${element}${path}`}>
                <th scope="row">
                  {count(element)}
                  {path}
                </th>
                <td>{found}</td>
                <td>{expected}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
