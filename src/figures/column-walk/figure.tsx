import { useMemo, useState } from "preact/hooks";
import { count } from "#pictures/format.ts";
import { Choice } from "../drawing/controls.tsx";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { model } from "./model.ts";
import { View } from "./view.tsx";
import { TOGETHERS, type MeasuredWalk, type Side, type Together, type Walk, type Work } from "./walk.ts";
import "./figure.css";

interface ColumnWalkProps {
  /** The walks that an H100 ran: see `measuredWalks`. */
  readonly measured: readonly MeasuredWalk[];
  /** Lanes side by side at first. */
  readonly together?: Together;
  readonly side?: Side;
  readonly work?: Work;
}

const LANES = TOGETHERS.map((value) => ({ value, label: String(value) }));
const WORKS: readonly { value: Work; label: string }[] = [
  { value: "read", label: "reads" },
  { value: "saxpy", label: "SAXPY" },
];
const SIDES: readonly { value: Side; label: string }[] = ([4096, 16384] as const).map((value) => ({ value, label: `${count(value)}²` }));

/** A float4 walk down the columns: how many lanes must stay together in a row for full speed? */
export default function ColumnWalk({ measured, together = 1, side = 16384, work = "read" }: ColumnWalkProps) {
  const [walk, setWalk] = useState<Walk>({ together, side, work });
  const [hoveredLane, onPoint] = useState<number>();
  const drawn = useMemo(() => model({ ...walk, measured, hoveredLane }), [walk, measured, hoveredLane]);
  const choose = (together: Together) => setWalk((walk) => ({ ...walk, together }));
  return (
    <FigureFrame
      name="column-walk"
      sketch={async () => (await import("./sketch.ts")).sketch(walk)}
      title="A walk down the columns, and what the clock says"
      controls={
        <>
          <Choice label="Lanes together" options={LANES} value={walk.together} onChange={choose} />
          <Choice label="Kernel" options={WORKS} value={walk.work} onChange={(work) => setWalk({ ...walk, work })} />
          <Choice label="Matrix" options={SIDES} value={walk.side} onChange={(side) => setWalk({ ...walk, side })} />
        </>
      }
      sentence={drawn.sentence}
      details={drawn.details}
      detailsTitle="The chart, walk by walk"
    >
      <View model={drawn} onChoose={choose} onPoint={onPoint} />
    </FigureFrame>
  );
}
