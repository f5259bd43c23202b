import { render, type ComponentChild } from "preact";

/** Puts a live picture in the place of the one that the page was built with. What was folded or unfolded there stays so. */
export function replaceByLive(host: HTMLElement, picture: ComponentChild): void {
  const wasOpen = new Map([...host.querySelectorAll("details")].map(({ className, open }) => [className, open]));
  host.replaceChildren();
  render(picture, host);
  host.dataset["following"] = "";
  for (const details of host.querySelectorAll("details")) details.open = wasOpen.get(details.className) ?? details.open;
}
