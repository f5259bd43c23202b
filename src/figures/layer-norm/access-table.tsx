import type { TableRow } from "./row-readings.ts";

/** The kernel's loads and stores, each with its numbers over the whole row. */
export function AccessTable({ rows }: { readonly rows: readonly TableRow[] }) {
  return (
    <div class="access-table" tabIndex={0} role="group" aria-label="Loads and stores of the kernel">
      <table>
        <thead>
          <tr>
            <th scope="col">access</th>
            <th scope="col">requests</th>
            <th scope="col">sectors</th>
            <th scope="col">a request</th>
            <th scope="col">bytes</th>
            <th scope="col">found</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.access} class={row.now ? "now" : ""}>
              <th scope="row">{row.access}</th>
              <td>{row.requests}</td>
              <td>{row.sectors}</td>
              <td>{row.sectorsPerRequest}</td>
              <td>{row.bytes}</td>
              <td class="found">{row.found}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
