/** Buttons that run what was written: whoever presses one goes on writing. */
const RUNS = '[data-intent="grade"], [data-intent="run"], .run-bar button';

/** Where one writes: an editor, or what takes its place until it is there. */
const WRITING = ".code-host :focus, .first-strokes:focus";

/**
 * Leaves the keyboard where one was typing when a button is pressed that runs the text: the cursor stays, and on a phone the on-screen
 * keyboard stays as it is, open or closed.
 */
export function keepFocus(root: HTMLElement): void {
  root.addEventListener("mousedown", (event) => {
    const isRun = event.target instanceof Element && event.target.closest(RUNS) !== null;
    if (isRun && root.querySelector(WRITING) !== null) event.preventDefault();
  });
}
