import type { ComponentChildren } from "preact";

interface ArrowProps {
  readonly direction: "up" | "down" | "none";
  /** Width of its shaft, in CSS pixels. */
  readonly shaft: number;
  readonly children: ComponentChildren;
}

const ARROW_HEIGHT = 30;

/** What crosses between two levels of the machine: an arrow, and its words. */
export function Arrow({ direction, shaft, children }: ArrowProps) {
  const head = shaft + 8;
  const tip = direction === "up" ? 1 : ARROW_HEIGHT - 1;
  const neck = direction === "up" ? 9 : ARROW_HEIGHT - 9;
  const end = direction === "up" ? ARROW_HEIGHT : 0;
  return (
    <p class={`machine-flow ${direction}`}>
      <svg width="28" height={ARROW_HEIGHT} viewBox={`-14 0 28 ${ARROW_HEIGHT}`} aria-hidden="true">
        {direction === "none" ? (
          <line x1="0" y1="0" x2="0" y2={ARROW_HEIGHT} />
        ) : (
          <path d={`M0 ${tip}L${head / 2} ${neck}H${shaft / 2}V${end}H${-shaft / 2}V${neck}H${-head / 2}Z`} />
        )}
      </svg>
      <span>{children}</span>
    </p>
  );
}

interface LevelBoxProps {
  readonly name: string;
  readonly note: string;
  /** What the level says of itself, at its right. */
  readonly found: string | undefined;
  readonly children: ComponentChildren;
}

/** A level of the machine: a box with its name, and what it holds. */
export function LevelBox({ name, note, found, children }: LevelBoxProps) {
  return (
    <div class={`machine-level ${name.toLowerCase().replaceAll(" ", "-")}`}>
      <p class="machine-name">
        {name} <span>{note}</span>
        {found !== undefined && <b>{found}</b>}
      </p>
      {children}
    </div>
  );
}
