import type { Printed } from "#judge/printed.ts";
import { omittedSentence, printedBy } from "#judge/report/printed-text.ts";
import { capitalize } from "#pictures/format.ts";

/** What the code printed with `console.log`, each line with the thread that printed it. Nothing when it printed nothing. */
export function PrintedOutput({ printed }: { readonly printed: Printed | undefined }) {
  if (printed === undefined || printed.lines.length === 0) return null;
  return (
    <section class="printed" role="group" aria-label="Printed output">
      <p class="panel-title">Printed</p>
      <ol tabIndex={0} aria-label="Printed lines">
        {printed.lines.map((line, number) => (
          <li key={number}>
            {line.call && <span class="printed-by">{printedBy(line)}:</span>} <code>{line.text}</code>
          </li>
        ))}
      </ol>
      {printed.omitted > 0 && <p class="printed-rest">{capitalize(omittedSentence(printed.omitted))}.</p>}
    </section>
  );
}
