import type { ComponentChildren } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type { WarpRequest } from "#simulator";
import type { Reading } from "#pictures/readings.ts";
import { IsFirstLook } from "../drawing/first-look.ts";
import { FigureFrame, POINT_AT_A_LANE, type FigureFrameProps } from "../drawing/figure-frame.tsx";
import { useLanePointing, type LanePointing } from "../drawing/lanes.tsx";
import { Legend, View, type ViewProps } from "./view.tsx";
import { firstReadings, picture, type Picture } from "./model.ts";

interface FigureProps extends ViewProps, Pick<FigureFrameProps, "name" | "sketch" | "title" | "titled" | "controls" | "further"> {
  /** Whether one number stands in for all readings, legend and text: how many sectors move, and how few could. */
  readonly isBrief?: boolean;
}

/** The picture of a request with its numbers, its legend and its text equivalent. */
export function Figure({ name, sketch, title, titled, controls, further, isBrief = false, ...drawn }: FigureProps) {
  const isFirstLook = useContext(IsFirstLook) || isBrief;
  const view = isFirstLook ? { ...drawn, picture: atFirstLook(drawn.picture) } : drawn;
  const { picture } = view;
  if (isBrief)
    return (
      <figure class="figure brief not-content" aria-label={title} data-figure={name} data-pagefind-ignore="all">
        <div class="controls">{controls}</div>
        <Headline readings={drawn.picture.readings} />
        <View {...view} />
        <figcaption class="sr-only" aria-live="polite">
          <p>{picture.sentence}</p>
        </figcaption>
      </figure>
    );
  return (
    <FigureFrame
      name={name}
      sketch={sketch}
      title={title}
      titled={titled}
      controls={controls}
      readings={picture.readings}
      pointed={picture.pointed}
      hint={POINT_AT_A_LANE}
      legend={<Legend memoryModel={picture.memoryModel} isFirstLook={isFirstLook} />}
      sentence={picture.sentence}
      {...(!isFirstLook && { details: picture.details, detailsTitle: "Line by line, in words" })}
      further={further}
    >
      <View {...view} />
    </FigureFrame>
  );
}

/** The picture with lanes, requests and sectors only. */
function atFirstLook(picture: Picture): Picture {
  const rows = picture.rows.map((row) => (row.kind === "line" ? { ...row, dramMoves: [] } : row));
  return { ...picture, rows, readings: firstReadings(picture.readings), sentence: picture.firstSentence };
}

/** "20 sectors instead of 4", and what the hatching is. */
function Headline({ readings }: { readonly readings: readonly Reading[] }) {
  const sectors = readings.find(({ name }) => name === "sectors");
  if (sectors === undefined) return null;
  const { value, ideal = value } = sectors;
  return (
    <p class="figure-headline">
      <b>{value}</b> {value === "1" ? "sector" : "sectors"} {value === ideal ? "and no fewer would do" : `instead of ${ideal}`}
      <span>Hatched is what moves although nobody asked for it.</span>
    </p>
  );
}

interface RequestFigureProps {
  /** A request of global memory. */
  readonly request: WarpRequest;
  /** The lanes that the sentence beside the figure is about. */
  readonly lanes?: readonly number[] | undefined;
  readonly title: string;
  /** Whether the title is shown: not where choices above the figure say the same. */
  readonly titled?: boolean | undefined;
  /** Given where another part of the page shows the pointed lane, too. */
  readonly pointing?: LanePointing | undefined;
  /** Tables below all counts. */
  readonly further?: ComponentChildren;
}

/** The figure of any request of global memory, drawn in the same way as the stride figure. */
export function RequestFigure({ request, lanes, title, titled = true, pointing, further }: RequestFigureProps) {
  const { hoveredLane, onPoint } = useLanePointing(pointing);
  const drawn = useMemo(
    () => picture({ request, memoryModel: "sector", namedLanes: lanes, hoveredLane, windows: [] }),
    [request, lanes, hoveredLane],
  );
  return <Figure title={title} titled={titled} picture={drawn} onPoint={onPoint} further={further} />;
}
