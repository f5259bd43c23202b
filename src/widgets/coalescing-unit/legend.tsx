/** What the fillings and outlines of the picture mean. */
export function Legend() {
  return (
    <ul class="legend">
      <li>
        <span class="swatch asked" /> asked for
      </li>
      <li>
        <span class="swatch moved" /> moved, not asked for
      </li>
      <li>
        <span class="swatch needed" /> needed, not there yet
      </li>
      <li>
        <span class="swatch still" /> not moved
      </li>
    </ul>
  );
}
