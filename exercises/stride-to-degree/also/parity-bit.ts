export const pitch = (size: { columns: number; slant: number }): number => size.columns + (~(size.columns ^ size.slant) & 1);
