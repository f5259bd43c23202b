import type { Locator } from "@playwright/test";

/** Where code stands on a page, in pixels from the page's upper left corner: static code and every editor are measured alike. */
export interface CodeGeometry {
  /** The first character of each line that is seen, wrapped ones too: the character, its left edge, its middle. */
  readonly rows: readonly string[];
  /** The box of the code, of its cell, and of what follows the cell: left, top, width, height. */
  readonly code: string;
  readonly cell: string;
  readonly next: string;
  /** Where the buttons are: under the code, or at the lower edge of the screen. */
  readonly bar: string;
  /** How wide the gutter is: from the code's edge to its first character. */
  readonly gutter: number;
  /** Where the page is scrolled to. */
  readonly scrolledTo: number;
}

/** Measures the code of a cell, which may be open. */
export function measureCode(cell: Locator): Promise<CodeGeometry> {
  return cell.evaluate((cell) => {
    const rounded = (pixels: number): string => (Math.round(pixels * 2) / 2).toFixed(1);
    const boxOf = (element: Element | null | undefined): string => {
      if (!element) return "none";
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + scrollX, top + scrollY, width, height].map(rounded).join(" ");
    };
    const host = [...cell.querySelectorAll(".code-host")].find((one) => one.checkVisibility());
    if (host === undefined) throw new Error("the cell has no code in sight");
    const rows = new Map<number, { readonly left: number; readonly middle: number; readonly character: string }>();
    for (const line of host.querySelectorAll(".view-line, .cm-line, pre .line")) {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        for (const [at, character] of [...(text.textContent ?? "")].entries()) {
          if (/[\s\u200b\u200c]/.test(character)) continue;
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          const rect = range.getClientRects()[0];
          if (rect === undefined) continue;
          const middle = (rect.top + rect.bottom) / 2 + scrollY;
          const row = Math.round(middle / 4);
          if ((rows.get(row)?.left ?? Infinity) > rect.left) rows.set(row, { left: rect.left + scrollX, middle, character });
        }
      }
    }
    const inOrder = [...rows.values()].sort((a, b) => a.middle - b.middle);
    return {
      rows: inOrder.map(({ left, middle, character }) => `${character} ${rounded(left)} ${rounded(middle)}`),
      code: boxOf(host),
      cell: boxOf(cell),
      next: boxOf(cell.nextElementSibling ?? cell.parentElement?.nextElementSibling),
      bar: boxOf(cell.querySelector('[data-live="bar"]')),
      gutter: Math.min(...inOrder.map(({ left }) => left)) - scrollX - host.getBoundingClientRect().left - host.clientLeft,
      scrolledTo: scrollY,
    };
  });
}
