const leftPitch = TILE;
