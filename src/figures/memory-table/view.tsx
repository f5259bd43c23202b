import { useId } from "preact/hooks";
import type { ColumnId } from "./columns.ts";
import type { Cell, Explained, Picture } from "./model.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly caption: string;
  readonly device: string;
  readonly onChoose: (column: ColumnId) => void;
}

/** A profiler's memory table; the column that is pointed at, or has the focus, is explained below. */
export function View({ picture, caption, device, onChoose }: ViewProps) {
  const explanation = useId();
  const { columns, rows, explained } = picture;
  return (
    <>
      <div class="table-frame" tabIndex={0} role="region" aria-label={`${caption}, scrolls sideways on small screens`}>
        <table class="numbers-table">
          <caption>{caption}</caption>
          <thead>
            <tr>
              <td />
              {columns.map(({ id, label, chosen }) => (
                <th key={id} scope="col" class={chosen ? "chosen" : ""} onPointerEnter={() => onChoose(id)}>
                  <button
                    type="button"
                    aria-pressed={chosen}
                    aria-controls={explanation}
                    onFocus={() => onChoose(id)}
                    onClick={() => onChoose(id)}
                  >
                    {label}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell) => (
                  <td
                    key={cell.column}
                    class={cell.column === columnOf(columns) ? "chosen" : ""}
                    onPointerEnter={() => onChoose(cell.column)}
                  >
                    <CellText cell={cell} device={device} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Explanation id={explanation} explained={explained} />
    </>
  );
}

function columnOf(columns: Picture["columns"]): ColumnId | undefined {
  return columns.find(({ chosen }) => chosen)?.id;
}

function CellText({ cell: { value, ideal, isIdeal, measured }, device }: { readonly cell: Cell; readonly device: string }) {
  if (value === undefined) return <span class="soft">–</span>;
  return (
    <>
      <span class={isIdeal === false ? "value above" : "value"}>{value}</span>
      {isIdeal === false && <span class="beside">ideal {ideal}</span>}
      {measured && (
        <span class="beside">
          {device}: {measured.agrees ? "same" : <strong>{measured.value}</strong>}
        </span>
      )}
      {measured?.surplus && <span class="beside">{measured.surplus}</span>}
    </>
  );
}

function Explanation({ id, explained: { label, metrics, counts, here, beware } }: { readonly id: string; readonly explained: Explained }) {
  return (
    <div id={id} class="explanation" role="group" aria-label={`About ${label.toLowerCase()}`}>
      <div>
        <p class="explained">{label}</p>
        {metrics.length > 0 && (
          <ul>
            {metrics.map(({ row, name }) => (
              <li key={name}>
                {row} <code>{name}</code>
              </li>
            ))}
          </ul>
        )}
      </div>
      <dl>
        <dt>counts</dt>
        <dd>{counts}</dd>
        <dt>here</dt>
        <dd>{here}</dd>
        <dt>beware</dt>
        <dd>{beware}</dd>
      </dl>
    </div>
  );
}
