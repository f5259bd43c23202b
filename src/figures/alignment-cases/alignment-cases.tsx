import { useId, useMemo, useState } from "preact/hooks";
import { bytes } from "#pictures/format.ts";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { Hatch } from "#pictures/hatch.ts";
import { LaneStrip } from "../drawing/lanes.tsx";
import { Slider } from "../drawing/controls.tsx";
import { BYTES_PER_LANE, MAX_OFFSET_BYTES } from "./alignment-case.ts";
import { Case } from "./case.tsx";
import { CaseTable } from "./case-table.tsx";
import { Legend } from "./legend.tsx";
import type { MeasuredOffset } from "./measured-offsets.ts";
import { model } from "./model.ts";
import "./alignment-cases.css";

interface AlignmentCasesProps {
  /** What the copies of an H100 took: see `measuredOffsets`. */
  readonly measured: readonly MeasuredOffset[];
  /** The reader's own offset at first, 0 to 128 in steps of 4. */
  readonly offsetBytes?: number;
}

/** Three offsets and one of the reader's own: what is paid in time, and what in bytes. */
export default function AlignmentCases({ measured, offsetBytes = BYTES_PER_LANE }: AlignmentCasesProps) {
  const [offset, setOffset] = useState(offsetBytes);
  const [hoveredLane, onPoint] = useState<number>();
  const picture = useMemo(() => model({ offsetBytes: offset, measured, hoveredLane }), [offset, measured, hoveredLane]);
  const hatch = `hatch-${useId()}`;
  return (
    <div class="alignment-cases">
      <FigureFrame
        title="What an offset costs: lines in time, sectors in bytes"
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
        <Legend />
        <p class="pointed">{picture.pointed ?? "Point at a lane, or walk along them with the arrow keys."}</p>
        <CaseTable cases={picture.cases} />
        {picture.conclusion !== undefined && <p class="conclusion">{picture.conclusion}</p>}
      </FigureFrame>
    </div>
  );
}
