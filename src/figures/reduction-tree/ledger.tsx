import { count } from "#pictures/format.ts";
import type { LedgerRow } from "./model.ts";

/** The tree as a table: a row for each level, the one that is shown marked. */
export function Ledger({ rows }: { readonly rows: readonly LedgerRow[] }) {
  return (
    <table class="ledger">
      <caption>Level by level</caption>
      <thead>
        <tr>
          {["stride", "adds", "warps", "requests", "wavefronts", "conflicts", "degree"].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ level, when }) => (
          <tr key={level.stride} class={when} aria-current={when === "now" ? "step" : undefined}>
            <th scope="row">
              {when === "now" && <span aria-hidden="true">▸</span>}
              {count(level.stride)}
            </th>
            <td>{count(level.additions.length)}</td>
            <td>{count(level.warps)}</td>
            <td>{count(level.requests)}</td>
            <td>{count(level.wavefronts)}</td>
            <td class={level.bankConflicts > 0 ? "conflicted" : ""}>{count(level.bankConflicts)}</td>
            <td class={level.conflictDegree > 1 ? "conflicted" : ""}>{count(level.conflictDegree)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
