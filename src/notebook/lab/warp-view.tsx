import { useMemo, useState } from "preact/hooks";
import { positionIn, volume } from "#simulator";
import { coordinates } from "#judge/report/places.ts";
import { count } from "#pictures/format.ts";
import { Prose } from "#pictures/inline-code.ts";
import { Choice, RequestPicture } from "../cell/preview.tsx";
import { LaneTable } from "../cell/lane-table.tsx";
import { AccessAdvice } from "./advice.tsx";
import { badgeSentence } from "./badge.tsx";
import { AccessList } from "./badge-gutter.tsx";
import { drawnRequest, labLanes } from "./lab-lanes.ts";
import { dimensionsOf } from "./lab-kernel.ts";
import type { LabSession } from "./lab-session.ts";
import type { BlockRequest } from "./block-requests.ts";
import type { LabAccess, LabProfile } from "./profile.ts";

/** With so many blocks or fewer, they are listed; more are chosen by their number. */
const MOST_LISTED = 64;

/** One warp's request of the chosen access: the picture and the table of its lanes, with pickers for block, warp and pass. */
export function WarpView({ session, hasHeading = true }: { readonly session: LabSession; readonly hasHeading?: boolean }) {
  const profile = session.profile.value;
  const access = profile?.accesses[session.chosen.value];
  if (profile === undefined || access === undefined) return null;
  return (
    <section class="preview" role="group" aria-label="One warp's request">
      {hasHeading && <h2>Accesses</h2>}
      <AccessList session={session} />
      <p class="access-sentence">
        <Prose text={badgeSentence(access)} />
      </p>
      <AccessAdvice access={access} course={session.course} />
      <Requests
        key={`${session.opened.value}/${session.chosen.value}/${session.block.value}`}
        session={session}
        profile={profile}
        access={access}
      />
    </section>
  );
}

function BlockChoice({ session, profile }: { readonly session: LabSession; readonly profile: LabProfile }) {
  const { gridDim } = dimensionsOf(profile.run.launch);
  const blocks = volume(gridDim);
  const nameOf = (block: number): string => coordinates(positionIn(gridDim, block), gridDim);
  if (blocks === 1) return null;
  if (blocks <= MOST_LISTED) {
    const options = Array.from({ length: blocks }, (_, block) => nameOf(block));
    return <Choice label="Block" chosen={session.block.value} options={options} onChoose={(block) => void session.showBlock(block)} />;
  }
  return (
    <label class="choose">
      Block
      <input
        type="number"
        min={0}
        max={blocks - 1}
        value={session.block.value}
        onChange={({ currentTarget }) => {
          const block = Math.trunc(Number(currentTarget.value));
          if (block >= 0 && block < blocks) void session.showBlock(block);
          else currentTarget.value = String(session.block.value);
        }}
      />
      of {count(blocks)}: {nameOf(session.block.value)}
    </label>
  );
}

interface RequestsProps {
  readonly session: LabSession;
  readonly profile: LabProfile;
  readonly access: LabAccess;
}

function Requests({ session, profile, access }: RequestsProps) {
  const block = session.requests.value;
  const [chosenWarp, chooseWarp] = useState(0);
  const [chosenPass, choosePass] = useState(0);
  const warps = useMemo(() => {
    const own = block?.requests.filter(({ site, space }) => access.sites.includes(site) && space === access.counts.space) ?? [];
    return [...Map.groupBy(own, ({ warp }) => warp)].sort(([a], [b]) => a - b);
  }, [block, access]);
  if (block === undefined || block.block !== session.block.value) return <p>The block is being run.</p>;
  const [warp, passes] = warps[Math.min(chosenWarp, warps.length - 1)] ?? [];
  const request = passes?.[Math.min(chosenPass, passes.length - 1)];
  if (warp === undefined || passes === undefined || request === undefined) {
    return (
      <>
        <div class="choices">
          <BlockChoice session={session} profile={profile} />
        </div>
        <p>No warp of this block makes this access{block.further > 0 && ", or only after the requests that are kept"}.</p>
      </>
    );
  }
  return (
    <>
      <div class="choices">
        <BlockChoice session={session} profile={profile} />
        {warps.length > 1 && (
          <Choice
            label="Warp"
            chosen={Math.min(chosenWarp, warps.length - 1)}
            options={warps.map(([warp]) => String(warp))}
            onChoose={chooseWarp}
          />
        )}
        {passes.length > 1 && (
          <Choice
            label="Pass"
            chosen={Math.min(chosenPass, passes.length - 1)}
            options={passes.map((_, pass) => `${count(pass + 1)} of ${count(passes.length)}`)}
            onChoose={choosePass}
          />
        )}
      </div>
      <OneRequest request={request} access={access} profile={profile} />
    </>
  );
}

function OneRequest({
  request,
  access,
  profile,
}: {
  readonly request: BlockRequest;
  readonly access: LabAccess;
  readonly profile: LabProfile;
}) {
  const [hoveredLane, onPoint] = useState<number>();
  const pointing = { hoveredLane, onPoint };
  const launch = useMemo(() => dimensionsOf(profile.run.launch), [profile]);
  const lanes = useMemo(() => labLanes(request, access.bytesPerLane, launch), [request, access, launch]);
  const drawn = useMemo(() => drawnRequest(request, access), [request, access]);
  return (
    <>
      {drawn === undefined ? (
        <p>Requests to {request.space} memory have no picture yet.</p>
      ) : (
        <RequestPicture request={drawn} title={`${access.text}: warp ${request.warp} in ${request.array}`} pointing={pointing} />
      )}
      <LaneTable lanes={lanes} pointing={pointing} />
    </>
  );
}
