/** Buttons that run or correct what was written: whoever presses one goes on writing. */
const GOES_ON = '[data-intent="grade"], [data-intent="run"], .run-bar button, .quick-fix button';

/** Where one writes: an editor, or what takes its place until it is there. */
const WRITING = ".code-host :focus, .first-strokes:focus";

/**
 * Leaves the keyboard where one was typing when a button is pressed that runs or corrects the text: the cursor stays, and on a phone the
 * on-screen keyboard stays as it is, open or closed. Nothing moves under the finger, as the page does when the typing ends.
 */
export function keepFocus(root: HTMLElement): void {
  root.addEventListener("mousedown", (event) => {
    const goesOn = event.target instanceof Element && event.target.closest(GOES_ON) !== null;
    if (goesOn && root.querySelector(WRITING) !== null) event.preventDefault();
  });
}
