import { Choice, Slider } from "../drawing/controls.tsx";
import { StepControls, type Steps } from "../drawing/steps.tsx";
import type { Layout } from "./layout.ts";
import type { Settings } from "./model.ts";

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

export function Controls({ settings, onChange, steps, stepNames }: ControlsProps) {
  return (
    <>
      <Choice label="Layout" options={LAYOUTS} value={settings.layout} onChange={(layout) => onChange({ ...settings, layout })} />
      {settings.layout === "AoSoA" && (
        <Choice
          label="Records a chunk"
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
        say={(value) => `${value} floats a record`}
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
      <StepControls steps={steps} say={(step) => stepNames[step]} />
    </>
  );
}
