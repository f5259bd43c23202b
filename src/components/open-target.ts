/** Opens the entry of a list that the page's address names, "#bank-conflict", and brings it into view. */
export function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.hidden = false;
  target.open = true;
  target.scrollIntoView({ block: "start", behavior: "instant" });
}
