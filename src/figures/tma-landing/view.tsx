import { count } from "#pictures/format.ts";
import { BOX_ROWS, PLACES, type BoxPiece, type DrawnPiece, type Line, type Picture } from "./model.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly onSeek: (piece: BoxPiece) => void;
}

/** Heights in CSS pixels. */
const CELL_HEIGHT = 22;
const HEADER_HEIGHT = 16;
/** Width of a piece, in percent of the picture's width. */
const PLACE = 100 / PLACES;
/** A row of the box has the colour of a lane: every fourth one, so that rows can be told apart. */
const colourOf = (row: number): number => row * 4;

/** The box in the tensor, and beside it the lines of shared memory that it lands in. */
export function View({ picture: { box, lines, sentence }, onSeek }: ViewProps) {
  return (
    <div class="landing-views">
      <div>
        <p>The box, as it lies in the tensor</p>
        <div class="bank-grid">
          <svg class="addresses" height={HEADER_HEIGHT + BOX_ROWS * CELL_HEIGHT + 1} aria-hidden="true">
            {box.map((_, row) => (
              <text key={row} x="100%" y={HEADER_HEIGHT + (row + 0.5) * CELL_HEIGHT}>
                row {row}
              </text>
            ))}
          </svg>
          <svg
            class="banks"
            width="100%"
            height={HEADER_HEIGHT + BOX_ROWS * CELL_HEIGHT + 1}
            role="img"
            aria-label={`A box of ${BOX_ROWS} rows`}
          >
            <Heads />
            {box.map((row, number) =>
              row.map((piece) => <Cell key={piece.piece} piece={piece} y={HEADER_HEIGHT + number * CELL_HEIGHT} onSeek={onSeek} />),
            )}
          </svg>
        </div>
      </div>
      <div>
        <p>Shared memory, in lines of 128 bytes</p>
        <div class="bank-grid">
          <svg class="addresses" height={HEADER_HEIGHT + lines.length * CELL_HEIGHT + 1} aria-hidden="true">
            {lines.map(({ firstByte }, number) => (
              <text key={firstByte} x="100%" y={HEADER_HEIGHT + (number + 0.5) * CELL_HEIGHT}>
                {count(firstByte)}
              </text>
            ))}
          </svg>
          <svg class="banks" width="100%" height={HEADER_HEIGHT + lines.length * CELL_HEIGHT + 1} role="img" aria-label={sentence}>
            <Heads />
            {lines.map((line, number) => (
              <LineCells key={line.firstByte} line={line} y={HEADER_HEIGHT + number * CELL_HEIGHT} onSeek={onSeek} />
            ))}
          </svg>
        </div>
      </div>
    </div>
  );
}

function Heads() {
  return (
    <>
      {Array.from({ length: PLACES }, (_, place) => (
        <text key={place} class="bank-number" x={`${(place + 0.5) * PLACE}%`} y="8">
          {place}
        </text>
      ))}
    </>
  );
}

function LineCells({ line: { pieces, guessedPlace }, y, onSeek }: { readonly line: Line; readonly y: number } & Pick<ViewProps, "onSeek">) {
  return (
    <g>
      {Array.from({ length: PLACES }, (_, place) => (
        <rect key={place} class="empty-place" x={`${place * PLACE}%`} y={y} width={`${PLACE}%`} height={CELL_HEIGHT} />
      ))}
      {pieces.map((piece) => (
        <Cell key={piece.place} piece={piece} y={y} onSeek={onSeek} />
      ))}
      {guessedPlace !== undefined && <rect class="guessed" x={`${guessedPlace * PLACE}%`} y={y} width={`${PLACE}%`} height={CELL_HEIGHT} />}
    </g>
  );
}

function Cell({
  piece: { row, piece, place, emphasis },
  y,
  onSeek,
}: { readonly piece: DrawnPiece; readonly y: number } & Pick<ViewProps, "onSeek">) {
  const colour = colourOf(row);
  const box = { x: `${place * PLACE}%`, y, width: `${PLACE}%`, height: CELL_HEIGHT };
  return (
    <g class={`piece ${emphasis}`} onPointerEnter={() => onSeek({ row, piece })}>
      <rect {...box} style={{ fill: `var(--lane-${colour})` }} />
      <text
        class="cell-number"
        x={`${(place + 0.5) * PLACE}%`}
        y={y + CELL_HEIGHT / 2}
        style={{ fill: `var(--lane-ink-${colour})`, stroke: `var(--lane-${colour})` }}
      >
        {row}·{piece}
      </text>
      <rect class="cell-rule" {...box} />
    </g>
  );
}
