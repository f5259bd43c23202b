import { useMemo, useState } from "preact/hooks";
import { MATRIX_COUNTS, PIECE_BYTES } from "#simulator";
import { bytes } from "#pictures/format.ts";
import { Choice, Slider } from "../drawing/controls.tsx";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { Swatches } from "../drawing/swatches.tsx";
import { model, type Settings } from "./model.ts";
import { DEFAULT_TILE, PITCHES, fitted, piecesPerRow, type MatrixTile, type PieceSwizzle } from "./tile.ts";
import { View } from "./view.tsx";
import "./figure.css";

/** A tile in shared memory, and how the eight rows of each matrix of one `ldmatrix` meet the 32 banks. */
export default function MatrixRows(initial: Partial<MatrixTile>) {
  const [tile, setTile] = useState(() => fitted({ ...DEFAULT_TILE, ...initial }));
  const [pointing, setPointing] = useState<Omit<Settings, "tile">>({});
  const picture = useMemo(() => model({ tile, ...pointing }), [tile, pointing]);
  const change = (changed: Partial<MatrixTile>) => {
    setPointing({});
    setTile(fitted({ ...tile, ...changed }));
  };
  return (
    <div class="matrix-rows">
      <FigureFrame
        name="matrix-rows"
        title="Eight rows meet 32 banks"
        controls={<Controls tile={tile} onChange={change} />}
        readings={picture.readings}
        pointed={picture.pointed}
        hint="Point at a lane, a matrix or a row, or walk along the lanes with the arrow keys."
        sentence={picture.sentence}
        details={picture.details}
        detailsTitle="Matrix by matrix, in words"
        legend={<Legend />}
      >
        <View picture={picture} onPoint={setPointing} />
      </FigureFrame>
    </div>
  );
}

interface ControlsProps {
  readonly tile: MatrixTile;
  readonly onChange: (changed: Partial<MatrixTile>) => void;
}

const COUNTS = MATRIX_COUNTS.map((matrices) => ({ value: matrices, label: `x${matrices}` }));
const SWIZZLES: readonly { value: PieceSwizzle; label: string }[] = [
  { value: "off", label: "off" },
  { value: "row", label: "row" },
  { value: "half row", label: "half row" },
  { value: "address", label: "address" },
];
const ROWS: readonly { value: MatrixTile["rows"]; label: string }[] = [
  { value: "neighbours", label: "neighbours" },
  { value: "every second", label: "every second" },
];

function Controls({ tile, onChange }: ControlsProps) {
  return (
    <>
      <Slider label="Pitch" {...PITCHES} value={tile.pitchBytes} say={bytes} onChange={(pitchBytes) => onChange({ pitchBytes })} />
      <Slider
        label="First piece"
        max={piecesPerRow(tile) - (tile.matrices === 4 ? 2 : 1)}
        value={tile.firstPiece}
        say={(piece) => `piece ${piece}, byte ${piece * PIECE_BYTES} of a row`}
        onChange={(firstPiece) => onChange({ firstPiece })}
      />
      <Choice label="Swizzle" options={SWIZZLES} value={tile.swizzle} onChange={(swizzle) => onChange({ swizzle })} />
      <Choice label="Matrices" options={COUNTS} value={tile.matrices} onChange={(matrices) => onChange({ matrices })} />
      <Choice label="Rows of a matrix" options={ROWS} value={tile.rows} onChange={(rows) => onChange({ rows })} />
    </>
  );
}

function Legend() {
  return (
    <Swatches
      entries={[
        { swatch: "asked", means: "a row of a matrix, by the lane that gives its address" },
        { swatch: "odd", means: "every second row of the tile" },
        { swatch: "first", means: "where a row of the tile begins" },
        { swatch: "unused", means: "padding" },
      ]}
    />
  );
}
