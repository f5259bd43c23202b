/** What the fillings of the picture mean. */
export function Legend({ hasClashes }: { readonly hasClashes: boolean }) {
  return (
    <ul class="legend">
      <li>
        <span class="swatch depth" /> how far into the array an index points
      </li>
      <li>
        <span class="swatch asked" /> asked for
      </li>
      <li>
        <span class="swatch moved" /> moved, not asked for
      </li>
      <li>
        <span class="swatch still" /> not moved
      </li>
      {hasClashes && (
        <li>
          <span class="swatch clash" /> stored by several lanes
        </li>
      )}
    </ul>
  );
}
