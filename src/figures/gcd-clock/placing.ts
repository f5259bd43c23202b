import { BANK_COUNT } from "#simulator";

/** Side of the square that the clock is drawn in; all lengths here are in its units. */
export const CLOCK_SIDE = 560;
export const CENTRE = CLOCK_SIDE / 2;
/** Where the hands turn. */
export const HAND_RADIUS = 152;
/** Where the numbers of the banks stand. */
export const NUMBER_RADIUS = 168;
/** Where stacks begin, and how far they may grow. */
const STACK_RADIUS = 182;
const STACK_LENGTH = 76;
const TALLEST_CELL = 16;
export const CELL_WIDTH = 26;
/** A cell that is flatter has no room for its lane's number. */
export const NUMBERED_CELL = 12;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How far a bank is turned from the top, clockwise, in degrees. */
export function bankAngle(bank: number): number {
  return (360 * bank) / BANK_COUNT;
}

/** A point in a bank's direction. */
export function bankPoint(bank: number, radius: number): Point {
  const angle = (bankAngle(bank) * Math.PI) / 180;
  return { x: round(CENTRE + radius * Math.sin(angle)), y: round(CENTRE - radius * Math.cos(angle)) };
}

/** Height of the cells of a stack: tall stacks have flat cells. */
export function cellHeight(lanes: number): number {
  return Math.min(TALLEST_CELL, STACK_LENGTH / lanes);
}

/** Distance of a cell's middle from the centre of the clock. */
export function cellRadius(place: number, lanes: number): number {
  return STACK_RADIUS + (place + 0.5) * cellHeight(lanes);
}

/** Where the degree of a stack is written. */
export function degreeRadius(lanes: number): number {
  return STACK_RADIUS + lanes * cellHeight(lanes) + 12;
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
