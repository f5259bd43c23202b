import { BANK_WIDTH } from "../drawing/banks.tsx";
import type { Layout } from "./layout.ts";
import { rowTop } from "./tile-layout.tsx";

interface ElementNamesProps {
  readonly layout: Layout;
  readonly rowHeight: number;
}

/** The name of each element in its first word. There are a thousand: as markup they are in place with one component. */
export function ElementNames({ layout, rowHeight }: ElementNamesProps) {
  const markup = layout.elements.map(({ row, column, runs: [run] }) => {
    const x = (run.bank + 0.5) * BANK_WIDTH;
    const y = rowTop(run, rowHeight) + rowHeight / 2;
    return `<text x="${x}%" y="${y}"><tspan>${row},</tspan>${column}</text>`;
  });
  return <g class="element-names" aria-hidden="true" dangerouslySetInnerHTML={{ __html: markup.join("") }} />;
}
