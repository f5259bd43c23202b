import { useMemo, useState } from "preact/hooks";
import { deviceNamed, h200, positionIn, type Device, type Launch } from "#simulator";
import { warpName } from "#judge/report/places.ts";
import { Prose } from "#pictures/inline-code.ts";
import type { LanePointing } from "#figures/drawing/lanes.tsx";
import { RequestPicture } from "../cell/preview.tsx";
import { LaneTable } from "../cell/lane-table.tsx";
import { addressGroups, interleaved } from "./address-groups.ts";
import { ConstantFigure, Contention } from "./address-groups-view.tsx";
import { AccessAdvice } from "./advice.tsx";
import { badgeSentence } from "./badge.tsx";
import { AccessList } from "./badge-gutter.tsx";
import { RequestChoices } from "./block-choices.tsx";
import type { BlockRequest } from "./block-recorder.ts";
import type { BlockRequests } from "./block-requests.ts";
import { isOfAccess } from "./block-steps.ts";
import { drawnRequest, labLanes } from "./lab-lanes.ts";
import { dimensionsOf } from "./lab-kernel.ts";
import type { LabSession } from "./lab-session.ts";
import { laneFacts } from "./lane-facts.ts";
import { MemoryView } from "./memory-view.tsx";
import type { LabAccess, LabProfile } from "./profile.ts";
import { Scrubber } from "./scrubber.tsx";
import { WatchView } from "./watch-view.tsx";

/** A block, step by step: each request with its picture and the values of its lanes, and what the steps so far have done to the arrays. */
export function WarpView({ session, hasHeading = true }: { readonly session: LabSession; readonly hasHeading?: boolean }) {
  const profile = session.profile.value;
  const access = profile?.accesses[session.walk.chosen.value];
  if (profile === undefined || access === undefined) return null;
  return (
    <section class="preview" role="group" aria-label="One warp's request">
      {hasHeading && <h2>Accesses</h2>}
      <AccessList session={session} />
      <p class="access-sentence">
        <Prose text={badgeSentence(access)} />
      </p>
      <AccessAdvice access={access} course={session.course} />
      <RequestChoices session={session} profile={profile} />
      <Steps key={session.opened.value} session={session} profile={profile} access={access} isFolded={!hasHeading} />
    </section>
  );
}

/** What must be known of the order of steps. */
export const STEP_ORDER =
  "The lab runs the warps of a block one after the other, each to the next barrier. On a GPU they take turns in an order of its own.";

interface StepsProps {
  readonly session: LabSession;
  readonly profile: LabProfile;
  readonly access: LabAccess;
  /** Whether the arrays wait behind a summary, where there is less room. */
  readonly isFolded: boolean;
}

function Steps({ session, profile, access, isFolded }: StepsProps) {
  const [hoveredLane, onPoint] = useState<number>();
  const block = session.walk.requests.value;
  if (block === undefined || block.block !== session.walk.block.value) return <p>The block is being run.</p>;
  const step = session.walk.step.value;
  const shown = step === undefined ? undefined : session.walk.steps.value[step];
  const pointing = { hoveredLane, onPoint };
  const isElsewhere = shown?.kind === "request" && !isOfAccess(shown.request, access);
  const hasNone = step === undefined || isElsewhere || session.walk.passes.value.size === 0;
  return (
    <>
      <Scrubber session={session} profile={profile} block={block} />
      {hasNone && <p>{whyNoRequest(access, block)}</p>}
      {shown?.kind === "request" && !isElsewhere && (
        <OneRequest request={shown.request} access={access} profile={profile} block={block} pointing={pointing} />
      )}
      {!isFolded && <WatchView session={session} block={block} pointing={pointing} />}
      {step !== undefined && (
        <MemoryView isFolded={isFolded} block={block} steps={session.walk.steps.value} step={step} hoveredLane={hoveredLane} />
      )}
      {!isFolded && <p class="step-order">{STEP_ORDER}</p>}
    </>
  );
}

/** Why an access has no request to draw. */
export function whyNoRequest({ counts }: Pick<LabAccess, "counts">, { further }: Pick<BlockRequests, "further">): string {
  if (counts.space === "bulk") return "A bulk copy is started by one thread, so there is no request of a warp to draw.";
  return `No warp of this block makes this access${further > 0 ? ", or only after the requests that are kept" : ""}.`;
}

interface OneRequestProps {
  readonly request: BlockRequest;
  readonly access: LabAccess;
  readonly profile: LabProfile;
  readonly block: BlockRequests;
  readonly pointing: LanePointing;
}

function OneRequest({ request, access, profile, block, pointing }: OneRequestProps) {
  const launch = useMemo(() => dimensionsOf(profile.run.launch), [profile]);
  const lanes = useMemo(() => labLanes(request, launch, block.arrays), [request, launch, block]);
  return (
    <>
      <Picture
        request={request}
        access={access}
        block={block}
        pointing={pointing}
        launch={launch}
        device={deviceNamed(profile.run.device) ?? h200}
      />
      <Lane request={request} block={block} launch={launch} hoveredLane={pointing.hoveredLane} />
      <LaneTable lanes={lanes} pointing={pointing} />
    </>
  );
}

type PictureProps = Omit<OneRequestProps, "profile"> & { readonly launch: Launch; readonly device: Device };

/** The picture that fits the memory: of constant memory and of atomics, also which lanes are on one address. */
function Picture({ request, access, block, pointing, launch, device }: PictureProps) {
  const { space, warp } = request;
  const groups = useMemo(() => addressGroups(request, block.arrays), [request, block]);
  const drawn = useMemo(() => {
    if (space !== "local") return drawnRequest(request, request);
    return interleaved(request, request.op === "store" ? "store" : "load", request.bytesPerLane, block.localBytesPerThread);
  }, [request, block]);
  const name = warpName({ warp, blockIdx: positionIn(launch.gridDim, block.block) }, launch.gridDim);
  const title = `${access.text}: ${name}, ${space === "shared" ? "shared memory" : `array ${request.array}`}`;
  if (space === "constant") {
    return <ConstantFigure title={title} groups={groups} request={request} pointing={pointing} />;
  }
  return (
    <>
      {drawn !== undefined && (
        <RequestPicture request={drawn} title={space === "local" ? `${title}, as the hardware lays it out` : title} pointing={pointing} />
      )}
      {space === "local" && (
        <p class="picture-note">
          Word by word, local memory of the 32 threads lies side by side: lanes that access the same variable share sectors.
          {request.bytesPerLane > 4 && " Drawn is the first word of the access; each of the others costs as much."}
        </p>
      )}
      {(request.op === "atomic" || request.op === "reduction") && (
        <Contention groups={groups} request={request} device={device} pointing={pointing} />
      )}
    </>
  );
}

interface LaneProps {
  readonly request: BlockRequest;
  readonly block: BlockRequests;
  readonly launch: Launch;
  readonly hoveredLane: number | undefined;
}

/** The lane that is pointed at, or was last: its thread, what it does, and the variables of its thread. */
function Lane({ request, block, launch, hoveredLane }: LaneProps) {
  const [last, keep] = useState<number>();
  if (hoveredLane !== undefined && hoveredLane !== last) keep(hoveredLane);
  const first = 31 - Math.clz32(request.activeMask & -request.activeMask);
  const lane = hoveredLane ?? last ?? first;
  const { thread, place, does, locals, isActive } = laneFacts(request, lane, launch, block.arrays);
  return (
    <section class="lane-facts" role="group" aria-label="Values of a lane">
      <p>
        <span class="lane-swatch" style={isActive ? { background: `var(--lane-${lane})` } : undefined} /> <strong>Lane {lane}</strong>
        {thread !== undefined && `, thread ${thread}`}
        {isActive ? (
          <>
            : {does} <span class="lane-place">({place})</span>
          </>
        ) : (
          ": takes no part."
        )}
      </p>
      {locals === undefined ? (
        isActive && <p class="left-out">Variables are kept of earlier requests only: those of all would take too much memory.</p>
      ) : (
        <dl aria-label="Variables of the thread">
          {locals.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
