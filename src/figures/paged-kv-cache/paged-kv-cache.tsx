import { useMemo, useState } from "preact/hooks";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import { ASKED_FOR, MOVED, Swatches } from "../drawing/swatches.tsx";
import { Controls } from "./controls.tsx";
import { MemoryView } from "./memory-view.tsx";
import { model, type Settings } from "./model.ts";
import { PagesView } from "./pages-view.tsx";
import { laneTasks, requestCount, type Walk } from "./walk.ts";
import { requestTitle } from "./words.ts";
import "./paged-kv-cache.css";

/** How long a request is shown while the warp walks. */
const STEP_MS = 350;

/** A sequence in a paged cache: pages jump, and inside a page the lanes stay side by side, or not. */
export default function PagedKvCache(initial: Partial<Omit<Settings, "hoveredLane">>) {
  const [walk, setWalk] = useState<Walk>({
    reader: initial.reader ?? "token",
    layout: initial.layout ?? "token",
    pageTokens: initial.pageTokens ?? 16,
    headDim: initial.headDim ?? 128,
  });
  const steps = useSteps(requestCount(walk), STEP_MS, initial.step ?? 20);
  const [hoveredLane, onPoint] = useState<number>();
  const picture = useMemo(() => model({ ...walk, step: steps.step, hoveredLane }), [walk, steps.step, hoveredLane]);
  return (
    <FigureFrame
      title="A sequence in a paged key cache"
      controls={
        <>
          <Controls walk={walk} onChange={setWalk} />
          <StepControls steps={steps} say={(step) => requestTitle(walk, step, laneTasks(walk, step))} />
        </>
      }
      readings={picture.readings}
      pointed={picture.pointed ?? "Point at a lane, or walk along them with the arrow keys."}
      sentence={picture.sentence}
      details={picture.details}
      detailsTitle="Line by line, in words"
    >
      <div class="paged-kv-cache">
        <p class="reading-now">Now: {picture.title}</p>
        <PagesView picture={picture} />
        <MemoryView picture={picture} onPoint={onPoint} />
        <Swatches
          entries={[ASKED_FOR, MOVED, { swatch: "owned", means: "this sequence's page" }, { swatch: "foreign", means: "another's" }]}
        />
      </div>
    </FigureFrame>
  );
}
