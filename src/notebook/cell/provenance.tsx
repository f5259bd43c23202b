import { provenanceConclusion, provenanceLines, threadIn } from "#judge/report/provenance-sentence.ts";
import type { Provenance, ProvenanceStep } from "#judge/result.ts";
import { count } from "#pictures/format.ts";
import { Prose } from "#pictures/inline-code.ts";
import "./provenance.css";

/** The way of a wrong element, from the source to where it ended: as a chain, and in words. The first step that differs is lit. */
export function ProvenancePanel({ provenance }: { readonly provenance: Provenance }) {
  const { array, elementIndex } = provenance;
  return (
    <section class="provenance" role="group" aria-label="Followed back">
      <p class="provenance-title">
        Element {count(elementIndex)} of <code>{array}</code>, followed back
      </p>
      <Chain provenance={provenance} />
      <p class="provenance-conclusion" aria-live="polite">
        <Prose text={provenanceConclusion(provenance)} />
      </p>
      <ol class="provenance-steps">
        {provenanceLines(provenance).map(({ text, isGuilty }) => (
          <li key={text} class={isGuilty ? "guilty" : undefined}>
            <Prose text={text} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Places in memory and threads, joined by the accesses between them; read from the source on. */
function Chain({ provenance }: { readonly provenance: Provenance }) {
  const { steps, guilty } = provenance;
  const links = steps.map((step, number) => ({ step, isGuilty: number === guilty })).reverse();
  return (
    <div class="chain" aria-hidden="true">
      {links.map(({ step, isGuilty }, number) => {
        const thread = <span class="chain-thread">thread {threadIn(step.threadIdx, provenance)}</span>;
        const isFirst = number === 0;
        const arrow = <Arrow step={step} isGuilty={isGuilty} />;
        return (
          <span class="chain-link" key={number}>
            {step.op === "load" ? (
              <>
                {isFirst && <Place step={step} isGuilty={isGuilty} />}
                {arrow}
                {thread}
              </>
            ) : (
              <>
                {isFirst && thread}
                {arrow}
                <Place step={step} isGuilty={isGuilty} />
              </>
            )}
          </span>
        );
      })}
    </div>
  );
}

function Arrow({ step, isGuilty }: { readonly step: ProvenanceStep; readonly isGuilty: boolean }) {
  return (
    <span class={`chain-arrow${isGuilty ? " guilty" : ""}`}>
      <code>{step.access}</code>
      <svg viewBox="0 0 40 8" width="40" height="8">
        <path d="M0 4h36m-5-3.2L37 4l-6 3.2" />
      </svg>
    </span>
  );
}

function Place({ step: { array, elementIndex, should, op }, isGuilty }: { readonly step: ProvenanceStep; readonly isGuilty: boolean }) {
  return (
    <span class={`chain-place${isGuilty ? " guilty" : ""}`}>
      {array}[{count(elementIndex)}]
      {isGuilty && should !== undefined && <small>{op === "load" ? `not [${count(should)}]` : `not in [${count(should)}]`}</small>}
    </span>
  );
}
