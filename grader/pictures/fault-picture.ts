import { h, type JSX } from "preact";
import { CACHE_LINE_BYTES, SECTOR_BYTES, laneFault, type RequestFault, type WarpRequest } from "#simulator";
import { bytes, count, pluralize, ranges } from "./format.ts";
import { laneColor } from "./palette.ts";
import { placeRows, rowHeight, withGaps, type PlacedRow } from "./rows.ts";
import { LaneStrip, Legend, RowAddress, laneMiddle, measures, type Drawing } from "./svg-parts.ts";

const UNITS_PER_BYTE = measures.width / CACHE_LINE_BYTES;
const FAN_HEIGHT = 34;
const BETWEEN = 6;
const GAP_HEIGHT = 10;
/** How many lines are drawn; further lines of the request are left out. In a strip, they begin with the first that has a fault. */
const MOST_LINES = { page: 12, strip: 3 };

/** Bytes of one lane in one line. */
interface Span {
  readonly lane: number;
  readonly fault: "outside" | "misaligned" | undefined;
  /** From the start of the line. */
  readonly offsetBytes: number;
  readonly bytes: number;
  /** Whether it begins here: a misaligned vector may go on in the next line. */
  readonly isStart: boolean;
}

interface FaultLine {
  readonly kind: "line";
  readonly number: number;
  readonly spans: readonly Span[];
}

/** The lines that the lanes of a faulty request address, also before the array and beyond its end. */
export function faultLines({ bytesPerLane }: Pick<WarpRequest, "bytesPerLane">, fault: RequestFault): FaultLine[] {
  const spans = fault.byteAddresses.flatMap((first, lane) => {
    if (first === null) return [];
    const wrong = laneFault(first, fault, bytesPerLane);
    const parts: (Span & { readonly line: number })[] = [];
    for (let byte = first; byte < first + bytesPerLane;) {
      const line = Math.floor(byte / CACHE_LINE_BYTES);
      const end = Math.min(first + bytesPerLane, (line + 1) * CACHE_LINE_BYTES);
      parts.push({ line, lane, fault: wrong, offsetBytes: byte - line * CACHE_LINE_BYTES, bytes: end - byte, isStart: byte === first });
      byte = end;
    }
    return parts;
  });
  const byLine = [...Map.groupBy(spans, ({ line }) => line)].sort(([a], [b]) => a - b);
  return byLine.map(([number, spans]) => ({ kind: "line", number, spans }));
}

/**
 * The picture of a request that faults: where each lane's access would be, to scale, across the boundaries that it must not cross. The end
 * of the array is marked, and the memory outside it.
 */
export function faultPicture(request: WarpRequest, fault: RequestFault, room: keyof typeof MOST_LINES = "page"): Drawing {
  const all = faultLines(request, fault);
  const from =
    room === "page"
      ? 0
      : Math.max(
          0,
          all.findIndex(({ spans }) => spans.some((span) => span.fault !== undefined)),
        );
  const lines = all.slice(from, from + MOST_LINES[room]);
  const height = rowHeight(lines.length, { page: measures.page, between: BETWEEN, tallest: 22, lowest: 12 });
  const { rows, bottom } = placeRows(withGaps(lines), {
    top: measures.laneTop + measures.laneHeight + FAN_HEIGHT,
    between: BETWEEN,
    heightOf: (row) => (row.kind === "line" ? height : GAP_HEIGHT - BETWEEN),
  });
  const placed = rows.filter((row): row is PlacedRow<FaultLine> => row.kind === "line");
  const activeMask = fault.byteAddresses.reduce<number>((mask, address, lane) => (address === null ? mask : mask | (1 << lane)), 0) >>> 0;
  const faulty = fault.byteAddresses.flatMap((address, lane) => (laneFault(address, fault, request.bytesPerLane) ? [lane] : []));
  const isMisaligned = all.some(({ spans }) => spans.some((span) => span.fault === "misaligned"));
  const isOutside = all.some(({ spans }) => spans.some((span) => span.fault === "outside"));
  return {
    height: bottom + measures.legendHeight + (all.length > lines.length ? 14 : 0),
    shapes: [
      h(LaneStrip, { request: { ...request, activeMask }, named: faulty }),
      rows.map((row) => (row.kind === "line" ? groundShapes(row, fault) : h(RowAddress, { y: row.y + 2, soft: true, children: "…" }))),
      placed.flatMap((row) => row.spans.filter(({ isStart }) => isStart).map((span) => connector(span, row))),
      placed.flatMap((row) => row.spans.map((span) => spanShapes(span, row))),
      isMisaligned && placed.flatMap((row) => startShapes(row, request)),
      all.length > lines.length &&
        h("text", { class: "legend", x: measures.gutter, y: bottom + 4 }, `and ${pluralize(all.length - lines.length, "more line")}`),
      h(Legend, {
        entries: [
          { swatch: "named", text: "lanes that fault" },
          ...(isMisaligned
            ? [{ swatch: "boundary", text: `every ${bytes(request.bytesPerLane)}: a lane has to start here` } as const]
            : []),
          ...(isOutside ? [{ swatch: "outside", text: `outside the ${fault.bounded ?? "array"}` } as const] : []),
        ],
        y: bottom + (all.length > lines.length ? 26 : 12),
      }),
    ],
  };
}

function xOf(offsetBytes: number): number {
  return measures.gutter + offsetBytes * UNITS_PER_BYTE;
}

/** A line of memory with its sectors, with the part of it that lies outside the array, and with the places where a vector may start. */
function groundShapes({ number, y, height }: PlacedRow<FaultLine>, { arrayBytes }: RequestFault): JSX.Element[] {
  const firstByte = number * CACHE_LINE_BYTES;
  const inside = { from: clamped(-firstByte), to: clamped(arrayBytes - firstByte) };
  const outside = [
    { from: 0, to: inside.from },
    { from: inside.to, to: CACHE_LINE_BYTES },
  ].filter(({ from, to }) => to > from);
  const sectors = Array.from({ length: CACHE_LINE_BYTES / SECTOR_BYTES }, (_, i) => i * SECTOR_BYTES);
  const hasEnd = arrayBytes > firstByte && arrayBytes <= firstByte + CACHE_LINE_BYTES;
  return [
    ...outside.map(({ from, to }) => h("rect", { class: "outside", x: xOf(from), y, width: (to - from) * UNITS_PER_BYTE, height })),
    ...sectors.map((offset) =>
      h("rect", { class: "sector still", fill: "none", x: xOf(offset), y, width: SECTOR_BYTES * UNITS_PER_BYTE, height }),
    ),
    h("rect", { class: "line-rule", x: measures.gutter, y, width: measures.width, height }),
    ...(hasEnd
      ? [h("line", { class: "array-end", x1: xOf(arrayBytes - firstByte), y1: y - 5, x2: xOf(arrayBytes - firstByte), y2: y + height + 5 })]
      : []),
    h(RowAddress, { y: y + height / 2, children: firstByte < 0 ? `−${count(-firstByte)}` : count(firstByte) }),
  ];
}

/** The places where a vector may start: they cut through lanes that start elsewhere. */
function startShapes({ y, height }: PlacedRow<FaultLine>, { bytesPerLane }: WarpRequest): JSX.Element[] {
  return Array.from({ length: CACHE_LINE_BYTES / bytesPerLane - 1 }, (_, i) => xOf((i + 1) * bytesPerLane)).map((x) =>
    h("line", { class: "boundary", x1: x, y1: y - 3, x2: x, y2: y + height + 3 }),
  );
}

function clamped(offset: number): number {
  return Math.max(0, Math.min(CACHE_LINE_BYTES, offset));
}

function connector({ lane, offsetBytes, fault }: Span, { y }: PlacedRow<FaultLine>): JSX.Element {
  return h("line", {
    class: fault === undefined ? "connector" : "connector faulty",
    stroke: laneColor(lane).fill,
    x1: laneMiddle(lane),
    y1: measures.laneTop + measures.laneHeight + 2,
    x2: xOf(offsetBytes) + 3,
    y2: y,
  });
}

function spanShapes({ lane, fault, offsetBytes, bytes: width }: Span, { y, height }: PlacedRow<FaultLine>): JSX.Element {
  const place = { x: xOf(offsetBytes) + 0.5, y: y + 2, width: width * UNITS_PER_BYTE - 1, height: height - 4 };
  const isNumbered = place.width >= 14;
  return h(
    "g",
    null,
    h("rect", { class: "cell", ...place, fill: laneColor(lane).fill }),
    fault !== undefined && h("rect", { class: "fault-rule", ...place }),
    isNumbered && h("text", { x: place.x + place.width / 2, y: y + height / 2, fill: laneColor(lane).ink }, lane),
  );
}

/** The picture of a fault, as text. */
export function faultCaption({ bytesPerLane, op }: Pick<WarpRequest, "bytesPerLane" | "op">, fault: RequestFault): string {
  const lanesWith = (kind: "outside" | "misaligned"): number[] =>
    fault.byteAddresses.flatMap((address, lane) => (laneFault(address, fault, bytesPerLane) === kind ? [lane] : []));
  const outside = lanesWith("outside");
  const misaligned = lanesWith("misaligned");
  const lanes = (which: readonly number[]): string =>
    `${which.length === 1 ? "Lane" : "Lanes"} ${ranges(which)} ${which.length === 1 ? "is" : "are"}`;
  return [
    ...(outside.length > 0 ? [`${lanes(outside)} outside the array, which has ${bytes(fault.arrayBytes)}.`] : []),
    ...(misaligned.length > 0 ? [`${lanes(misaligned)} misaligned: ${bytes(bytesPerLane)} start at a multiple of ${bytesPerLane}.`] : []),
    misaligned.length > 0
      ? `A GPU ends the kernel with an error at this ${op}; nothing of it is counted.`
      : `What lies there belongs to somebody else, or to nobody, which ends the kernel with an error; nothing of this ${op} is counted.`,
  ].join(" ");
}
