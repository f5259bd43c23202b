function word(row: number, column: number): number {
  return column * TILE + row;
}
