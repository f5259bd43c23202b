/** What the fillings of the picture mean. */
export function Legend() {
  return (
    <ul class="legend">
      <li>
        <span class="swatch asked" /> asked for, by lane
      </li>
      <li>
        <span class="swatch element" /> <span class="names-whole">element: row, column</span>
        <span class="names-short">element: column</span>
        <span class="names-none">element</span>
      </li>
      <li>
        <span class="swatch odd" /> each second row of the tile
      </li>
      <li>
        <span class="swatch first" /> column 0
      </li>
      <li>
        <span class="swatch unused" /> padding
      </li>
    </ul>
  );
}
