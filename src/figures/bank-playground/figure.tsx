import { useMemo, useState } from "preact/hooks";
import type { MemoryOp } from "#simulator";
import { pluralize } from "#pictures/format.ts";
import { Choice, Slider } from "../drawing/controls.tsx";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { Swatches } from "../drawing/swatches.tsx";
import { fitted, rangeOf, type Access, type AccessKind } from "./access.ts";
import { model, type Pointing, type Settings } from "./model.ts";
import { ROW_WORDS, layoutOf, type ElementBytes, type Swizzle, type Tile } from "./tile.ts";
import { View } from "./view.tsx";
import "./figure.css";

interface BankPlaygroundProps extends Partial<Tile>, Partial<Omit<Access, "kind">> {
  readonly access?: AccessKind;
}

/** A tile in shared memory with its padding and its swizzle, and what one warp's access to it costs. */
export default function BankPlayground(initial: BankPlaygroundProps) {
  const [settings, setSettings] = useState(() => initialSettings(initial));
  const [pointing, setPointing] = useState<Pointing>({});
  const layout = useMemo(() => layoutOf(settings.tile), [settings.tile]);
  const picture = useMemo(() => model({ ...settings, ...pointing }), [settings, pointing]);
  return (
    <div class="bank-playground">
      <FigureFrame
        name="bank-playground"
        sketch={async () => (await import("./sketch.ts")).sketch(settings)}
        title="A tile in shared memory, bank by bank"
        controls={<Controls settings={settings} onChange={(next) => (setPointing({}), setSettings(next))} />}
        readings={picture.readings}
        pointed={picture.pointed}
        hint="Point at a lane, a group or a word, or walk along the lanes with the arrow keys."
        sentence={picture.sentence}
        details={picture.details}
        detailsTitle="Bank by bank, in words"
      >
        <View layout={layout} picture={picture} onPoint={setPointing} />
        <Legend />
      </FigureFrame>
    </div>
  );
}

function initialSettings({ access, op, row, column, strideElements, ...tile }: BankPlaygroundProps): Settings {
  const whole: Tile = { rows: 32, pitchWords: 32, swizzle: "off", bytesPerElement: 4, ...tile };
  return {
    tile: whole,
    access: fitted(whole, {
      kind: access ?? "column",
      op: op ?? "load",
      row: row ?? 0,
      column: column ?? 0,
      strideElements: strideElements ?? 1,
    }),
  };
}

interface ControlsProps {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}

const MAX_PITCH = 40;
const ROWS = [8, 16, 32].map((rows) => ({ value: rows, label: `${rows}` }));
const ELEMENT_SIZES = ([4, 8, 16] as const).map((size): { value: ElementBytes; label: string } => ({ value: size, label: `${size}` }));
const SWIZZLES: readonly { value: Swizzle; label: string }[] = [
  { value: "off", label: "off" },
  { value: "xor", label: "XOR" },
];
const OPS: readonly { value: MemoryOp; label: string }[] = [
  { value: "load", label: "load" },
  { value: "store", label: "store" },
];
const KINDS: readonly { value: AccessKind; label: string }[] = [
  { value: "row", label: "row" },
  { value: "column", label: "column" },
  { value: "stride", label: "stride" },
  { value: "one", label: "one for all" },
  { value: "pairs", label: "pairs" },
];
const SETTING_LABELS = { row: "Row", column: "Column", strideElements: "Stride" } as const;

function Controls({ settings: { tile, access }, onChange }: ControlsProps) {
  const { setting, min, max } = rangeOf(tile, access.kind);
  const changeTile = (changed: Partial<Settings["tile"]>) => {
    const next = { ...tile, ...changed };
    onChange({ tile: next, access: fitted(next, access) });
  };
  const changeAccess = (changed: Partial<Settings["access"]>) => onChange({ tile, access: fitted(tile, { ...access, ...changed }) });
  return (
    <>
      <Slider
        label="Pitch"
        min={ROW_WORDS}
        max={MAX_PITCH}
        value={tile.pitchWords}
        say={(pitch) => pluralize(pitch, "word")}
        onChange={(pitchWords) => changeTile({ pitchWords })}
      />
      <Slider
        label={SETTING_LABELS[setting]}
        min={min}
        max={max}
        value={access[setting]}
        say={(value) => (setting === "strideElements" ? pluralize(value, "element") : `${setting} ${value}`)}
        onChange={(value) => changeAccess({ [setting]: value })}
      />
      <Choice label="Swizzle" options={SWIZZLES} value={tile.swizzle} onChange={(swizzle) => changeTile({ swizzle })} />
      <Choice label="The warp takes" options={KINDS} value={access.kind} onChange={(kind) => changeAccess({ kind })} />
      <Choice label="Access" options={OPS} value={access.op} onChange={(op) => changeAccess({ op })} />
      <Choice
        label="Bytes per element"
        options={ELEMENT_SIZES}
        value={tile.bytesPerElement}
        onChange={(bytesPerElement) => changeTile({ bytesPerElement })}
      />
      <Choice label="Rows" options={ROWS} value={tile.rows} onChange={(rows) => changeTile({ rows })} />
    </>
  );
}

/** What the fillings mean. The entry for elements says as much as the cells have room for. */
function Legend() {
  const element = (
    <>
      <span class="names-whole">element: row, column</span>
      <span class="names-short">element: column</span>
      <span class="names-none">element</span>
    </>
  );
  return (
    <Swatches
      entries={[
        { swatch: "asked", means: "asked for, by lane" },
        { swatch: "element", means: element },
        { swatch: "odd", means: "every second row of the tile" },
        { swatch: "first", means: "column 0" },
        { swatch: "unused", means: "padding" },
      ]}
    />
  );
}
