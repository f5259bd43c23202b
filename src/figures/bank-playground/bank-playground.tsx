import { useMemo, useState } from "preact/hooks";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import type { Access, AccessKind } from "./access.ts";
import { fitted } from "./access.ts";
import "./bank-playground.css";
import { Controls } from "./controls.tsx";
import { layoutOf } from "./layout.ts";
import { Legend } from "./legend.tsx";
import { model, type Settings } from "./model.ts";
import type { Pointing } from "./pointing.ts";
import type { Tile } from "./tile.ts";
import { View } from "./view.tsx";

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
        title="A tile in shared memory, bank by bank"
        controls={<Controls settings={settings} onChange={(next) => (setPointing({}), setSettings(next))} />}
        readings={picture.readings}
        pointed={picture.pointed ?? "Point at a lane, a group or a word, or walk along the lanes with the arrow keys."}
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
