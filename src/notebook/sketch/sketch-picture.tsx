import { useMemo } from "preact/hooks";
import type { AccessExcerpt, ExcerptWarp } from "#judge/first-warps.ts";
import { warpName } from "#judge/report/places.ts";
import type { SketchRun } from "#judge/run-sketch.ts";
import { IsFirstLook } from "#figures/drawing/first-look.ts";
import { Choice, RequestWithLanes, TotalsTable } from "../cell/preview.tsx";
import { useShownWarp, type RequestPrints } from "../cell/shown-warp.ts";

interface SketchPictureProps {
  readonly run: SketchRun;
  /** The requests of what the first run is a change of. */
  readonly starting?: RequestPrints | undefined;
  /** Whether its reader has met no counts but requests and sectors. */
  readonly isFirstLook?: boolean | undefined;
}

/** What a sketch did: one warp's request as a picture and a table of its lanes, and the totals of all accesses. Also drawn at build time. */
export function SketchPicture({ run, starting, isFirstLook = false }: SketchPictureProps) {
  const shown = useShownWarp(run.accesses, { starting });
  const access = run.accesses[shown.access];
  const warp = access?.warps[shown.warp];
  const namedLanes = useMemo(() => lanesNamed(run, access, warp), [run, access, warp]);
  if (access === undefined) return <p>The kernel has no load and no store yet.</p>;
  const hasChoices = run.accesses.length > 1 || access.warps.length > 1;
  const totals = !isOneRequest(run) && !isFirstLook && (
    <TotalsTable accesses={run.accesses.map(({ totals }) => totals)} scope="whole launch" />
  );
  return (
    <section class="preview" role="group" aria-label="What the code does">
      {hasChoices && (
        <div class="choices">
          {run.accesses.length > 1 && (
            <Choice
              label="Access"
              chosen={shown.access}
              options={run.accesses.map(({ totals }, number) => `${number + 1}. ${totals.access} (${totals.op}, ${totals.space})`)}
              onChoose={shown.chooseAccess}
            />
          )}
          <Choice
            label="Warp"
            chosen={shown.warp}
            options={access.warps.map(({ place }) => warpName(place, run.launch.gridDim))}
            onChoose={shown.chooseWarp}
          />
        </div>
      )}
      {warp === undefined ? (
        <>
          <p>No warp executes {access.totals.access}.</p>
          {totals}
        </>
      ) : (
        <IsFirstLook.Provider value={isFirstLook}>
          <RequestWithLanes access={access} warp={warp} launch={run.launch} namedLanes={namedLanes} titled={!hasChoices}>
            {totals}
          </RequestWithLanes>
        </IsFirstLook.Provider>
      )}
    </section>
  );
}

/** Totals of a single request are the numbers beside its picture. */
function isOneRequest({ accesses }: SketchRun): boolean {
  return accesses.length === 1 && accesses.every(({ totals, warps }) => totals.requests <= 1 && warps.length === 1);
}

/** Lanes of the shown warp that a message about the run names. */
function lanesNamed({ violations }: SketchRun, access?: AccessExcerpt, warp?: ExcerptWarp): readonly number[] {
  if (access === undefined || warp === undefined) return [];
  const shown = warp.place;
  const named = violations.find(({ witness }) => {
    if (witness === undefined || witness.access !== access.totals.access || witness.warp !== shown.warp) return false;
    return (["x", "y", "z"] as const).every((axis) => witness.blockIdx[axis] === shown.blockIdx[axis]);
  });
  return named?.witness?.lanes ?? [];
}
