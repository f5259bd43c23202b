import { useState } from "preact/hooks";
import { bitSentences, layoutSentence } from "#judge/report/layout-sentence.ts";
import { count, pluralize } from "#pictures/format.ts";
import type { BitMatrix, LayoutDescription } from "#simulator";
import { columnBanks, layoutLines } from "./layout-lines.ts";

interface LayoutPanelProps {
  readonly layout: LayoutDescription;
}

/** The layout that an answer gives: its name, where a column of the tile lies in shared memory, and its matrix over bits. */
export function LayoutPanel({ layout }: LayoutPanelProps) {
  const { table, name, matrix } = layout;
  const [column, choose] = useState(0);
  const columns = Array.from({ length: table.columns / table.together }, (_, piece) => piece * table.together);
  const lines = layoutLines(table);
  const { cellsPerLine } = lines;
  return (
    <section class="layout" role="group" aria-label="The layout">
      <p class="panel-title">The layout</p>
      <p data-layout-name>{layoutSentence(name)}</p>
      <label class="layout-choice">
        {table.together === 1 ? "Column" : "Columns from"}
        <select value={column} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
          {columns.map((one) => (
            <option key={one} value={one} selected={one === column}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <div class="layout-lines" aria-hidden="true" style={{ "--cells": cellsPerLine }} data-cells={cellsPerLine}>
        {lines.lines.map(({ firstByte, cells }) => (
          <>
            <span class="layout-address">{count(firstByte)}</span>
            {cells.map((places, cell) => {
              const [place] = places;
              const kind =
                places.length > 1 ? "overlap" : place === undefined ? "empty" : places[0]?.column === column ? "chosen" : undefined;
              const text = places.map((one) => `${one.row},${one.column}`).join(" and ");
              return (
                <span key={cell} data-kind={kind} title={place && `row, column: ${text}`}>
                  {cellsPerLine <= MOST_WRITTEN && place && `${place.row},${place.column}`}
                </span>
              );
            })}
          </>
        ))}
      </div>
      {lines.overlaps > 0 && (
        <p class="layout-caption">
          In {pluralize(lines.overlaps, "cell")}, marked red, several places of the tile lie on each other; the first of them is named.
        </p>
      )}
      {table.rowsPerStage !== undefined && (
        <p class="layout-caption">Rows are counted through the stages: row {table.rowsPerStage} is row 0 of stage 1.</p>
      )}
      <p class="layout-caption">{columnBanks(table, column)}</p>
      {lines.isCut && <p class="layout-caption">Only the first lines of 128 bytes are drawn.</p>}
      {matrix && <Matrix matrix={matrix} />}
    </section>
  );
}

/** With more cells in a line, there is no room for row and column. */
const MOST_WRITTEN = 8;

function Matrix({ matrix }: { readonly matrix: BitMatrix }) {
  const { inputs, ones } = matrix;
  return (
    <details class="layout-matrix">
      <summary>As a matrix over bits</summary>
      <p>Each bit of the offset is the XOR of the marked bits of row and column. A swizzle is what stands beside the diagonal.</p>
      <div class="layout-bits" aria-hidden="true">
        <div class="sideways">
          <table>
            <thead>
              <tr>
                <th scope="col">bit</th>
                {inputs.map((input) => (
                  <th scope="col" key={input}>
                    {input}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {ones.map((row, place) => (
                <tr key={place}>
                  <th scope="row">{ones.length - 1 - place}</th>
                  {row.map((one, input) => (
                    <td key={input} data-one={one || undefined} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <ul class="layout-equations">
        {bitSentences(matrix).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
