import { expect, test } from "vitest";
import type { PredictionVerdict } from "#judge/judge-prediction.ts";
import { reasonSentence } from "./prediction-reason.ts";

/** The form of a prediction, as far as a reason's reply is read from it. */
function reasons(replies: Readonly<Record<string, string>>): HTMLFormElement {
  const choices = Object.entries(replies).map(([label, reply]) => ({
    querySelector: (selector: string) => ({ textContent: selector === "label" ? ` ${label}\n` : reply }),
  }));
  return { querySelectorAll: () => choices } as unknown as HTMLFormElement;
}

const form = reasons({ "copies aren’t joined": "", "lanes share it": "In a load they do." });

test.each<[PredictionVerdict, string]>([
  ["right", "And for that reason."],
  ["close", "And the reason is right."],
  // "1 wavefront, because copies aren't joined" contradicts itself.
  ["not-yet", "Your reason is the right one, but it doesn’t lead to your number."],
])("the right reason of a number that is %s", (verdict, said) => {
  expect(reasonSentence(form, verdict, { text: "copies aren’t joined", isRight: true })).toBe(said);
});

test.each<[PredictionVerdict, string]>([
  ["right", "But the reason is another one. In a load they do."],
  ["close", "As to the reason: In a load they do."],
  ["not-yet", "As to the reason: In a load they do."],
])("a wrong reason of a number that is %s is answered", (verdict, said) => {
  expect(reasonSentence(form, verdict, { text: "lanes share it", isRight: false })).toBe(said);
});
