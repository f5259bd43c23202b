import { leadsOf, type Lead, type MapLesson } from "./course-graph.ts";
import { roundedPath, tracksOf, type Point, type Stretch } from "./lines.ts";

/** Measures of the map with a column for each part, in CSS pixels. */
export const COLUMNS = { boxWidth: 126, boxHeight: 82, columnPitch: 166, rowPitch: 106, headHeight: 106 } as const;
const COLUMNS_TRACK_PITCH = 6;
const COLUMNS_CORNER = 6;

export interface PlacedLesson<L extends MapLesson> {
  readonly lesson: L;
  readonly row: number;
  /** The box's upper left corner. */
  readonly x: number;
  readonly y: number;
}

export interface DrawnLead extends Lead {
  /** An SVG path between the two lessons. */
  readonly path: string;
}

export interface ColumnsLayout<L extends MapLesson> {
  readonly lessons: readonly PlacedLesson<L>[];
  readonly leads: readonly DrawnLead[];
  readonly width: number;
  readonly height: number;
}

/**
 * A column for each part, its lessons from top to bottom, each below all lessons that lead to it. Lines between parts stay in the gaps
 * between columns and rows, so that none runs behind a box; where lines of different lessons would meet, they run side by side.
 */
export function columnsLayout<L extends MapLesson>(lessons: readonly L[]): ColumnsLayout<L> {
  const leads = leadsOf(lessons);
  const rows = rowsOf(lessons, leads);
  const placed = lessons.map((lesson): PlacedLesson<L> => {
    const row = entryOf(rows, lesson.id);
    return { lesson, row, x: (lesson.part - 1) * COLUMNS.columnPitch, y: COLUMNS.headHeight + row * COLUMNS.rowPitch };
  });
  const boxOf = new Map(placed.map((box) => [box.lesson.id, box]));
  const between = leads.map((lead) => ({ lead, from: entryOf(boxOf, lead.from), to: entryOf(boxOf, lead.to) }));
  const router = routerFor(between.filter(({ lead }) => lead.kind === "need"));
  return {
    lessons: placed,
    leads: between.map(({ lead, from, to }) => ({
      ...lead,
      path: roundedPath(lead.kind === "next" ? straight(from, to) : router(from, to), COLUMNS_CORNER),
    })),
    width: (Math.max(...lessons.map(({ part }) => part)) - 1) * COLUMNS.columnPitch + COLUMNS.boxWidth,
    height: COLUMNS.headHeight + Math.max(...rows.values()) * COLUMNS.rowPitch + COLUMNS.boxHeight,
  };
}

/** The row of each lesson: the first row below all lessons that lead to it. */
function rowsOf(lessons: readonly MapLesson[], leads: readonly Lead[]): Map<string, number> {
  const rows = new Map<string, number>();
  for (const { id } of lessons) {
    const above = leads.filter(({ to }) => to === id).map(({ from }) => entryOf(rows, from));
    rows.set(id, Math.max(-1, ...above) + 1);
  }
  return rows;
}

type Box = PlacedLesson<MapLesson>;

function straight(from: Box, to: Box): Point[] {
  const x = from.x + COLUMNS.boxWidth / 2;
  return [
    { x, y: from.y + COLUMNS.boxHeight },
    { x, y: to.y },
  ];
}

/** Routes a line between parts: into the gap beside its box, along the gap below, down the gap before the other box. */
function routerFor(pairs: readonly { from: Box; to: Box }[]): (from: Box, to: Box) => Point[] {
  const gaps = new Map<string, Stretch[]>();
  const take = (gap: string, stretch: Stretch) => gaps.set(gap, [...(gaps.get(gap) ?? []), stretch]);
  for (const { from, to } of pairs) {
    const owner = from.lesson.id;
    const first = from.lesson.part;
    const last = to.lesson.part - 1;
    if (first === last) take(`beside ${first}`, { owner, from: from.row, to: to.row });
    else {
      take(`beside ${first}`, { owner, from: from.row, to: from.row + 0.5 });
      take(`below ${from.row}`, { owner, from: first, to: last });
      take(`beside ${last}`, { owner, from: from.row + 0.5, to: to.row });
    }
  }
  const tracks = new Map([...gaps].map(([gap, stretches]) => [gap, tracksOf(stretches)]));
  const offset = (gap: string, owner: string) => COLUMNS_TRACK_PITCH * (1 + (tracks.get(gap)?.get(owner) ?? 0));

  return (from, to) => {
    const owner = from.lesson.id;
    const first = from.lesson.part;
    const last = to.lesson.part - 1;
    const besideX = (part: number) => (part - 1) * COLUMNS.columnPitch + COLUMNS.boxWidth + offset(`beside ${part}`, owner);
    const belowY = from.y + COLUMNS.boxHeight + offset(`below ${from.row}`, owner);
    const startY = from.y + COLUMNS.boxHeight / 2;
    const endY = to.y + COLUMNS.boxHeight / 2;
    const turns =
      first === last
        ? []
        : [
            { x: besideX(first), y: belowY },
            { x: besideX(last), y: belowY },
          ];
    return [
      { x: from.x + COLUMNS.boxWidth, y: startY },
      { x: besideX(first), y: startY },
      ...turns,
      { x: besideX(last), y: endY },
      { x: to.x, y: endY },
    ];
  };
}

/** Measures of the map in one column, in CSS pixels: lessons below each other under their part's heading, lines in the margin. */
export const MARGIN = { rowHeight: 44, headHeight: 76, dotRadius: 5 } as const;
const MARGIN_TRACK_PITCH = 7;
const MARGIN_CORNER = 5;
/** From the innermost track to the dots, which are at the margin's right edge. */
const DOT_ROOM = 14;

export interface MarginLayout {
  readonly leads: readonly DrawnLead[];
  /** The height of each lesson's dot, from the top, in the order of the lessons. */
  readonly dots: readonly { readonly id: string; readonly y: number }[];
  /** The dots' distance from the left: the width of the margin. */
  readonly dotX: number;
  readonly height: number;
}

/** The lessons of a course in one column, with the lines between them to their left. */
export function marginLayout(lessons: readonly MapLesson[]): MarginLayout {
  const leads = leadsOf(lessons);
  const dots = lessons.map(({ id }, i) => ({
    id,
    y: headsUpTo(lessons, i) * MARGIN.headHeight + (i + 0.5) * MARGIN.rowHeight,
  }));
  const yOf = new Map(dots.map(({ id, y }) => [id, y]));
  const needs = leads.filter(({ kind }) => kind === "need");
  const tracks = tracksOf(needs.map(({ from, to }) => ({ owner: from, from: entryOf(yOf, from), to: entryOf(yOf, to) })));
  const dotX = DOT_ROOM + MARGIN_TRACK_PITCH * (Math.max(-1, ...tracks.values()) + 1);
  return {
    leads: leads.map((lead) => {
      const from = entryOf(yOf, lead.from);
      const to = entryOf(yOf, lead.to);
      const start = { x: dotX, y: from };
      if (lead.kind === "next") return { ...lead, path: roundedPath([start, { x: dotX, y: to }], MARGIN_CORNER) };
      const x = dotX - DOT_ROOM - MARGIN_TRACK_PITCH * entryOf(tracks, lead.from);
      const points = [start, { x, y: from }, { x, y: to }, { x: dotX - MARGIN.dotRadius, y: to }];
      return { ...lead, path: roundedPath(points, MARGIN_CORNER) };
    }),
    dots,
    dotX,
    height: lessons.length * MARGIN.rowHeight + headsUpTo(lessons, lessons.length - 1) * MARGIN.headHeight,
  };
}

/** The number of headings of parts above a lesson. */
function headsUpTo(lessons: readonly MapLesson[], place: number): number {
  return new Set(lessons.slice(0, place + 1).map(({ part }) => part)).size;
}

/** The entry of a lesson in a map. `leadsOf` has checked that all leads are between lessons of the course. */
function entryOf<T>(entries: ReadonlyMap<string, T>, lesson: string): T {
  const entry = entries.get(lesson);
  if (entry === undefined) throw new RangeError(`the map has no lesson ${lesson}`);
  return entry;
}
