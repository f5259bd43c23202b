function word(row: number, vector: number): number {
  return row * 9 + vector;
}
