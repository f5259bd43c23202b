import type { ComponentChildren } from "preact";
import { useContext, useMemo, useState } from "preact/hooks";
import {
  SECTOR_BYTES,
  hasWavefronts,
  requestFault,
  type AccessTrace,
  type GlobalAccessTrace,
  type Launch,
  type SharedAccessTrace,
  type WarpRequest,
} from "#simulator";
import type { AccessExcerpt, ExcerptWarp } from "#judge/first-warps.ts";
import type { PreviewRun } from "#judge/preview.ts";
import { warpName } from "#judge/report/places.ts";
import { bytes, count, decimal, percent } from "#pictures/format.ts";
import { BankFigure } from "#figures/bank-grid/figure.tsx";
import type { LanePointing } from "#figures/drawing/lanes.tsx";
import { IsStrip } from "#figures/drawing/strip.ts";
import { RequestFigure } from "#figures/warp-to-memory/request-figure.tsx";
import { FaultFigure } from "./fault-figure.tsx";
import { laneRows } from "./lane-rows.ts";
import { LaneTable } from "./lane-table.tsx";
import { LayoutPanel } from "./layout-panel.tsx";
import { useShownWarp, type Complained } from "./shown-warp.ts";

interface PreviewPanelProps {
  readonly preview: PreviewRun;
  /** The exercise's name for the case that is shown. */
  readonly caseTitle: string;
  /** What the last verdict complains of: its request is drawn. */
  readonly complained?: Complained | undefined;
}

/** What the code does in the small case: one warp's request as a picture, and the totals of all accesses. Also drawn at build time. */
export function PreviewPanel({ preview, caseTitle, complained }: PreviewPanelProps) {
  const shown = useShownWarp(preview.accesses, { complained, isOfLayout: preview.layout !== undefined });
  const isStrip = useContext(IsStrip);
  const access = preview.accesses[shown.access];
  if (access === undefined) return null;
  const warp = access.warps[shown.warp];
  const totals = <TotalsTable accesses={preview.accesses.map(({ totals }) => totals)} scope="whole case" />;
  return (
    <section class="preview" role="group" aria-label="What the code does">
      <p class="panel-title">Small case: {caseTitle}</p>
      <div class="choices">
        <Choice
          label="Access"
          chosen={shown.access}
          options={preview.accesses.map(({ totals }) => `${totals.access} (${totals.op}, ${totals.space})`)}
          onChoose={shown.chooseAccess}
        />
        <Choice
          label="Warp"
          chosen={shown.warp}
          options={access.warps.map(({ place }) => warpName(place, preview.launch.gridDim))}
          onChoose={shown.chooseWarp}
        />
      </div>
      {isStrip && warp && <StripTitle title={requestTitle(access, warp, preview.launch)} />}
      {warp === undefined ? (
        <>
          <p>No warp executes {access.totals.access}.</p>
          {totals}
        </>
      ) : (
        <RequestWithLanes access={access} warp={warp} launch={preview.launch} titled={false}>
          {totals}
        </RequestWithLanes>
      )}
      {preview.layout && !isStrip && <LayoutPanel layout={preview.layout} />}
    </section>
  );
}

/** "fromTile: warp 0 of block 1" */
function requestTitle({ totals }: AccessExcerpt, { place }: ExcerptWarp, { gridDim }: Launch): string {
  return `${totals.access}: ${warpName(place, gridDim)}`;
}

/** What a strip shows, where there is no room for menus. */
export function StripTitle({ title }: { readonly title: string }) {
  return <p class="strip-title">{title}</p>;
}

interface RequestWithLanesProps {
  readonly access: AccessExcerpt;
  /** One of the excerpt's warps. */
  readonly warp: ExcerptWarp;
  readonly launch: Launch;
  /** Lanes that the message about the code names. */
  readonly namedLanes?: readonly number[];
  /** Whether the picture has a title: not where choices above it say the same. */
  readonly titled?: boolean;
  /** Tables below all counts, after that of the lanes. */
  readonly children?: ComponentChildren;
}

/** One warp's request of an access: the picture, and behind it the table of its lanes. Pointing at a lane in one highlights it in both. */
export function RequestWithLanes({ access, warp, launch, namedLanes = NO_LANES, titled, children }: RequestWithLanesProps) {
  const [hoveredLane, onPoint] = useState<number>();
  const lanes = useMemo(() => laneRows({ access, warp, launch, namedLanes }), [access, warp, launch, namedLanes]);
  const pointing = { hoveredLane, onPoint };
  const title = requestTitle(access, warp, launch);
  const fault = useMemo(() => requestFault(warp.indexes, { ...access.array, elementsPerLane: access.elementsPerLane }), [access, warp]);
  const further = (
    <>
      <LaneTable lanes={lanes} pointing={pointing} />
      {children}
    </>
  );
  if (fault !== undefined) {
    const { access: name, array } = access.totals;
    return (
      <>
        <FaultFigure drawn={{ access: name, array, request: warp.request, lanes: namedLanes, fault }} title={title} titled={titled} />
        <details class="counts">
          <summary>All counts</summary>
          {further}
        </details>
      </>
    );
  }
  return <RequestPicture request={warp.request} lanes={namedLanes} title={title} titled={titled} pointing={pointing} further={further} />;
}

const NO_LANES: readonly number[] = [];

interface ChoiceProps {
  readonly label: string;
  readonly chosen: number;
  readonly options: readonly string[];
  readonly onChoose: (number: number) => void;
}

/** A choice among a run's accesses, or warps. */
export function Choice({ label, chosen, options, onChoose }: ChoiceProps) {
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

interface TotalsTableProps<T extends AccessTrace> {
  readonly accesses: readonly T[];
  /** What they are totals of: "whole case". */
  readonly scope: string;
  /** Columns after those that every table of totals has. */
  readonly furtherGlobal?: readonly Column<T & GlobalAccessTrace>[];
  readonly furtherShared?: readonly Column<T & SharedAccessTrace>[];
}

/** The totals of a kernel's accesses, in the course's fixed order: one table per memory that is used. */
export function TotalsTable<T extends AccessTrace>({ accesses, scope, furtherGlobal = [], furtherShared = [] }: TotalsTableProps<T>) {
  const global = accesses.filter((access): access is T & GlobalAccessTrace => access.space === "global");
  const shared = accesses.filter((access): access is T & SharedAccessTrace => access.space === "shared");
  return (
    <>
      {global.length > 0 && <Totals caption={`Global memory, ${scope}`} columns={[...globalColumns, ...furtherGlobal]} accesses={global} />}
      {shared.length > 0 && <Totals caption={`Shared memory, ${scope}`} columns={[...sharedColumns, ...furtherShared]} accesses={shared} />}
    </>
  );
}

/** A column of a table of totals: its heading, and the text of an access in it. */
export type Column<T> = readonly [name: string, value: (access: T) => string];

const globalColumns: readonly Column<GlobalAccessTrace>[] = [
  ["requests", ({ requests }) => count(requests)],
  ["sectors (ideal)", ({ sectors, idealSectors }) => `${count(sectors)} (${count(idealSectors)})`],
  ["sectors per request", ({ sectors, requests }) => (requests === 0 ? "–" : decimal(sectors / requests))],
  ["lines", ({ cacheLines }) => count(cacheLines)],
  ["efficiency", ({ usefulBytes, sectors }) => (sectors === 0 ? "–" : percent(usefulBytes / (sectors * SECTOR_BYTES)))],
  ["DRAM bytes", ({ dramReadBytes, dramWriteBytes }) => bytes(dramReadBytes + dramWriteBytes)],
];

const sharedColumns: readonly Column<SharedAccessTrace>[] = [
  ["wavefronts (ideal)", (access) => (hasWavefronts(access) ? `${count(access.wavefronts)} (${count(access.groups)})` : "–")],
  ["conflicts", (access) => (hasWavefronts(access) ? count(access.bankConflicts) : "–")],
  ["degree", (access) => (hasWavefronts(access) ? count(access.conflictDegree) : "–")],
];

interface TotalsProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly accesses: readonly T[];
}

function Totals<T extends AccessTrace>({ caption, columns, accesses }: TotalsProps<T>) {
  return (
    <div class="totals sideways" role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">access</th>
            {columns.map(([name]) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accesses.map((access, number) => (
            <tr key={number}>
              <th scope="row">{access.access}</th>
              {columns.map(([name, value]) => (
                <td key={name}>{value(access)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RequestPictureProps {
  readonly request: WarpRequest;
  /** The lanes that the sentence beside the picture is about. */
  readonly lanes?: readonly number[];
  readonly title: string;
  /** Whether the title is shown: not where choices above the picture say the same. */
  readonly titled?: boolean | undefined;
  /** Given where another part of the page shows the pointed lane, too. */
  readonly pointing?: LanePointing;
  /** Tables below all counts. */
  readonly further?: ComponentChildren;
}

/** A request, drawn by the lessons' figure for its memory. */
export function RequestPicture({ request, lanes = [], ...frame }: RequestPictureProps) {
  switch (request.space) {
    case "global":
      return <RequestFigure request={request} lanes={lanes} {...frame} />;
    case "shared":
      return <BankFigure request={request} lanes={lanes} {...frame} />;
  }
}
