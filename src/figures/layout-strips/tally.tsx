import type { Reading } from "#pictures/readings.ts";

interface TallyProps {
  /** What the access that is shown is called. */
  readonly accessName: string;
  readonly access: readonly Reading[];
  /** The same readings, in the same order. */
  readonly soFar: readonly Reading[];
}

/** The numbers of one access beside those of the walk up to it. */
export function Tally({ accessName, access, soFar }: TallyProps) {
  return (
    <table class="tally">
      <caption>{accessName}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">access</th>
          <th scope="col">so far</th>
        </tr>
      </thead>
      <tbody>
        {access.map((reading, i) => (
          <tr key={reading.name}>
            <th scope="row">{reading.name}</th>
            <Value {...reading} />
            <Value {...soFar[i]} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value, ideal }: Reading) {
  return (
    <td>
      {value}
      {ideal !== undefined && <span class="ideal">ideal {ideal}</span>}
    </td>
  );
}
