import { decimal } from "#pictures/format.ts";
import type { OrderRow } from "./model.ts";
import { ORDER_NAMES } from "./words.ts";

interface OrdersTableProps {
  readonly orders: readonly OrderRow[];
  /** Length of the index arrays that were timed; undefined: no timing is shown. */
  readonly timedIndices: number | undefined;
}

/** What the same indices cost in each order: before and after. */
export function OrdersTable({ orders, timedIndices }: OrdersTableProps) {
  return (
    <div class="orders">
      <table>
        <thead>
          <tr>
            <th scope="col">indices</th>
            <th scope="col">sectors per request</th>
            <th scope="col">efficiency</th>
            {timedIndices !== undefined && <th scope="col">H100, GB/s</th>}
          </tr>
        </thead>
        <tbody>
          {orders.map(({ order, shown, sectorsPerRequest, efficiency, usefulGBps }) => (
            <tr key={order} class={shown ? "shown" : ""} aria-current={shown}>
              <th scope="row">{ORDER_NAMES[order]}</th>
              <td>{sectorsPerRequest}</td>
              <td>{efficiency}</td>
              {timedIndices !== undefined && <td>{usefulGBps ?? <span class="unmeasured">not timed</span>}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {timedIndices !== undefined && (
        <p>The clock is that of a whole kernel, with {decimal(timedIndices / 1e6)} million indices of this kind into as many floats.</p>
      )}
    </div>
  );
}
