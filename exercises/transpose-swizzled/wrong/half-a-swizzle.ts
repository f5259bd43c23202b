function word(row: number, column: number): number {
  return row * TILE + (column ^ (row & 15));
}
