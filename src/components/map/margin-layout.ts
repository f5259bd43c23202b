import { leadsOf, type MapLesson } from "./course-graph.ts";
import type { DrawnLead } from "./columns-layout.ts";
import { roundedPath } from "./rounded-path.ts";
import { tracksOf } from "./tracks.ts";

/** Measures of the map in one column, in CSS pixels: lessons below each other under their part's heading, lines in the margin. */
export const MARGIN = { rowHeight: 56, headHeight: 84, dotRadius: 5 } as const;
const TRACK_PITCH = 7;
const CORNER = 5;
/** From the innermost track to the dots, which stand at the margin's right edge. */
const DOT_ROOM = 14;

export interface MarginLayout {
  readonly leads: readonly DrawnLead[];
  /** Where each lesson's dot stands, from the top, in the order of the lessons. */
  readonly dots: readonly { readonly id: string; readonly y: number }[];
  /** Where dots stand, from the left: the width of the margin. */
  readonly dotX: number;
  readonly height: number;
}

/** The lessons of a course in one column, with the lines between them to their left. */
export function marginLayout(lessons: readonly MapLesson[]): MarginLayout {
  const leads = leadsOf(lessons);
  const places = lessons.map(({ id }, i) => ({
    id,
    y: headsUpTo(lessons, i) * MARGIN.headHeight + (i + 0.5) * MARGIN.rowHeight,
  }));
  const yOf = new Map(places.map(({ id, y }) => [id, y]));
  const needs = leads.filter(({ kind }) => kind === "need");
  const tracks = tracksOf(needs.map(({ from, to }) => ({ owner: from, from: yOf.get(from)!, to: yOf.get(to)! })));
  const dotX = DOT_ROOM + TRACK_PITCH * (Math.max(-1, ...tracks.values()) + 1);
  return {
    leads: leads.map((lead) => {
      const [from, to] = [yOf.get(lead.from)!, yOf.get(lead.to)!];
      const x = lead.kind === "next" ? dotX : dotX - DOT_ROOM - TRACK_PITCH * tracks.get(lead.from)!;
      const corners = [
        { x: dotX, y: from },
        { x, y: from },
        { x, y: to },
        { x: dotX - (lead.kind === "next" ? 0 : MARGIN.dotRadius), y: to },
      ];
      return { ...lead, path: roundedPath(lead.kind === "next" ? [corners[0], corners[3]] : corners, CORNER) };
    }),
    dots: places,
    dotX,
    height: lessons.length * MARGIN.rowHeight + headsUpTo(lessons, lessons.length - 1) * MARGIN.headHeight,
  };
}

/** Headings of parts above a lesson. */
function headsUpTo(lessons: readonly MapLesson[], place: number): number {
  return new Set(lessons.slice(0, place + 1).map(({ part }) => part)).size;
}
