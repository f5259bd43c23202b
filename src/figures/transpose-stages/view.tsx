import { useId } from "preact/hooks";
import { Hatch } from "#pictures/hatch.ts";
import { Pointed } from "../drawing/figure-frame.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import { Swatches } from "../drawing/swatches.tsx";
import { MatrixPanel, TilePanel } from "./panels.tsx";
import type { Bar, Picture } from "./model.ts";
import { LIT_BLOCK, LIT_WARP } from "./run.ts";
import { MEASURED_SIDE } from "./versions.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The lit warp above, the three memories below it, from left to right as the data go; the measured versions at the end. */
export function View({ picture, onPoint }: ViewProps) {
  const hatch = `hatch-${useId()}`;
  const { input, tile, output } = picture;
  return (
    <>
      <svg class="definitions" width="0" height="0" aria-hidden="true">
        <Hatch id={hatch} />
      </svg>
      <p class="warp-name">
        Warp {LIT_WARP} of block ({LIT_BLOCK.x}, {LIT_BLOCK.y}), and what its lanes hold
      </p>
      <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
      <Pointed text={picture.pointed} />
      <div class="panels">
        <MatrixPanel name="in" side={input} hatch={hatch} onPoint={onPoint} />
        {tile ? (
          <TilePanel side={tile} atBarrier={picture.scene.kind === "barrier"} onPoint={onPoint} />
        ) : (
          <p class="no-tile">No tile: each lane stores what it has just loaded, so one side must stride.</p>
        )}
        <MatrixPanel name="out" side={output} hatch={hatch} onPoint={onPoint} />
      </div>
      <Legend padded={tile !== undefined && tile.picture.spare.length > 0} />
      {picture.bars.length > 0 && <MeasuredBars bars={picture.bars} />}
    </>
  );
}

function Legend({ padded }: { readonly padded: boolean }) {
  return (
    <Swatches
      entries={[
        { swatch: "asked", means: "the lit warp's elements, by lane" },
        { swatch: "moved", means: "moved with them, not asked for" },
        { swatch: "done", means: "loaded or stored by now" },
        ...(padded ? [{ swatch: "spare", means: "spare word" }] : []),
      ]}
    />
  );
}

/** The measured bandwidth of each version: useful data per second. */
function MeasuredBars({ bars }: { readonly bars: readonly Bar[] }) {
  const size = `${MEASURED_SIDE} × ${MEASURED_SIDE}`;
  return (
    <div class="bars">
      <p>Measured on an H200, {size} floats</p>
      <ul>
        {bars.map(({ label, value, share, current }) => (
          <li key={label} class={current ? "current" : ""} aria-current={current ? "true" : undefined}>
            <span class="bar-label">{label}</span>
            <span class="bar-track" aria-hidden="true">
              <span style={{ width: `${share * 100}%` }} />
            </span>
            <span class="bar-value">{value}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
