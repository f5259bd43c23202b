import { useMemo, useState } from "preact/hooks";
import { CACHE_LINE_BYTES, PIECE_BYTES, SWIZZLE_BITS, type SwizzleMode, type TmaTile } from "#simulator";
import { bytes, count } from "#pictures/format.ts";
import { Choice, Slider } from "../drawing/controls.tsx";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { Swatches } from "../drawing/swatches.tsx";
import { BOX_ROWS, fitted, model, widestBox, type Settings } from "./model.ts";
import { View } from "./view.tsx";
import "./figure.css";

/** A box that TMA copies to shared memory: where each 16 bytes of it land, by swizzle and by where the tile begins. */
export default function TmaLanding({ mode = "128B", boxBytes = CACHE_LINE_BYTES, sharedAddress = 0 }: Partial<TmaTile>) {
  const [settings, setSettings] = useState(() => fitted({ tile: { mode, boxBytes, sharedAddress }, sought: { row: 1, piece: 0 } }));
  const picture = useMemo(() => model(settings), [settings]);
  return (
    <div class="tma-landing">
      <FigureFrame
        name="tma-landing"
        title="A box lands in shared memory"
        controls={<Controls settings={settings} onChange={(changed) => setSettings(fitted({ ...settings, ...changed }))} />}
        readings={picture.readings}
        hint="Point at a piece, or set the row and the piece that are looked for."
        sentence={picture.sentence}
        details={picture.details}
        detailsTitle="Piece by piece, in words"
        legend={<Legend />}
      >
        <View picture={picture} onSeek={(sought) => setSettings({ ...settings, sought })} />
        <p class="sought-piece" aria-live="polite">
          {picture.found}
        </p>
      </FigureFrame>
    </div>
  );
}

interface ControlsProps {
  readonly settings: Settings;
  readonly onChange: (changed: Partial<Settings>) => void;
}

const MODES = Object.keys(SWIZZLE_BITS).map((mode) => ({ value: mode as SwizzleMode, label: mode }));

function Controls({ settings: { tile, sought }, onChange }: ControlsProps) {
  const widest = widestBox(tile.mode);
  return (
    <>
      <Choice label="Swizzle" options={MODES} value={tile.mode} onChange={(mode) => onChange({ tile: { ...tile, mode } })} />
      <Slider
        label="Start"
        max={7 * CACHE_LINE_BYTES}
        step={CACHE_LINE_BYTES}
        value={tile.sharedAddress}
        say={(byte) => `byte ${count(byte)}`}
        onChange={(sharedAddress) => onChange({ tile: { ...tile, sharedAddress } })}
      />
      <Slider
        label="Width"
        min={PIECE_BYTES}
        max={widest}
        step={PIECE_BYTES}
        value={tile.boxBytes}
        say={bytes}
        onChange={(boxBytes) => onChange({ tile: { ...tile, boxBytes } })}
      />
      <Slider
        label="Row"
        max={BOX_ROWS - 1}
        value={sought.row}
        say={(row) => `row ${row}`}
        onChange={(row) => onChange({ sought: { ...sought, row } })}
      />
      <Slider
        label="Piece"
        max={tile.boxBytes / PIECE_BYTES - 1}
        value={sought.piece}
        say={(piece) => `piece ${piece}`}
        onChange={(piece) => onChange({ sought: { ...sought, piece } })}
      />
    </>
  );
}

function Legend() {
  return (
    <Swatches
      entries={[
        { swatch: "asked", means: "row · piece, by row" },
        { swatch: "sought", means: "the piece that is looked for" },
        { swatch: "looked-for", means: "where p xor r looks for it" },
      ]}
    />
  );
}
