import { useEffect, useRef } from "preact/hooks";
import { witnessTitle } from "#judge/report/places.ts";
import { firstFailure } from "#judge/report/verdict-line.ts";
import type { CheckResult, Witness } from "#judge/result.ts";
import { Prose } from "#pictures/inline-code.ts";
import { ElementMapFigure } from "#figures/element-map/figure.tsx";
import type { CellSession } from "./cell-session.ts";
import { ProvenancePanel } from "./provenance.tsx";
import { FaultFigure } from "./fault-figure.tsx";
import { RequestPicture } from "./preview.tsx";

/** The request of the step that goes wrong, rather than that of the innocent one at the end. */
export function witnessOf({ provenance }: CellSession, check: CheckResult | undefined): Witness | undefined {
  return provenance.value?.witness ?? check?.witness;
}

interface FailurePanelProps {
  readonly session: CellSession;
  readonly check: CheckResult;
}

/** A failed check: its sentence, a question that helps, and the picture of the request that proves it. */
export function FailurePanel({ session, check }: FailurePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const result = session.result.value;
  const checks = result?.status === "fail" ? result.checks : [];
  // A failure that the learner chose in the table may be out of sight.
  useEffect(() => void (check !== firstFailure(checks) && panel.current?.focus()), [check]);
  const { caseTitles } = session;
  const map = session.elementMap.value;
  const provenance = session.provenance.value;
  const witness = witnessOf(session, check);
  const title = witness && witnessTitle(witness);
  const request =
    witness?.fault === undefined
      ? witness && <RequestPicture key="request" request={witness.request} lanes={witness.lanes} title={title ?? ""} />
      : title !== undefined && <FaultFigure key="request" drawn={witness} title={title} />;
  const elements = map && (
    <ElementMapFigure
      key="elements"
      map={map}
      followed={provenance?.array === map.array ? provenance.elementIndex : undefined}
      onAsk={(element) => void session.mapElements(check, element)}
    />
  );
  const chain = provenance && provenance.steps.length > 0 && <ProvenancePanel key="chain" provenance={provenance} />;
  // The map is of what was stored: the access that is refused comes first.
  const isRefusedRead = map?.refused.some(({ access, op }) => op === "load" && access === witness?.access) ?? false;
  return (
    <section ref={panel} class="failure" role="group" aria-label="The failure" tabIndex={-1}>
      <p class="panel-title">
        {caseTitles[check.case] ?? check.case}
        {session.isResultStale.value && <span class="soft"> (before your last change)</span>}
      </p>
      <p class="failure-sentence">
        <Prose text={check.message} />
      </p>
      {result?.status === "fail" && result.diagnosis && (
        <p class="diagnosis">
          <strong>Ask yourself:</strong> <Prose text={result.diagnosis.message} />
        </p>
      )}
      {isRefusedRead ? [request, elements, chain] : [chain, elements, request]}
    </section>
  );
}
