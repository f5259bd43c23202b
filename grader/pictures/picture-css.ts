/** How the parts of a picture look: the figures' language of the course, without what answers to a pointer. */
export const PICTURE_CSS = `.picture{display:block;font:500 10.5px "JetBrains Mono",ui-monospace,Menlo,Consolas,monospace;font-variant-numeric:tabular-nums}
.picture text{dominant-baseline:central;text-anchor:middle}
.picture .lane{stroke:var(--paper);stroke-width:1}
.picture .lane.out{fill:var(--panel);stroke:var(--rule-strong);stroke-dasharray:2 2}
.picture .out-number,.picture .soft{fill:var(--ink-soft)}
.picture .address{fill:var(--ink-strong);text-anchor:end}
.picture .named-rule{fill:none;stroke:var(--wrong);stroke-width:2.5}
.picture .named-mark{fill:var(--wrong)}
.picture .line-rule{fill:none;stroke:var(--rule-strong);stroke-width:1.75}
.picture .sector{stroke:var(--rule-strong);stroke-width:.5}
.picture .still{fill:none}
.picture .hatch-ground{fill:var(--paper)}
.picture .hatch-rule{stroke:var(--hatch);stroke-width:1}
.picture .connector{stroke-width:1;stroke-opacity:.5}
.picture .connector.named{stroke-width:2;stroke-opacity:1}
.picture .cell{stroke:var(--paper);stroke-width:.75}
.picture .slice{stroke:none}
.picture .cell-rule{fill:none;stroke:var(--paper);stroke-width:1}
.picture .column{fill:none;stroke:var(--rule);stroke-width:.75}
.picture .column.conflicted{fill:var(--wrong-ground)}
.picture .degree{fill:var(--wrong);font-size:11px;font-weight:700}
.picture .stack-rule{fill:none;stroke:var(--wrong);stroke-width:1.75}
.picture .legend{fill:var(--ink-soft);font-family:Inter,system-ui,sans-serif;font-size:11px;text-anchor:start}
.picture .swatch{stroke:var(--rule-strong);stroke-width:1}`;
