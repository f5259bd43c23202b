import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import { WARP_SIZE } from "#simulator";
import { Choice } from "../drawing/controls.tsx";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { StepControls, useSteps } from "../drawing/steps.tsx";
import { versions, type MeasuredVersion, type Version } from "./versions.ts";
import { model } from "./model.ts";
import { scenesOf, type Place, type Scene } from "./scenes.ts";
import { View } from "./view.tsx";
import "./figure.css";

interface TransposeStagesProps {
  /** The version that is drawn at first. */
  readonly version?: Version;
  /** The versions that can be chosen. Default: all. */
  readonly versions?: readonly Version[];
  /** The step that is shown at first, from 0. Default: the warp's store, when all that it does can be seen. */
  readonly step?: number;
  /** How fast the versions ran, from `measuredVersions`; without them no bars are drawn. */
  readonly measured?: readonly MeasuredVersion[];
}

const STEP_MS = 1900;
const ALL = Object.keys(versions) as Version[];

/** The transpose of a matrix, step by step, in five versions. */
export default function TransposeStages({
  version: first = "tiled",
  versions: offered = ALL,
  step: firstStep,
  measured,
}: TransposeStagesProps) {
  const [version, setVersion] = useState(first);
  const [hoveredLane, onPoint] = useState<number>();
  const count = scenesOf(versions[version]).length;
  const steps = useSteps(count, STEP_MS, firstStep ?? storeStep(first));
  const picture = useMemo(() => model({ version, step: steps.step, hoveredLane, measured }), [version, steps.step, hoveredLane, measured]);
  const frame = useRef<HTMLDivElement>(null);
  useFlight(frame, picture.scene);
  /** Shows another version at the same scene, if it has one, so that the versions can be compared. */
  const choose = (next: Version) => {
    const scenes = scenesOf(versions[next]);
    const same = scenes.findIndex(({ kind }) => kind === picture.scene.kind);
    setVersion(next);
    steps.go(same < 0 ? scenes.length - 1 : same);
  };
  return (
    <div ref={frame} class="transpose-stages">
      <FigureFrame
        name="transpose-stages"
        sketch={async () => (await import("./sketch.ts")).sketch(version)}
        title="Transposing a matrix, step by step"
        controls={
          <>
            <Choice
              label="Version"
              options={offered.map((value) => ({ value, label: versions[value].label }))}
              value={version}
              onChange={choose}
            />
            <StepControls steps={steps} say={(step) => picture.stepTitles[step] ?? ""} />
          </>
        }
        sentence={picture.sentence}
        details={picture.details}
      >
        <View picture={picture} onPoint={onPoint} />
      </FigureFrame>
    </div>
  );
}

/** The step of a version in which the lit warp stores. */
function storeStep(version: Version): number {
  return scenesOf(versions[version]).findIndex(({ kind }) => kind === "write");
}

const FLIGHT_MS = 650;
/** Delay from one lane to the next. */
const STAGGER_MS = 10;

/** Animates each lane's element from its old place to its new one, once, when a scene begins in which elements move. */
function useFlight(frame: RefObject<HTMLElement>, scene: Scene): void {
  const shown = useRef(scene);
  useLayoutEffect(() => {
    const root = frame.current;
    if (!root || shown.current === scene) return;
    shown.current = scene;
    if (!scene.flight || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const flights = fly(cellsOf(root, scene.flight.from), cellsOf(root, scene.flight.to));
    return () => flights.forEach((flight) => flight.cancel());
  }, [scene]);
}

/** Moves cells from the places of others. All places are read before the first cell moves. */
function fly(from: readonly Element[], to: readonly Element[]): Animation[] {
  const moves = to.map((cell, lane) => {
    const start = from[lane]?.getBoundingClientRect();
    if (!start) throw new RangeError(`lane ${lane} is not drawn where its element comes from`);
    const end = cell.getBoundingClientRect();
    return { cell, transform: `translate(${start.x - end.x}px, ${start.y - end.y}px)` };
  });
  return moves.map(({ cell, transform }, lane) =>
    cell.animate([{ transform }, { transform: "none" }], {
      duration: FLIGHT_MS,
      delay: lane * STAGGER_MS,
      easing: "cubic-bezier(0.3, 0, 0.2, 1)",
      fill: "backwards",
    }),
  );
}

/** The cell of each lane, lane 0 first. */
function cellsOf(root: HTMLElement, place: Place): Element[] {
  if (place === "lanes") return [...root.querySelectorAll(".lane-strip .lane")];
  const inPlace = root.querySelector(`[data-place="${place}"]`);
  return Array.from({ length: WARP_SIZE }, (_, lane) => inPlace?.querySelector(`[data-lane="${lane}"]`)).filter((cell) => !!cell);
}
