import { useEffect, useRef } from "preact/hooks";
import { BANK_COUNT } from "#simulator";
import type { StrideRow } from "./stride-rows.ts";

interface StrideTableProps {
  readonly rows: readonly StrideRow[];
  readonly onChoose: (strideWords: number) => void;
}

/** Every stride with its divisor, its degree and its time; the chosen row stays in sight. */
export function StrideTable({ rows, onChoose }: StrideTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const chosen = rows.findIndex((row) => row.chosen);
  useEffect(() => {
    const row = frame.current?.querySelector<HTMLTableRowElement>("[aria-current]");
    // The page stays where it is: only the table scrolls.
    if (frame.current && row) frame.current.scrollTop = row.offsetTop - frame.current.clientHeight / 2;
  }, [chosen]);
  return (
    <div ref={frame} class="stride-table" tabIndex={0} role="group" aria-label="Strides, their degree and their time; scrolls">
      <table>
        <thead>
          <tr>
            <th scope="col">stride</th>
            <th scope="col">gcd with {BANK_COUNT}</th>
            <th scope="col">degree</th>
            <th scope="col">µs, H100</th>
            <td aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ strideWords, gcd, degree, microseconds, timeShare, chosen }) => (
            <tr key={strideWords} aria-current={chosen ? "true" : undefined} onClick={() => onChoose(strideWords)}>
              <th scope="row">{strideWords}</th>
              <td>{gcd}</td>
              <td>{degree}</td>
              <td>{microseconds === undefined ? <span title="not measured">–</span> : microseconds.toFixed(1)}</td>
              <td class="time" aria-hidden="true">
                <span style={{ transform: `scaleX(${timeShare})` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
