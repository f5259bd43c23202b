import { SECTOR_BYTES, type AccessTrace, type GlobalAccessTrace, type SharedAccessTrace } from "#simulator";
import { bytes, count, decimal, percent } from "#pictures/format.ts";

/** The totals of a kernel's accesses, in the course's fixed order; one table for each memory that is used. */
export function TotalsTable({ accesses }: { readonly accesses: readonly AccessTrace[] }) {
  const global = accesses.filter((access) => access.space === "global");
  const shared = accesses.filter((access) => access.space === "shared");
  return (
    <>
      {global.length > 0 && <Totals caption="Global memory, whole case" columns={globalColumns} accesses={global} />}
      {shared.length > 0 && <Totals caption="Shared memory, whole case" columns={sharedColumns} accesses={shared} />}
    </>
  );
}

type Column<T> = readonly [name: string, value: (access: T) => string];

const globalColumns: readonly Column<GlobalAccessTrace>[] = [
  ["requests", ({ requests }) => count(requests)],
  ["sectors (ideal)", ({ sectors, idealSectors }) => `${count(sectors)} (${count(idealSectors)})`],
  ["sectors per request", ({ sectors, requests }) => (requests === 0 ? "–" : decimal(sectors / requests))],
  ["lines", ({ cacheLines }) => count(cacheLines)],
  ["efficiency", ({ usefulBytes, sectors }) => (sectors === 0 ? "–" : percent(usefulBytes / (sectors * SECTOR_BYTES)))],
  ["DRAM bytes", ({ dramReadBytes, dramWriteBytes }) => bytes(dramReadBytes + dramWriteBytes)],
];

const sharedColumns: readonly Column<SharedAccessTrace>[] = [
  ["wavefronts (ideal)", ({ wavefronts, groups }) => `${count(wavefronts)} (${count(groups)})`],
  ["conflicts", ({ bankConflicts }) => count(bankConflicts)],
  ["degree", ({ conflictDegree }) => count(conflictDegree)],
];

interface TotalsProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly accesses: readonly T[];
}

function Totals<T extends AccessTrace>({ caption, columns, accesses }: TotalsProps<T>) {
  return (
    <div class="totals" role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">access</th>
            {columns.map(([name]) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accesses.map((access) => (
            <tr key={access.access}>
              <th scope="row">{access.access}</th>
              {columns.map(([name, value]) => (
                <td key={name}>{value(access)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
