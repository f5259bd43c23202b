/** Rises whenever a count that the simulator gives may change: results carry it, so that a regrade knows. */
export const simulatorVersion = "1.0.0";
