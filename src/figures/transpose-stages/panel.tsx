import type { ComponentChildren } from "preact";
import type { Reading } from "#pictures/readings.ts";
import { Readings } from "../drawing/figure-frame.tsx";
import type { CodeLine } from "./model.ts";
import type { Place } from "./scenes.ts";

interface PanelProps {
  readonly name: Place;
  /** Its extent, in words. */
  readonly about: string;
  readonly code: readonly CodeLine[];
  readonly readings: readonly Reading[];
  /** A scale and a picture. */
  readonly children: ComponentChildren;
}

/** One of the three memories: the code that goes there, its picture, its counters. */
export function Panel({ name, about, code, readings, children }: PanelProps) {
  return (
    <div class={`panel panel-${name}`}>
      <div class="panel-head">
        <p>
          <strong>{name}</strong> {about}
        </p>
        <ul class="code-lines">
          {code.map(({ op, text, lit }) => (
            <li key={op} class={lit ? "lit" : ""}>
              <span>{op}</span> <code>{text}</code>
            </li>
          ))}
        </ul>
      </div>
      <div class="panel-picture" data-place={name}>
        {children}
      </div>
      <Readings readings={readings} />
    </div>
  );
}
