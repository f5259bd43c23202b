import { useMemo, useState } from "preact/hooks";
import { WARP_SIZE } from "#simulator";
import { pluralize } from "#pictures/format.ts";
import { Slider } from "../drawing/controls.tsx";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import { MAX_STRIDE, model, type Settings } from "./model.ts";
import type { StrideTiming } from "./stride.ts";
import { Clock, StrideTable } from "./view.tsx";
import "./figure.css";

interface GcdClockProps {
  /** Words from one lane to the next. */
  readonly strideWords?: number;
  /** The lane that has moved last at first: 0 to 31. Default: the last one, when all have found their banks. */
  readonly step?: number;
  /** Measured strides: the timings of smem_stride_f32. */
  readonly timings: readonly StrideTiming[];
}

const STEP_MS = 260;

/** The banks as a clock: a stride walks around it, and lanes that come back to a bank stack up there. */
export default function GcdClock({ strideWords: initialStride = 6, step: firstStep, timings }: GcdClockProps) {
  const [strideWords, setStride] = useState(initialStride);
  const [pointing, setPointing] = useState<Pick<Settings, "hoveredLane" | "hoveredBank">>({});
  const steps = useSteps(WARP_SIZE, STEP_MS, firstStep ?? WARP_SIZE - 1);
  const { step } = steps;
  const picture = useMemo(() => model({ strideWords, step, timings, ...pointing }), [strideWords, step, timings, pointing]);
  const controls = (
    <>
      <Slider label="Stride" min={1} max={MAX_STRIDE} value={strideWords} say={(words) => pluralize(words, "word")} onChange={setStride} />
      <StepControls steps={steps} say={(step) => `lanes 0 to ${step}`} />
    </>
  );
  return (
    <div class="gcd-clock">
      <FigureFrame
        name="gcd-clock"
        sketch={async () => (await import("./sketch.ts")).sketch(strideWords, step)}
        title="Strides on a clock of banks"
        controls={controls}
        readings={picture.readings}
        pointed={picture.pointed}
        hint="Point at a lane or a bank, or walk along the lanes with the arrow keys."
        sentence={picture.sentence}
        details={picture.details}
        detailsTitle="Bank by bank, in words"
      >
        <div class="clock-and-table">
          <div>
            <LaneStrip lanes={picture.lanes} onPoint={(hoveredLane) => setPointing({ hoveredLane })} />
            <Clock picture={picture} strideWords={strideWords} playing={steps.playing} onPoint={setPointing} />
          </div>
          <StrideTable rows={picture.rows} onChoose={setStride} />
        </div>
      </FigureFrame>
    </div>
  );
}
