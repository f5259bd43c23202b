let compiled = 0;

/**
 * Compiles the text of a function apart from all others, even from those with the same text. An engine optimizes a loop for what it has
 * seen there: a function that is always the same is inlined, one of many is called, which takes several times as long.
 *
 * @param text of a function that uses nothing but its parameters and what is given
 * @param given values, by the names that they have in the text
 */
export function compileApart<F>(text: string, given: Readonly<Record<string, unknown>> = {}): F {
  // The number makes each text unique: engines share compiled code, and what it has been optimized for, between equal texts.
  const make = new Function(...Object.keys(given), `"use strict"; /* ${compiled++} */ return ${text}`) as (...values: unknown[]) => F;
  return make(...Object.values(given));
}
