import { useMemo, useState } from "preact/hooks";
import type { Reading } from "#pictures/readings.ts";
import { FigureFrame, Pointed } from "../drawing/figure-frame.tsx";
import { StepControls, useSteps, type Steps } from "../drawing/steps.tsx";
import { Choice, Slider } from "../drawing/controls.tsx";
import { MOVED, NOT_MOVED, Swatches } from "../drawing/swatches.tsx";
import { model, stepCount, type Settings } from "./model.ts";
import { View } from "./view.tsx";
import type { Layout } from "./walk.ts";
import "./figure.css";

interface LayoutStripsProps extends Partial<Settings> {
  /** The access that is shown at first, from 0. */
  readonly step?: number;
}

const STEP_MS = 1100;

/** Records as AoS, SoA or AoSoA, and two warps that read them field by field. */
export default function LayoutStrips({ step: firstStep = 0, ...initial }: LayoutStripsProps) {
  const [settings, setSettings] = useState<Settings>({
    layout: initial.layout ?? "AoS",
    fields: initial.fields ?? 8,
    fieldsRead: initial.fieldsRead ?? 1,
    chunkRecords: initial.chunkRecords ?? 32,
  });
  const [hoveredLane, onPoint] = useState<number>();
  const steps = useSteps(stepCount(settings), STEP_MS, firstStep);
  const picture = useMemo(() => model({ ...settings, step: steps.step, hoveredLane }), [settings, steps.step, hoveredLane]);
  return (
    <FigureFrame
      name="layout-strips"
      sketch={async () => (await import("./sketch.ts")).sketch(settings)}
      title="How records lie in memory, and what a walk over them moves"
      controls={<Controls settings={settings} onChange={setSettings} steps={steps} stepNames={picture.steps} />}
      sentence={picture.sentence}
      details={picture.details}
    >
      <div class="layout-strips" data-walking={steps.playing ? "" : undefined}>
        <div>
          <View picture={picture} onPoint={onPoint} />
          <Legend layout={settings.layout} />
        </div>
        <div>
          <Tally accessName={picture.accessName} access={picture.access} soFar={picture.soFar} />
          <p class="uncached">Each access is counted as if nothing were cached. What moves again is what L1 can save.</p>
          <Pointed text={picture.pointed} />
        </div>
      </div>
    </FigureFrame>
  );
}

interface ControlsProps {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
  readonly steps: Steps;
  /** What each step does, in words. */
  readonly stepNames: readonly string[];
}

const MIN_FIELDS = 2;
const MAX_FIELDS = 8;
const LAYOUTS = (["AoS", "SoA", "AoSoA"] as const).map((value: Layout) => ({ value, label: value }));
const CHUNKS = [4, 8, 16, 32].map((value) => ({ value, label: `${value}` }));

function Controls({ settings, onChange, steps, stepNames }: ControlsProps) {
  return (
    <>
      <Choice label="Layout" options={LAYOUTS} value={settings.layout} onChange={(layout) => onChange({ ...settings, layout })} />
      {settings.layout === "AoSoA" && (
        <Choice
          label="Records per chunk"
          options={CHUNKS}
          value={settings.chunkRecords}
          onChange={(chunkRecords) => onChange({ ...settings, chunkRecords })}
        />
      )}
      <Slider
        label="Fields"
        min={MIN_FIELDS}
        max={MAX_FIELDS}
        value={settings.fields}
        say={(value) => `${value} floats per record`}
        onChange={(fields) => onChange({ ...settings, fields, fieldsRead: Math.min(settings.fieldsRead, fields) })}
      />
      <Slider
        label="Read"
        min={1}
        max={settings.fields}
        value={settings.fieldsRead}
        say={(value) => `${value} of ${settings.fields} fields`}
        onChange={(fieldsRead) => onChange({ ...settings, fieldsRead })}
      />
      <StepControls steps={steps} say={(step) => stepNames[step] ?? ""} />
    </>
  );
}

interface TallyProps {
  /** Name of the access that is shown. */
  readonly accessName: string;
  readonly access: readonly Reading[];
  /** The same readings, in the same order. */
  readonly soFar: readonly Reading[];
}

/** The numbers of one access beside those of the walk up to it. */
function Tally({ accessName, access, soFar }: TallyProps) {
  return (
    <table class="tally">
      <caption>{accessName}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">access</th>
          <th scope="col">so far</th>
        </tr>
      </thead>
      <tbody>
        {access.map((reading, i) => {
          const sum = soFar[i];
          return (
            <tr key={reading.name}>
              <th scope="row">{reading.name}</th>
              <Value {...reading} />
              {sum && <Value {...sum} />}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Value({ value, ideal }: Reading) {
  return (
    <td>
      {value}
      {ideal !== undefined && <span class="ideal">ideal {ideal}</span>}
    </td>
  );
}

const UNITS: Record<Layout, string> = { AoS: "a record begins", SoA: "a field's array begins", AoSoA: "a chunk begins" };

/** What the fillings, the ticks and the pips of the picture mean. */
function Legend({ layout }: { readonly layout: Layout }) {
  return (
    <Swatches
      entries={[
        { swatch: "asked", means: "asked for now: field, lane" },
        { swatch: "before", means: "asked for before" },
        MOVED,
        NOT_MOVED,
        { swatch: "begins", means: UNITS[layout] },
        { swatch: "pip", means: "moved once" },
        { swatch: "pip again", means: "moved again" },
      ]}
    />
  );
}
