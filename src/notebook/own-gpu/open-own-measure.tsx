import { render } from "preact";
import type { MeasureId, OurTimes } from "./own-measure.ts";
import { OwnMeasureView } from "./own-measure-view.tsx";

/** Replaces a lesson's pressed button by its measurement, which starts. */
export function openOwnMeasure(element: HTMLElement): void {
  const { measure, ours } = element.dataset;
  const host = element.querySelector("[data-static]")!;
  const hadFocus = host.contains(document.activeElement);
  host.removeAttribute("data-static");
  host.replaceChildren();
  render(<OwnMeasureView id={measure as MeasureId} ours={JSON.parse(ours ?? "") as OurTimes} isPressed />, host);
  if (hadFocus) host.querySelector("button")?.focus();
}
