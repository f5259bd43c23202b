import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { WARP_SIZE } from "#simulator";
import type { Place, Scene } from "./scenes.ts";

const FLIGHT_MS = 650;
/** How much later each lane sets out than the one before it. */
const STAGGER_MS = 10;

/** Lets each lane's element fly once from where it was to where it is, when a scene begins in which elements move. */
export function useFlight(frame: RefObject<HTMLElement>, scene: Scene): void {
  const shown = useRef(scene);
  useLayoutEffect(() => {
    const root = frame.current;
    if (!root || shown.current === scene) return;
    shown.current = scene;
    if (!scene.flight || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const flights = fly(cellsOf(root, scene.flight.from), cellsOf(root, scene.flight.to));
    return () => flights.forEach((flight) => flight.cancel());
  }, [scene]);
}

/** All places are read before the first cell moves. */
function fly(from: readonly Element[], to: readonly Element[]): Animation[] {
  const moves = to.map((cell, lane) => {
    const start = from[lane].getBoundingClientRect();
    const end = cell.getBoundingClientRect();
    return `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
  });
  return to.map((cell, lane) =>
    cell.animate([{ transform: moves[lane] }, { transform: "none" }], {
      duration: FLIGHT_MS,
      delay: lane * STAGGER_MS,
      easing: "cubic-bezier(0.3, 0, 0.2, 1)",
      fill: "backwards",
    }),
  );
}

/** The cell of each lane, lane 0 first. */
function cellsOf(root: HTMLElement, place: Place): Element[] {
  if (place === "lanes") return [...root.querySelectorAll(".lane-strip .lane")];
  const inPlace = root.querySelector(`[data-place="${place}"]`);
  return Array.from({ length: WARP_SIZE }, (_, lane) => inPlace?.querySelector(`[data-lane="${lane}"]`)).filter((cell) => !!cell);
}
