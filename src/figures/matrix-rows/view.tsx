import { useId } from "preact/hooks";
import { ROWS_PER_MATRIX, WARP_SIZE } from "#simulator";
import { count, pluralize } from "#pictures/format.ts";
import { rowHeight as rowHeightFor } from "#pictures/rows.ts";
import { LaneFill, LaneStrip } from "../drawing/lanes.tsx";
import { BANKS_PER_PIECE, PLACES, type Matrix, type MemoryLine, type Picture, type Piece } from "./model.ts";

interface Pointing {
  readonly hoveredLane?: number | undefined;
  readonly hoveredMatrix?: number | undefined;
}

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (pointing: Pointing) => void;
}

/** Heights in CSS pixels. */
const LINE_HEIGHT = { page: 300, between: 0, tallest: 17, lowest: 9 };
const HEADER_HEIGHT = 16;
const LEVEL_HEIGHT = 12;
const BRACKET = { height: 28, top: 19 };
/** Width of a piece, in percent of the picture's width. */
const PLACE = 100 / PLACES;
const LANE = 100 / WARP_SIZE;
/** Room left free on each side of a bracket, in percent of the picture's width. */
const INSET = 0.3;

/** From top to bottom: the lanes that give addresses, the tile in shared memory, and for each matrix how its rows meet the banks. */
export function View({ picture, onPoint }: ViewProps) {
  const paddingFill = useId();
  const { lanes, matrices, lines, sentence } = picture;
  const lineHeight = rowHeightFor(lines.length, LINE_HEIGHT);
  const height = HEADER_HEIGHT + lines.length * lineHeight + 1;
  const levels = Math.max(...matrices.map(({ wavefronts }) => wavefronts));
  return (
    <>
      <div class="bank-grid">
        <Brackets matrices={matrices} onPoint={onPoint} />
        <LaneStrip lanes={lanes} onPoint={(hoveredLane) => onPoint({ hoveredLane })} />
        <svg class="addresses" height={height} aria-hidden="true">
          <text x="100%" y="8">
            banks
          </text>
          {lines.map(({ firstByte }, number) => (
            <text key={firstByte} x="100%" y={HEADER_HEIGHT + (number + 0.5) * lineHeight}>
              {count(firstByte)}
            </text>
          ))}
        </svg>
        <svg class="banks" width="100%" height={height} role="img" aria-label={sentence}>
          <defs>
            <pattern id={paddingFill} width="5" height="5" patternUnits="userSpaceOnUse">
              <circle class="padding-dot" cx="2.5" cy="2.5" r="0.9" />
            </pattern>
          </defs>
          <BankNumbers />
          {lines.map((line, number) => (
            <Line
              key={line.firstByte}
              line={line}
              y={HEADER_HEIGHT + number * lineHeight}
              height={lineHeight}
              paddingFill={paddingFill}
              onPoint={onPoint}
            />
          ))}
        </svg>
      </div>
      <div class={`meetings of-${matrices.length}`}>
        {matrices.map((matrix) => (
          <Meeting key={matrix.number} matrix={matrix} levels={levels} onPoint={onPoint} />
        ))}
      </div>
    </>
  );
}

/** The banks of each piece: "0–3". */
function BankNumbers() {
  return (
    <>
      {Array.from({ length: PLACES }, (_, place) => (
        <text key={place} class="bank-number" x={`${(place + 0.5) * PLACE}%`} y="8">
          {place * BANKS_PER_PIECE}–{place * BANKS_PER_PIECE + BANKS_PER_PIECE - 1}
        </text>
      ))}
    </>
  );
}

interface LineProps extends Pick<ViewProps, "onPoint"> {
  readonly line: MemoryLine;
  readonly y: number;
  readonly height: number;
  readonly paddingFill: string;
}

function Line({ line, y, height, paddingFill, onPoint }: LineProps) {
  return (
    <g>
      {line.pieces.map((piece) => (
        <PieceRect key={piece.place} piece={piece} y={y} height={height} paddingFill={paddingFill} onPoint={onPoint} />
      ))}
    </g>
  );
}

function PieceRect({ piece, y, height, paddingFill, onPoint }: Omit<LineProps, "line"> & { readonly piece: Piece }) {
  const { place, row, lane, isFirst, emphasis } = piece;
  const box = { x: `${place * PLACE}%`, y, width: `${PLACE}%`, height };
  return (
    <>
      <rect class={row === undefined ? "unused-piece" : row % 2 === 1 ? "tile-piece odd" : "tile-piece"} {...box} />
      {row === undefined && <rect {...box} fill={`url(#${paddingFill})`} />}
      {lane !== undefined && (
        <g class={`piece ${emphasis}`} onPointerEnter={() => onPoint({ hoveredLane: lane })} onPointerLeave={() => onPoint({})}>
          <LaneFill lanes={[lane]} x={place * PLACE} width={PLACE} y={y} height={height} numbered={height >= 10} />
          <rect class="cell-rule" {...box} />
        </g>
      )}
      {isFirst && <rect class="first-edge" x={`${place * PLACE}%`} y={y + 1} width="2.5" height={height - 2} />}
    </>
  );
}

/** Over the lanes: which matrix's rows they give. */
function Brackets({ matrices, onPoint }: Pick<ViewProps, "onPoint"> & Pick<Picture, "matrices">) {
  return (
    <svg
      class="matrix-brackets"
      width="100%"
      height={BRACKET.height}
      role="group"
      aria-label="Matrices, and the lanes that give their rows"
    >
      {matrices.map((matrix) => {
        const { number, firstLane } = matrix;
        const left = firstLane * LANE + INSET;
        const right = (firstLane + ROWS_PER_MATRIX) * LANE - INSET;
        return (
          <g
            key={number}
            class={`matrix ${matrix.emphasis}`}
            role="img"
            tabIndex={0}
            aria-label={matrix.label}
            onPointerEnter={() => onPoint({ hoveredMatrix: number })}
            onPointerLeave={() => onPoint({})}
            onFocus={() => onPoint({ hoveredMatrix: number })}
            onBlur={() => onPoint({})}
          >
            <rect class="matrix-target" x={`${left}%`} y="0" width={`${right - left}%`} height={BRACKET.height} />
            <text x={`${(left + right) / 2}%`} y="8">
              matrix {number}
            </text>
            <line x1={`${left}%`} x2={`${right}%`} y1={BRACKET.top} y2={BRACKET.top} />
            <line x1={`${left}%`} x2={`${left}%`} y1={BRACKET.top} y2={BRACKET.height} />
            <line x1={`${right}%`} x2={`${right}%`} y1={BRACKET.top} y2={BRACKET.height} />
          </g>
        );
      })}
    </svg>
  );
}

interface MeetingProps extends Pick<ViewProps, "onPoint"> {
  readonly matrix: Matrix;
  /** Height of the highest stack of all matrices, in rows. */
  readonly levels: number;
}

/** Eight rows of a matrix on the banks: a stack is as high as the wavefronts that it takes. */
function Meeting({ matrix, levels, onPoint }: MeetingProps) {
  const { number, wavefronts, stacks } = matrix;
  const floor = levels * LEVEL_HEIGHT + 3;
  return (
    <div class={`meeting ${matrix.emphasis}`}>
      <svg width="100%" height={floor + 2} role="img" aria-label={matrix.label}>
        {stacks.map((rows, place) => (
          <g key={place}>
            {rows.length > 1 && (
              <rect
                class="tower-ground"
                x={`${place * PLACE}%`}
                y={floor - rows.length * LEVEL_HEIGHT - 1}
                width={`${PLACE}%`}
                height={rows.length * LEVEL_HEIGHT + 1}
              />
            )}
            {rows.map(({ lane, emphasis }, level) => {
              const y = floor - (level + 1) * LEVEL_HEIGHT;
              return (
                <g
                  key={lane}
                  class={`piece ${emphasis}`}
                  onPointerEnter={() => onPoint({ hoveredLane: lane })}
                  onPointerLeave={() => onPoint({})}
                >
                  <LaneFill lanes={[lane]} x={place * PLACE} width={PLACE} y={y} height={LEVEL_HEIGHT} numbered />
                  <rect class="cell-rule" x={`${place * PLACE}%`} y={y} width={`${PLACE}%`} height={LEVEL_HEIGHT} />
                </g>
              );
            })}
          </g>
        ))}
        {stacks.map((rows, place) =>
          rows.length > 1 ? (
            <rect
              key={place}
              class="stack-rule"
              x={`${place * PLACE}%`}
              y={floor - rows.length * LEVEL_HEIGHT - 1}
              width={`${PLACE}%`}
              height={rows.length * LEVEL_HEIGHT + 1}
            />
          ) : null,
        )}
        <line class="floor" x1="0" x2="100%" y1={floor} y2={floor} />
      </svg>
      <p>
        Matrix {number}: {pluralize(wavefronts, "wavefront")}
      </p>
    </div>
  );
}
