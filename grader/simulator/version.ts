/**
 * Changes whenever a count that the simulator gives may change. Results carry it, so that grading again knows which are out of date.
 * It has a file of its own so that pages can name the version without loading the simulator.
 */
export const simulatorVersion = "1.0.0";
