import { exercises } from "virtual:exercises";
import { showStaticCode } from "../first-strokes.ts";

/** Shows a closed cell in CUDA C++: the page is built with the starter in TypeScript. @param text that was saved, if one was */
export async function showInCuda(cell: HTMLElement, code: HTMLElement, exercise: string, text: string | undefined): Promise<void> {
  for (const button of cell.querySelectorAll<HTMLElement>(".cell-language [data-intent]"))
    button.ariaPressed = String(button.dataset["intent"] === "cuda");
  const starter = (await exercises[exercise]?.kernelInCuda())?.default.starter;
  showStaticCode(code, text ?? starter ?? "");
}
