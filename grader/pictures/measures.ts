/** Sizes that both pictures share, in units of the drawing. */
export const measures = {
  /** Room for addresses at the left. */
  gutter: 56,
  /** 32 lanes of 22, and a cache line below them to scale: 5.5 a byte. */
  width: 704,
  /** Beyond the last lane, so that its rule is not cut. */
  edge: 4,
  lane: 22,
  laneTop: 14,
  laneHeight: 20,
  legendHeight: 30,
} as const;

export const totalWidth = measures.gutter + measures.width + measures.edge;
