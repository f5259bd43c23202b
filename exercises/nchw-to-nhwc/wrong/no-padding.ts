const PITCH = TILE;
