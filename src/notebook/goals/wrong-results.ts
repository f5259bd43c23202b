import { bytes, count, pluralize } from "#pictures/format.ts";
import type { ResultDifference } from "#cuda/launch/compare-results.ts";

/** A goal that a run would have reached with other results. */
export interface WrongResults {
  /** The words of the goal. */
  readonly goal: string;
  readonly difference: ResultDifference;
}

/** Why a goal isn't done whose counts are there. */
export function wrongResultsText({ goal, difference }: WrongResults): string {
  return `“${goal}” isn't done yet: the counts are there, but ${differenceText(difference)}`;
}

function differenceText(difference: ResultDifference): string {
  switch (difference.kind) {
    case "size": {
      const { array, found, expected } = difference;
      return found === undefined
        ? `the launch no longer has the array \`${array}\`.`
        : `\`${array}\` has ${bytes(found)} instead of ${bytes(expected)}.`;
    }
    case "element": {
      const { array, element, path, found, expected, differing, elements } = difference;
      const all =
        elements === 1 ? "" : ` ${count(differing)} of its ${pluralize(elements, "element")} ${differing === 1 ? "is" : "are"} wrong.`;
      return `\`${array}[${element}]${path}\` is ${found} instead of ${expected}.${all}`;
    }
  }
}
