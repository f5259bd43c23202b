import type { PredictionVerdict } from "#judge/judge-prediction.ts";
import type { Prediction } from "#notebook/storage/predictions.ts";

/** The reason that a reader chose for a prediction. */
export type Reason = NonNullable<Prediction["reason"]>;

/**
 * Asks for the reason of a number, until one is chosen or the reader wants none.
 *
 * @param reasons the form of a prediction that has them
 * @param said "5 sectors"
 */
export function askedReason(reasons: HTMLFormElement, said: string): Promise<Reason | undefined> {
  reasons.reset();
  reasons.querySelector("legend")?.replaceChildren(`You say ${said}, because …`);
  reasons.hidden = false;
  reasons.querySelector("input")?.focus({ preventScroll: true });
  return new Promise((resolve) => {
    reasons.onsubmit = (event) => {
      event.preventDefault();
      const choice = reasons.querySelector("input:checked")?.closest("div");
      if (choice) resolve({ text: textOf(choice.querySelector("label")), isRight: "right" in choice.dataset });
    };
    const none = reasons.querySelector<HTMLElement>("[data-no-reason]");
    if (none) none.onclick = () => resolve(undefined);
  });
}

/** The right reason in words, after each kind of number. Whoever counts wrongly from it hasn't followed it to the end, or contradicts it. */
const RIGHT_REASON: Readonly<Record<PredictionVerdict, string>> = {
  right: "And for that reason.",
  close: "And the reason is right.",
  "not-yet": "Your reason is the right one, but it doesn’t lead to your number.",
};

/** What to say of a reason: after a number that is right, or not. */
export function reasonSentence(reasons: HTMLFormElement, verdict: PredictionVerdict, { text, isRight }: Reason): string {
  if (isRight) return RIGHT_REASON[verdict];
  const choice = [...reasons.querySelectorAll("fieldset > div")].find((one) => textOf(one.querySelector("label")) === text);
  const reply = textOf(choice?.querySelector("p") ?? null);
  return verdict === "right" ? `But the reason is another one. ${reply}` : `As to the reason: ${reply}`;
}

function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}
