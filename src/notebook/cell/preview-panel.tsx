import { useState } from "preact/hooks";
import type { PreviewRun } from "#judge/preview.ts";
import { RequestPicture } from "./request-picture.tsx";
import { TotalsTable } from "./totals-table.tsx";

interface PreviewPanelProps {
  readonly preview: PreviewRun;
  /** The exercise's name for the case that is shown. */
  readonly caseTitle: string;
}

/** What the code does in the small case: one warp's request as a picture, and the totals of all accesses. */
export function PreviewPanel({ preview, caseTitle }: PreviewPanelProps) {
  const [chosenAccess, chooseAccess] = useState(0);
  const [chosenWarp, chooseWarp] = useState(0);
  const accessNumber = Math.min(chosenAccess, preview.accesses.length - 1);
  const access = preview.accesses[accessNumber];
  if (access === undefined) return null;
  const warp = Math.max(0, Math.min(chosenWarp, access.requests.length - 1));
  const request = access.requests[warp];
  return (
    <section class="preview" role="group" aria-label="What the code does">
      <p class="panel-title">Small case: {caseTitle}</p>
      <div class="choices">
        <Choice
          label="Access"
          chosen={accessNumber}
          options={preview.accesses.map(({ totals }) => `${totals.access} (${totals.op}, ${totals.space})`)}
          onChoose={chooseAccess}
        />
        <Choice label="Warp" chosen={warp} options={access.requests.map((_, number) => `${number} of block 0`)} onChoose={chooseWarp} />
      </div>
      {request === undefined ? (
        <p>No lane of the first block takes part in {access.totals.access}.</p>
      ) : (
        <RequestPicture request={request} title={`${access.totals.access}: warp ${warp} of the first block`} />
      )}
      <TotalsTable accesses={preview.accesses.map(({ totals }) => totals)} />
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly chosen: number;
  readonly options: readonly string[];
  readonly onChoose: (number: number) => void;
}

function Choice({ label, chosen, options, onChoose }: ChoiceProps) {
  return (
    <label class="choose">
      {label}
      <select value={chosen} onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
        {options.map((option, number) => (
          <option key={option} value={number} selected={number === chosen}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
