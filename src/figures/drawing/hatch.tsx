/** The pattern of bytes that move without having been asked for; `id` is what `fill="url(#id)"` names. */
export function Hatch({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="hatch-ground" width="4" height="4" />
        <line class="hatch-rule" x1="0.5" y1="0" x2="0.5" y2="4" />
      </pattern>
    </defs>
  );
}
