import cells from "#styles/page-width/cells.css?raw";
import landing from "#styles/page-width/landing.css?raw";
import lab from "#styles/page-width/lab.css?raw";
import playground from "#styles/page-width/playground.css?raw";

/**
 * The sheet that gives a page its width, if it is wider than text. A sheet that asked `:root:has(.exercise-cell)` would have the browser
 * style the whole page again whenever a script adds anything to it.
 *
 * @param route the id of the page: "lessons/1-coalescing/01-what-one-load-costs", "practice/row-walk", "lab"
 */
export function pageWidthCss(route: string): string | undefined {
  if (route === "") return landing;
  if (route === "lab") return lab;
  if (route === "playground") return playground;
  return /^(lessons\/|practice\/|cases\/|embed\/(exercises\/|cell$))/.test(route) ? cells : undefined;
}
