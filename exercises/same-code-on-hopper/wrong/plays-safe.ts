export const floatsPerLane = 2;
