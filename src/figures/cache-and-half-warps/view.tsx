import { LaneStrip } from "../drawing/lanes.tsx";
import { ASKED_FOR, MOVED, Swatches } from "../drawing/swatches.tsx";
import type { Picture } from "./model.ts";
import { PanelView } from "./panel.tsx";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The warp above; below it the same load in three accounts, side by side. */
export function View({ picture, onPoint }: ViewProps) {
  return (
    <div class="cache-and-half-warps">
      <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
      <div class="accounts">
        {picture.panels.map((panel) => (
          <PanelView key={panel.id} panel={panel} onPoint={onPoint} />
        ))}
      </div>
      <Swatches entries={[ASKED_FOR, MOVED, { swatch: "", means: "not moved" }, { swatch: "dram", means: "read by DRAM" }]} />
      <ul class="evidence">
        {picture.evidence.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </div>
  );
}
