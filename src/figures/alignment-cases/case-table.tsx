import { bytes } from "#pictures/format.ts";
import type { CasePicture } from "./model.ts";

/** The numbers of all cases, in the course's order, a column for each. */
export function CaseTable({ cases }: { readonly cases: readonly CasePicture[] }) {
  return (
    <div class="case-numbers" tabIndex={0} role="group" aria-label="Numbers of all offsets">
      <table>
        <thead>
          <tr>
            <th scope="col">offset</th>
            {cases.map(({ title, offsetBytes }) => (
              <th key={title} scope="col">
                {bytes(offsetBytes)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cases[0].readings.map(({ name }, i) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cases.map(({ title, readings }) => (
                <td key={title}>
                  {readings[i].value}
                  {readings[i].ideal !== undefined && (
                    <span class="ideal">
                      {" "}
                      (<span class="long">ideal </span>
                      {readings[i].ideal})
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
