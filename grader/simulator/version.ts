/**
 * To be changed whenever a count of the simulator may change. Results carry it, so that out-of-date ones are found and graded again.
 * It is in a separate file so that pages can show the version without loading the simulator.
 */
export const simulatorVersion = "1.1.0";
