type Size = { columns: number; slant: number };

export const pitch = ({ columns, slant }: Size): number =>
  columns + (~(columns ^ slant) & 1);
