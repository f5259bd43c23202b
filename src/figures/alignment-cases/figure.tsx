import { useId, useMemo, useState } from "preact/hooks";
import { bytes } from "#pictures/format.ts";
import { Hatch } from "#pictures/hatch.ts";
import { Slider } from "../drawing/controls.tsx";
import { FigureFrame, Pointed } from "../drawing/figure-frame.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import { ASKED_FOR, NOT_MOVED, Swatches } from "../drawing/swatches.tsx";
import { BYTES_PER_LANE, MAX_OFFSET_BYTES, type MeasuredOffset } from "./alignment-case.ts";
import { model } from "./model.ts";
import { Case, CaseTable } from "./view.tsx";
import "./figure.css";

interface AlignmentCasesProps {
  /** The copies that an H100 ran: see `measuredOffsets`. */
  readonly measured: readonly MeasuredOffset[];
  /** The reader's own offset at first, 0 to 128 in steps of 4. */
  readonly offsetBytes?: number;
}

/** Three offsets and one of the reader's own, with what each costs in time and in bytes. */
export default function AlignmentCases({ measured, offsetBytes = BYTES_PER_LANE }: AlignmentCasesProps) {
  const [offset, setOffset] = useState(offsetBytes);
  const [hoveredLane, onPoint] = useState<number>();
  const picture = useMemo(() => model({ offsetBytes: offset, measured, hoveredLane }), [offset, measured, hoveredLane]);
  const hatch = `hatch-${useId()}`;
  return (
    <div class="alignment-cases">
      <FigureFrame
        name="alignment-cases"
        sketch={async () => (await import("./sketch.ts")).sketch(offset)}
        title="What an offset costs: lines, sectors and time"
        controls={
          <Slider label="Your offset" max={MAX_OFFSET_BYTES} step={BYTES_PER_LANE} value={offset} say={bytes} onChange={setOffset} />
        }
        sentence={picture.sentence}
        details={picture.details}
        detailsTitle="Offset by offset, in words"
      >
        <div class="warp">
          <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
          <svg width="0" height="0" aria-hidden="true">
            <Hatch id={hatch} />
          </svg>
        </div>
        {picture.cases.map((drawn, i) => (
          <Case key={i} drawn={drawn} hatch={hatch} onPoint={onPoint} />
        ))}
        <Swatches
          entries={[
            ASKED_FOR,
            { swatch: "moved", means: "moved, not asked for by this warp" },
            NOT_MOVED,
            { swatch: "both", means: "sector that both warps touch" },
          ]}
        />
        <Pointed text={picture.pointed} />
        <CaseTable cases={picture.cases} />
        {picture.conclusion !== undefined && <p class="conclusion">{picture.conclusion}</p>}
      </FigureFrame>
    </div>
  );
}
