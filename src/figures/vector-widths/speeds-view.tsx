import { FULL_BAR, type Speed } from "./speeds.ts";

/** Measured copies as bars; those of the chosen width stand out. */
export function SpeedsView({ speeds }: { readonly speeds: readonly Speed[] }) {
  return (
    <div class="speeds">
      <p>Whole kernels on an H100, by type and by how much they move. Full bar: {FULL_BAR}.</p>
      <ul>
        {speeds.map(({ type, amount, text, share, chosen }) => (
          <li key={`${type} ${amount}`} class={chosen ? "chosen" : ""}>
            <span class="type">{type}</span>
            <span class="amount">{amount}</span>
            <span class="bar" aria-hidden="true">
              <span style={{ transform: `scaleX(${share})` }} />
            </span>
            <span class="speed">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
