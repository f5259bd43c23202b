import { useMemo, useState } from "preact/hooks";
import type { SketchRun } from "#judge/run-sketch.ts";
import { Choice, RequestWithLanes, TotalsTable, warpName } from "../cell/preview.tsx";

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
          <Choice label="Warp" chosen={warp} options={access.places.map((place) => warpName(place, run.launch))} onChoose={chooseWarp} />
        </div>
      )}
      {access.requests.length === 0 ? (
        <p>No warp executes {access.totals.access}.</p>
      ) : (
        <RequestWithLanes access={access} place={warp} launch={run.launch} namedLanes={namedLanes} />
      )}
      {!isOneRequest(run) && <TotalsTable accesses={run.accesses.map(({ totals }) => totals)} scope="whole launch" />}
    </section>
  );
}

/** Totals of a single request are the numbers beside its picture. */
function isOneRequest({ accesses }: SketchRun): boolean {
  return accesses.length === 1 && accesses.every(({ totals, requests }) => totals.requests <= 1 && requests.length === 1);
}

/** Lanes of the shown warp that a message about the run names. */
function lanesNamed({ violations, accesses }: SketchRun, accessNumber: number, place: number): readonly number[] {
  const access = accesses[accessNumber];
  const shown = access?.places[place];
  if (access === undefined || shown === undefined) return [];
  const named = violations.find(({ witness }) => {
    if (witness === undefined || witness.access !== access.totals.access || witness.warp !== shown.warp) return false;
    return (["x", "y", "z"] as const).every((axis) => witness.blockIdx[axis] === shown.blockIdx[axis]);
  });
  return named?.witness?.lanes ?? [];
}
