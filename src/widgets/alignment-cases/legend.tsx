/** What the fillings and outlines of the picture mean. */
export function Legend() {
  return (
    <ul class="legend">
      <li>
        <span class="swatch asked" /> asked for
      </li>
      <li>
        <span class="swatch moved" /> moved, not asked for by this warp
      </li>
      <li>
        <span class="swatch still" /> not moved
      </li>
      <li>
        <span class="swatch both" /> sector that both warps touch
      </li>
    </ul>
  );
}
