import { useEffect, useState } from "preact/hooks";
import { count } from "#pictures/format.ts";
import { sampleOfBlocks } from "#cuda/profile/sample-words.ts";
import { downloadText } from "../download-text.ts";
import { reasonOf } from "../reason-of.ts";
import { ExpectedForm } from "./expected-form.tsx";
import type { ArrayFormat } from "./lab-messages.ts";
import type { LabSession } from "./lab-session.ts";
import type { LabArray } from "./lab-array.ts";
import type { LabProfile } from "./profile.ts";

/** Elements that are fetched at a time. */
const PAGE = 256;

interface ArraysProps {
  readonly session: LabSession;
  readonly profile: LabProfile;
}

/** What the arrays of the last launch hold now: to be looked at, compared with what they should hold, and saved. */
export function Arrays({ session, profile }: ArraysProps) {
  return (
    <section class="lab-arrays" role="group" aria-label="Arrays after the launch">
      <h2>Arrays after the launch</h2>
      {profile.sample !== undefined && (
        <p class="notice">
          Only {sampleOfBlocks(profile.sample)} have run: what the others would have written is missing in the arrays that the kernel
          writes.
        </p>
      )}
      {profile.arrays.map((array, number) => (
        <OneArray
          key={`${session.opened.value}/${profile.run.host ?? ""}/${array.name}`}
          session={session}
          profile={profile}
          array={array}
          number={number}
        />
      ))}
    </section>
  );
}

interface OneArrayProps extends ArraysProps {
  readonly array: LabArray;
  readonly number: number;
}

function OneArray({ array, ...rest }: OneArrayProps) {
  const [isOpen, open] = useState(false);
  return (
    <details class="lab-details" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>
        <code>{array.name}</code>: {count(array.length)} × <code>{array.type}</code>
      </summary>
      {isOpen && (
        <>
          <Values array={array} {...rest} />
          <Save array={array} {...rest} />
          <ExpectedForm array={array} {...rest} />
        </>
      )}
    </details>
  );
}

function Values({ session, profile, array, number }: OneArrayProps) {
  const [from, startAt] = useState(0);
  const [values, show] = useState<readonly string[]>([]);
  const [problem, report] = useState<string>();
  useEffect(() => {
    report(undefined);
    session.valuesOf(number, from, PAGE).then(show, (error: unknown) => report(reasonOf(error)));
  }, [from, profile]);
  if (problem !== undefined) return <p class="notice wrong">The values cannot be shown: {problem}.</p>;
  return (
    <>
      <p class="choices">
        <label class="choose">
          From element
          <input
            type="number"
            min={0}
            max={array.length - 1}
            value={from}
            onChange={({ currentTarget }) => {
              const element = Number(currentTarget.value);
              if (Number.isInteger(element) && element >= 0 && element < array.length) startAt(element);
              else currentTarget.value = String(from);
            }}
          />
          of {count(array.length)}
        </label>
      </p>
      <ol class="array-values" start={from} tabIndex={0} aria-label={`Values of ${array.name}`}>
        {values.map((value, i) => (
          <li key={from + i}>
            <span class="value-index">{count(from + i)}</span> {value}
          </li>
        ))}
      </ol>
    </>
  );
}

const FORMATS: readonly { readonly format: ArrayFormat; readonly ending: string; readonly type: string }[] = [
  { format: "csv", ending: ".csv", type: "text/csv" },
  { format: "json", ending: ".json", type: "application/json" },
  { format: "binary", ending: ".bin", type: "application/octet-stream" },
];

function Save({ session, array, number }: OneArrayProps) {
  const [problem, report] = useState<string>();
  const save = async ({ format, ending, type }: (typeof FORMATS)[number]): Promise<void> => {
    report(undefined);
    try {
      downloadText(`${array.name}${ending}`, await session.fileOf(number, format), type);
    } catch (error) {
      report(reasonOf(error));
    }
  };
  return (
    <div class="cell-bar" role="group" aria-label={`Save ${array.name}`}>
      <span>Save as</span>
      {FORMATS.map((one) => (
        <button key={one.ending} type="button" onClick={() => void save(one)}>
          {one.ending}
        </button>
      ))}
      <span role="status">{problem !== undefined && `It was not saved: ${problem}.`}</span>
    </div>
  );
}
