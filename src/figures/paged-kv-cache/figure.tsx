import { useMemo, useState } from "preact/hooks";
import { FigureFrame, POINT_AT_A_LANE } from "../drawing/figure-frame.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import { ASKED_FOR, MOVED, Swatches } from "../drawing/swatches.tsx";
import { Choice } from "../drawing/controls.tsx";
import { View } from "./view.tsx";
import { model, type Settings } from "./model.ts";
import { laneTasks, requestCount, type Walk } from "./walk.ts";
import { requestTitle } from "./captions.ts";
import type { Cache } from "./cache.ts";
import "./figure.css";

/** How long each request is shown while the figure plays. */
const STEP_MS = 350;

/** A sequence in a paged cache: its pages are scattered, and within a page the lanes' bytes lie side by side or not. */
export default function PagedKvCache(initial: Partial<Omit<Settings, "hoveredLane">>) {
  const [walk, setWalk] = useState<Walk>({
    reader: initial.reader ?? "token",
    layout: initial.layout ?? "token",
    pageTokens: initial.pageTokens ?? 16,
    headDim: initial.headDim ?? 128,
  });
  const steps = useSteps(requestCount(walk), STEP_MS, initial.step);
  const [hoveredLane, onPoint] = useState<number>();
  const picture = useMemo(() => model({ ...walk, step: steps.step, hoveredLane }), [walk, steps.step, hoveredLane]);
  return (
    <FigureFrame
      name="paged-kv-cache"
      title="A sequence in a paged key cache"
      controls={
        <>
          <Controls walk={walk} onChange={setWalk} />
          <StepControls steps={steps} say={(step) => requestTitle(walk, step, laneTasks(walk, step))} />
        </>
      }
      readings={picture.readings}
      pointed={picture.pointed}
      hint={POINT_AT_A_LANE}
      sentence={picture.sentence}
      details={picture.details}
      detailsTitle="Line by line, in words"
    >
      <div class="paged-kv-cache">
        <p class="reading-now">Now: {picture.title}</p>
        <View picture={picture} onPoint={onPoint} />
        <Swatches
          entries={[ASKED_FOR, MOVED, { swatch: "owned", means: "this sequence's page" }, { swatch: "foreign", means: "another's" }]}
        />
      </div>
    </FigureFrame>
  );
}

const READERS = [
  { value: "token", label: "one key" },
  { value: "page", label: "a page" },
  { value: "lane", label: "a key for each lane" },
] as const;
const LAYOUTS = [
  { value: "token", label: "key after key" },
  { value: "chunk", label: "chunk after chunk" },
] as const;
const PAGE_TOKENS = ([8, 16, 32] as const).map(option);
const HEAD_DIMS = ([64, 128] as const).map(option);

interface ControlsProps {
  readonly walk: Walk;
  readonly onChange: (walk: Walk) => void;
}

function Controls({ walk, onChange }: ControlsProps) {
  const change = (changed: Partial<Cache> | Pick<Walk, "reader">) => onChange({ ...walk, ...changed });
  return (
    <>
      <Choice label="The warp reads" options={READERS} value={walk.reader} onChange={(reader) => change({ reader })} />
      <Choice label="A page holds" options={LAYOUTS} value={walk.layout} onChange={(layout) => change({ layout })} />
      <Choice label="Tokens per page" options={PAGE_TOKENS} value={walk.pageTokens} onChange={(pageTokens) => change({ pageTokens })} />
      <Choice label="Head dim" options={HEAD_DIMS} value={walk.headDim} onChange={(headDim) => change({ headDim })} />
    </>
  );
}

function option<T extends number>(value: T): { readonly value: T; readonly label: string } {
  return { value, label: `${value}` };
}
