import { count } from "#pictures/format.ts";
import { useMemo, useState } from "preact/hooks";
import { devices } from "#simulator";
import { Choice } from "../drawing/controls.tsx";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import { model } from "./model.ts";
import { TILE_SIDES, drawnSteps, type TileSide } from "./product.ts";
import { View } from "./view.tsx";
import "./figure.css";

interface Props {
  readonly tileSide?: TileSide;
  /** Rows and columns of each matrix. */
  readonly n?: number;
  /** The id of a device, as in the simulator's `devices`. */
  readonly device?: string;
  /** The step that is shown at first, from 0. */
  readonly step?: number;
}

const TILES = TILE_SIDES.map((tileSide) => ({ value: tileSide, label: tileSide === 1 ? "none" : `${tileSide}` }));
const SIZES = [64, 256, 1024, 4096].map((n) => ({ value: n, label: count(n) }));
const DEVICES = Object.keys(devices).map((id) => ({ value: id, label: id.toUpperCase().replace("RTX", "RTX ") }));
const STEP_MS = 500;

/** A matrix product with tiles of any side: what a block loads, how often, and where the kernel lies under the roofline. */
export default function TilingReuse(initial: Props) {
  const [tileSide, setTileSide] = useState<TileSide>(initial.tileSide ?? 16);
  const [n, setN] = useState(initial.n ?? 1024);
  const [deviceId, setDeviceId] = useState(initial.device ?? "h100");
  const [hoveredLane, onPoint] = useState<number>();
  const steps = useSteps(drawnSteps({ tileSide }), STEP_MS, initial.step);
  const device = devices[deviceId];
  if (!device) throw new RangeError(`there is no device "${deviceId}"`);
  const picture = useMemo(
    () => model({ tileSide, n, device, step: steps.step, hoveredLane }),
    [tileSide, n, device, steps.step, hoveredLane],
  );
  return (
    <FigureFrame
      name="tiling-reuse"
      title="Tiles, reuse and the roofline"
      controls={
        <>
          <Choice label="Tile side" options={TILES} value={tileSide} onChange={setTileSide} />
          <Choice label="Matrix side" options={SIZES} value={n} onChange={setN} />
          <Choice label="Device" options={DEVICES} value={deviceId} onChange={setDeviceId} />
          <StepControls steps={steps} say={(step) => `step ${step + 1}`} />
        </>
      }
      sentence={picture.sentence}
      details={picture.details}
      detailsTitle="Tile by tile, in words"
    >
      <View picture={picture} onPoint={onPoint} />
    </FigureFrame>
  );
}
