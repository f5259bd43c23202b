import { LaneStrip } from "../drawing/lanes.tsx";
import { Readings } from "../drawing/figure-frame.tsx";
import { Swatches } from "../drawing/swatches.tsx";
import { Matrices } from "./matrices.tsx";
import type { Picture } from "./model.ts";
import { RooflineChart } from "./roofline-chart.tsx";
import { WarpLoads } from "./warp-loads.tsx";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** One warp's part in a step of the block above, the whole kernel under the roof below. */
export function View({ picture, onPoint }: ViewProps) {
  return (
    <div class="tiling-reuse">
      <div class="step-side">
        <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
        <p class="pointed">{picture.pointed ?? "Point at a lane, or walk along them with the arrow keys."}</p>
        <WarpLoads loads={picture.loads} onPoint={onPoint} />
      </div>
      <div class="matrices-side">
        <Matrices picture={picture} onPoint={onPoint} />
        <Swatches
          entries={[
            { swatch: "asked", means: "the first warp's elements" },
            { swatch: "band", means: "what the block needs" },
            { swatch: "done", means: "loaded before" },
          ]}
        />
      </div>
      <div class="roofline-side">
        <RooflineChart picture={picture} />
      </div>
      <div class="kernel-side">
        <Readings readings={picture.readings} />
        <p class="roof-source">{picture.roofWords}</p>
      </div>
    </div>
  );
}
