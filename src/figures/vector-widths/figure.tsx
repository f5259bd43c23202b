import { useMemo, useState } from "preact/hooks";
import { ACCESS_WIDTHS, type AccessWidth } from "#simulator";
import { Choice } from "../drawing/controls.tsx";
import { FigureFrame, Pointed, Readings } from "../drawing/figure-frame.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import { ASKED_FOR, MOVED, Swatches } from "../drawing/swatches.tsx";
import { loadsOf, type Copy } from "./copy.ts";
import { devices, model, type DeviceId, type MeasuredCopy, type TimedOn } from "./model.ts";
import { SpeedsView, View } from "./view.tsx";
import "./figure.css";

interface VectorWidthsProps {
  /** What a lane copies at a time at first, in bytes. */
  readonly bytesPerLane?: AccessWidth;
  readonly device?: DeviceId;
  /** Floats that are added to the pointer at first: 0, 1, 2 or 4. */
  readonly offsetFloats?: number;
  /** Copies that were timed on `measuredOn`. */
  readonly measured: readonly MeasuredCopy[];
  readonly measuredOn?: TimedOn;
}

const WIDTHS = ACCESS_WIDTHS.map((value) => ({ value, label: String(value) }));
const DEVICES = (Object.keys(devices) as DeviceId[]).map((value) => ({
  value,
  label: `${devices[value].architecture} (${devices[value].widestAccessBytes} B)`,
}));
const POINTERS = [0, 1, 2, 4].map((value) => ({ value, label: value === 0 ? "ptr" : `ptr + ${value}` }));
/** How long the whole copy plays, and how long a load is shown at most. */
const PLAY_MS = 3200;
const LOAD_MS = 700;

/** One warp copies the same bytes with narrow and with wide lanes: the same bytes in fewer loads. */
export default function VectorWidths({ measured, measuredOn = "h100", device = "h100", ...initial }: VectorWidthsProps) {
  const [settings, setSettings] = useState<Copy & { readonly device: DeviceId }>({
    bytesPerLane: initial.bytesPerLane ?? 4,
    offsetFloats: initial.offsetFloats ?? 0,
    device,
  });
  const [hoveredLane, onPoint] = useState<number>();
  const loadCount = useMemo(() => loadsOf(settings, devices[settings.device]).length, [settings]);
  const steps = useSteps(loadCount, Math.min(LOAD_MS, PLAY_MS / loadCount), Infinity);
  const drawn = useMemo(
    () => model({ ...settings, step: steps.step, measured, measuredOn, hoveredLane }),
    [settings, steps.step, measured, measuredOn, hoveredLane],
  );
  const change = (changed: Partial<typeof settings>) => {
    setSettings({ ...settings, ...changed });
    // A reader who has seen the whole copy compares it with the next one.
    steps.go(steps.step === loadCount - 1 ? Number.MAX_SAFE_INTEGER : 0);
  };
  return (
    <FigureFrame
      name="vector-widths"
      sketch={async () => (await import("./sketch.ts")).sketch(settings)}
      title="The same bytes, in narrow and in wide loads"
      controls={
        <>
          <Choice
            label="Bytes per lane"
            options={WIDTHS}
            value={settings.bytesPerLane}
            onChange={(bytesPerLane) => change({ bytesPerLane })}
          />
          <Choice label="Device" options={DEVICES} value={settings.device} onChange={(device) => change({ device })} />
          <Choice label="From" options={POINTERS} value={settings.offsetFloats} onChange={(offsetFloats) => change({ offsetFloats })} />
          {!drawn.fault && <StepControls steps={steps} say={(step) => `load ${step + 1} of ${loadCount}`} />}
        </>
      }
      sentence={drawn.sentence}
      details={drawn.details}
      detailsTitle="Load by load, in words"
    >
      <div class={drawn.fault ? "vector-widths refused" : "vector-widths"}>
        <div>
          <View model={drawn} onPoint={onPoint} />
          <Legend />
          <Pointed text={drawn.pointed} />
        </div>
        <div>
          <Readings readings={drawn.readings} />
          <SpeedsView speeds={drawn.speeds} gpu={measuredOn} />
        </div>
      </div>
    </FigureFrame>
  );
}

function Legend() {
  return <Swatches entries={[ASKED_FOR, MOVED, { swatch: "times", means: "one bar each time L1 is asked for a sector" }]} />;
}
