import { useMemo, useState } from "preact/hooks";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { Slider } from "../drawing/controls.tsx";
import { elements, walks, type MeasuredPoint, type Sweep } from "./walk.ts";
import { model } from "./model.ts";
import { View } from "./view.tsx";
import "./figure.css";

interface SweepProps {
  /** What is swept. */
  readonly of?: Sweep;
  /** Launches of the sweep's kernel (copy_stride, copy_offset, write_stride) on an H100. */
  readonly measured: readonly MeasuredPoint[];
  /** The marker's first value, in elements. */
  readonly at?: number;
}

const titles: Readonly<Record<Sweep, string>> = {
  stride: "Reading with a stride: three counts and a clock",
  offset: "Reading from an offset: three counts and a clock",
  "write-stride": "Writing with a stride: three counts and a clock",
};

/** A chart beside a picture: move the marker along strides or offsets, and see the request at that value. */
export default function SweepFigure({ of: sweep = "stride", measured, at = 8 }: SweepProps) {
  const [value, setValue] = useState(at);
  const [hoveredLane, onPoint] = useState<number>();
  const drawn = useMemo(() => model({ sweep, value, measured, hoveredLane }), [sweep, value, measured, hoveredLane]);
  const { name, from, to } = walks[sweep];
  return (
    <FigureFrame
      name="sweep"
      sketch={async () => (await import("./sketch.ts")).sketch(sweep, value)}
      title={titles[sweep]}
      controls={<Slider label={name} min={from} max={to} value={value} say={elements} onChange={setValue} />}
      sentence={drawn.sentence}
      details={drawn.details}
      detailsTitle="The chart, value by value"
    >
      <View model={drawn} onChoose={setValue} onPoint={onPoint} />
    </FigureFrame>
  );
}
