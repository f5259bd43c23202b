const ROWS = TILE;
