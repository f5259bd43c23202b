import { useMemo, useState } from "preact/hooks";
import { Choice } from "../drawing/controls.tsx";
import { FigureFrame, Pointed, Readings } from "../drawing/figure-frame.tsx";
import { RequestExcerptView } from "../drawing/request-excerpt-view.tsx";
import { Grid } from "./view.tsx";
import { devices, model, type DeviceId, type Quantity, type Settings } from "./model.ts";
import "./figure.css";

const QUANTITIES: readonly { value: Quantity; label: string }[] = [
  { value: "sectors", label: "sectors" },
  { value: "lines", label: "lines" },
  { value: "efficiency", label: "efficiency" },
];
const DEVICES: readonly { value: DeviceId; label: string }[] = (Object.keys(devices) as DeviceId[]).map((value) => ({
  value,
  label: `${devices[value].architecture} (${devices[value].widestAccessBytes} B per lane)`,
}));

/** A table of data types and strides in which every cell is a request: choose one, and see it. */
export default function TypeStrideTable(initial: Partial<Omit<Settings, "hoveredLane">>) {
  const [settings, setSettings] = useState<Settings>({
    device: initial.device ?? "h100",
    quantity: initial.quantity ?? "sectors",
    bytesPerElement: initial.bytesPerElement ?? 4,
    strideElements: initial.strideElements ?? 8,
  });
  const drawn = useMemo(() => model(settings), [settings]);
  const change = (changed: Partial<Settings>) => setSettings((settings) => ({ ...settings, ...changed }));
  return (
    <FigureFrame
      name="type-stride-table"
      title="One request for each data type and stride"
      controls={
        <>
          <Choice label="Show" options={QUANTITIES} value={settings.quantity} onChange={(quantity) => change({ quantity })} />
          <Choice label="Device" options={DEVICES} value={settings.device} onChange={(device) => change({ device })} />
        </>
      }
      sentence={drawn.sentence}
      details={drawn.details}
      detailsTitle="The table, row by row"
    >
      <div class="type-stride-table">
        <div>
          <Grid model={drawn} onChoose={change} />
          <p class="key">
            <span class="share" aria-hidden="true" /> The bar below a number is what moves: full is used, hatched is not.
          </p>
        </div>
        <div>
          <RequestExcerptView excerpt={drawn.excerpt} label={drawn.sentence} onPoint={(hoveredLane) => change({ hoveredLane })} />
          <Readings readings={drawn.readings} />
          <Pointed text={drawn.excerpt.pointed} hint="Choose a cell, or point at a lane of its request." />
        </div>
      </div>
    </FigureFrame>
  );
}
