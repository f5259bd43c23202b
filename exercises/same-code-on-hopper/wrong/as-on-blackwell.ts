export const floatsPerLane = 8;
