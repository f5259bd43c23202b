import type { GradeResult } from "../result.ts";

/** The one spelling of a result as JSON: equal results are equal bytes, in the page and on the command line. */
export function resultJson(result: GradeResult): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}
