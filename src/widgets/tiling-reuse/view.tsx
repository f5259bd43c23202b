import { LaneStrip } from "../drawing/lane-strip.tsx";
import { Readings } from "../drawing/readings.tsx";
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
        <ul class="legend">
          <li>
            <span class="swatch asked" /> the first warp's elements
          </li>
          <li>
            <span class="swatch band" /> what the block needs
          </li>
          <li>
            <span class="swatch done" /> loaded before
          </li>
        </ul>
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
