import { useMemo, useState } from "preact/hooks";
import type { SketchRun } from "#judge/run-sketch.ts";
import { Choice, RequestWithLanes, TotalsTable } from "../cell/preview.tsx";

interface SketchPictureProps {
  readonly run: SketchRun;
}

/** What a sketch did: one warp's request as a picture and a table of its lanes, and the totals of all accesses. Also drawn at build time. */
export function SketchPicture({ run }: SketchPictureProps) {
  const [chosenAccess, chooseAccess] = useState(0);
  const [chosenWarp, chooseWarp] = useState(0);
  const accessNumber = Math.min(chosenAccess, run.accesses.length - 1);
  const access = run.accesses[accessNumber];
  const warp = Math.max(0, Math.min(chosenWarp, (access?.requests.length ?? 0) - 1));
  const namedLanes = useMemo(() => lanesNamed(run, accessNumber, warp), [run, accessNumber, warp]);
  if (access === undefined) return <p>The kernel has no load and no store yet.</p>;
  return (
    <section class="preview" role="group" aria-label="What the code does">
      {(run.accesses.length > 1 || access.requests.length > 1) && (
        <div class="choices">
          <Choice
            label="Access"
            chosen={accessNumber}
            options={run.accesses.map(({ totals }, number) => `${number + 1}. ${totals.access} (${totals.op}, ${totals.space})`)}
            onChoose={chooseAccess}
          />
          <Choice label="Warp" chosen={warp} options={access.requests.map((_, number) => `${number} of block 0`)} onChoose={chooseWarp} />
        </div>
      )}
      {access.requests.length === 0 ? (
        <p>No lane of the first block is active in {access.totals.access}.</p>
      ) : (
        <RequestWithLanes access={access} warp={warp} blockDim={run.launch.blockDim} namedLanes={namedLanes} />
      )}
      {!isOneRequest(run) && <TotalsTable accesses={run.accesses.map(({ totals }) => totals)} scope="whole launch" />}
    </section>
  );
}

/** Totals of a single request are the numbers beside its picture. */
function isOneRequest({ accesses }: SketchRun): boolean {
  return accesses.length === 1 && accesses.every(({ totals, requests }) => totals.requests === 1 && requests.length === 1);
}

/** Lanes of the shown warp that a message about the run names. */
function lanesNamed({ violations, accesses }: SketchRun, accessNumber: number, warp: number): readonly number[] {
  const name = accesses[accessNumber]?.totals.access;
  const shown = violations.find(
    ({ witness }) =>
      witness?.access === name &&
      witness?.warp === warp &&
      [witness.blockIdx.x, witness.blockIdx.y, witness.blockIdx.z].every((at) => at === 0),
  );
  return shown?.witness?.lanes ?? [];
}
