import { leadsOf, type Lead, type MapLesson } from "./course-graph.ts";
import { roundedPath, type Point } from "./rounded-path.ts";
import { tracksOf, type Stretch } from "./tracks.ts";

/** Measures of the map with a column for each part, in CSS pixels. */
export const COLUMNS = { boxWidth: 158, boxHeight: 66, columnPitch: 199, rowPitch: 90, headHeight: 88 } as const;
const TRACK_PITCH = 6;
const CORNER = 6;

export interface PlacedLesson<L extends MapLesson> {
  readonly lesson: L;
  readonly row: number;
  /** The box's upper left corner. */
  readonly x: number;
  readonly y: number;
}

export interface DrawnLead extends Lead {
  /** An SVG path, from the box that leads to the box that is led to. */
  readonly path: string;
}

export interface ColumnsLayout<L extends MapLesson> {
  readonly lessons: readonly PlacedLesson<L>[];
  readonly leads: readonly DrawnLead[];
  readonly width: number;
  readonly height: number;
}

/**
 * A column for each part, its lessons from top to bottom, each below all that lead to it. Lines between parts keep to the gaps
 * between columns and rows, so that none runs behind a box; where lines of different lessons would meet, they run side by side.
 */
export function columnsLayout<L extends MapLesson>(lessons: readonly L[]): ColumnsLayout<L> {
  const leads = leadsOf(lessons);
  const rows = rowsOf(lessons, leads);
  const placed = lessons.map((lesson): PlacedLesson<L> => {
    const row = rows.get(lesson.id)!;
    return { lesson, row, x: (lesson.part - 1) * COLUMNS.columnPitch, y: COLUMNS.headHeight + row * COLUMNS.rowPitch };
  });
  const boxOf = new Map(placed.map((box) => [box.lesson.id, box]));
  const between = leads.map((lead) => ({ lead, from: boxOf.get(lead.from)!, to: boxOf.get(lead.to)! }));
  const router = routerFor(between.filter(({ lead }) => lead.kind === "need"));
  return {
    lessons: placed,
    leads: between.map(({ lead, from, to }) => ({
      ...lead,
      path: roundedPath(lead.kind === "next" ? straight(from, to) : router(from, to), CORNER),
    })),
    width: (Math.max(...lessons.map(({ part }) => part)) - 1) * COLUMNS.columnPitch + COLUMNS.boxWidth,
    height: COLUMNS.headHeight + Math.max(...rows.values()) * COLUMNS.rowPitch + COLUMNS.boxHeight,
  };
}

/** The row of each lesson: the first one below all rows of lessons that lead to it. */
function rowsOf(lessons: readonly MapLesson[], leads: readonly Lead[]): Map<string, number> {
  const rows = new Map<string, number>();
  for (const { id } of lessons) {
    const above = leads.filter(({ to }) => to === id).map(({ from }) => rows.get(from)!);
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

/** Finds the way of a line between parts: into the gap beside its box, along the gap below, down the gap before the other box. */
function routerFor(pairs: readonly { from: Box; to: Box }[]): (from: Box, to: Box) => Point[] {
  const gaps = new Map<string, Stretch[]>();
  const take = (gap: string, stretch: Stretch) => gaps.set(gap, [...(gaps.get(gap) ?? []), stretch]);
  for (const { from, to } of pairs) {
    const [owner, first, last] = [from.lesson.id, from.lesson.part, to.lesson.part - 1];
    if (first === last) take(`beside ${first}`, { owner, from: from.row, to: to.row });
    else {
      take(`beside ${first}`, { owner, from: from.row, to: from.row + 0.5 });
      take(`below ${from.row}`, { owner, from: first, to: last });
      take(`beside ${last}`, { owner, from: from.row + 0.5, to: to.row });
    }
  }
  const tracks = new Map([...gaps].map(([gap, stretches]) => [gap, tracksOf(stretches)]));
  const offset = (gap: string, owner: string) => TRACK_PITCH * (1 + (tracks.get(gap)?.get(owner) ?? 0));

  return (from, to) => {
    const [owner, first, last] = [from.lesson.id, from.lesson.part, to.lesson.part - 1];
    const besideX = (part: number) => (part - 1) * COLUMNS.columnPitch + COLUMNS.boxWidth + offset(`beside ${part}`, owner);
    const belowY = from.y + COLUMNS.boxHeight + offset(`below ${from.row}`, owner);
    const [startY, endY] = [from.y + COLUMNS.boxHeight / 2, to.y + COLUMNS.boxHeight / 2];
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
