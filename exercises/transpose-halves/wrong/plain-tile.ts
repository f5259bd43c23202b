function at(row: number, column: number): number {
  return row * TILE + column;
}
