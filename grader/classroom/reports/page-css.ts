/** The look of the reports: the course's paper, set with what fonts the reader has. */
export const PAGE_CSS = `*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:400 1.0625rem/1.6 "Source Serif 4","Source Serif Pro",Georgia,serif;-webkit-text-size-adjust:100%}
main{max-width:52rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1,h2,h3{color:var(--ink-strong);font-weight:600;line-height:1.25;text-wrap:balance;overflow-wrap:anywhere}
h1{margin:.25rem 0 0;font-size:2.125rem;letter-spacing:-.01em}
h2{margin:0;font-size:1.5rem}
h3{margin:1.75rem 0 .5rem;font-size:1.125rem}
p{margin:.5rem 0;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.15em}
a:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.over{margin:0;color:var(--ink-soft);font:500 .8125rem/1.4 Inter,system-ui,sans-serif;letter-spacing:.06em;text-transform:uppercase}
.who{margin:.25rem 0 0;font-size:1.1875rem}
.soft{color:var(--ink-soft)}
.score{margin:1.75rem 0 .25rem;color:var(--ink-strong);font-size:1.375rem}
.score b{font-size:2.75rem;font-weight:600;line-height:1;font-variant-numeric:lining-nums tabular-nums}
code,pre{font-family:"JetBrains Mono",ui-monospace,Menlo,Consolas,monospace;font-variant-ligatures:none}
code{font-size:.875em}
.wide{position:relative;overflow-x:auto;margin:1rem 0}
table{width:100%;border-collapse:collapse;font:400 .9375rem/1.45 Inter,system-ui,sans-serif;font-variant-numeric:lining-nums tabular-nums}
th,td{padding:.45rem .75rem;border-bottom:1px solid var(--rule);text-align:start;vertical-align:baseline}
th:first-child,td:first-child{padding-inline-start:0}
th:last-child,td:last-child{padding-inline-end:0}
thead th{border-bottom-color:var(--rule-strong);color:var(--ink-soft);font-weight:500;font-size:.8125rem;white-space:nowrap}
tbody th{color:var(--ink-strong);font-weight:500}
.number{text-align:end;white-space:nowrap}
.mark{text-align:center}
.pass{color:var(--right)}.fail,.error{color:var(--wrong)}.skipped,.missing,.fault{color:var(--ink-soft)}
.verdict{font-weight:600;white-space:nowrap}
.exercise{margin-top:3rem;border-top:2px solid var(--rule-strong);padding-top:1.25rem}
.exercise>header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:.25rem 1.5rem}
.exercise>header p{margin:0;font:500 .9375rem/1.4 Inter,system-ui,sans-serif}
.question{margin:1.25rem 0;border-inline-start:3px solid var(--accent);background:var(--accent-ground);padding:.75rem 1.125rem;color:var(--ink-strong)}
.problem{margin:1.25rem 0;border-inline-start:3px solid var(--wrong);background:var(--wrong-ground);padding:.75rem 1.125rem;color:var(--ink-strong)}
.note{margin:1.25rem 0;border-inline-start:3px solid var(--rule-strong);background:var(--panel);padding:.75rem 1.125rem}
:is(.question,.problem,.note) p{margin:0}
:is(.question,.problem,.note) p+p{margin-top:.5rem}
.label{display:block;color:var(--ink-soft);font:500 .8125rem/1.4 Inter,system-ui,sans-serif}
figure{margin:1rem 0 1.25rem}
figure>.wide{margin:0;background:var(--paper)}
figure .picture{max-width:none;min-width:44rem;width:100%;height:auto}
figcaption{margin-top:.5rem;color:var(--ink-soft);font:400 .875rem/1.5 Inter,system-ui,sans-serif}
.source{position:relative;margin:.75rem 0;border:1px solid var(--rule);background:var(--panel);padding:.75rem 0;overflow-x:auto;font-size:.8125rem;line-height:1.6;tab-size:2}
.source code{display:block;width:max-content;min-width:100%;font-size:inherit}
.source .line{display:block;min-height:1.6em;padding-inline:3.25rem 1rem;text-indent:-3.25rem;unicode-bidi:isolate}
.source .line::before{content:attr(data-line);display:inline-block;width:3.25rem;text-indent:0;padding-inline-end:1rem;color:var(--ink-soft);text-align:end}
.source .blamed{background:var(--wrong-ground);box-shadow:inset 3px 0 var(--wrong)}
ul{margin:.5rem 0;padding-inline-start:1.25rem}
li{margin:.3rem 0;overflow-wrap:anywhere}
footer{margin-top:3.5rem;border-top:1px solid var(--rule);padding-top:1rem;color:var(--ink-soft);font:400 .8125rem/1.5 Inter,system-ui,sans-serif;overflow-wrap:anywhere}
.readings{display:flex;flex-wrap:wrap;gap:1rem 2.5rem;margin:1.75rem 0}
.readings dt{color:var(--ink-soft);font:500 .8125rem/1.4 Inter,system-ui,sans-serif}
.readings dd{margin:0;color:var(--ink-strong);font-size:1.75rem;font-weight:600;line-height:1.2;font-variant-numeric:lining-nums tabular-nums}
.bar{white-space:nowrap}
.share{display:inline-block;width:5.5rem;height:.625rem;margin-inline-end:.625rem;border:1px solid var(--rule-strong);vertical-align:baseline}
.share i{display:block;height:100%;background:var(--accent);print-color-adjust:exact;-webkit-print-color-adjust:exact}
.chart svg{display:block;width:100%;max-width:42rem;height:auto;overflow:visible;background:none;color:var(--ink-soft);font:500 12px Inter,system-ui,sans-serif}
.chart .bars rect{fill:var(--accent)}
.chart .counts text{fill:var(--ink-strong);font-weight:600}
.hidden-text{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:40rem){main{padding-top:1.5rem}h1{font-size:1.75rem}.wide>table.texts{min-width:36rem}.verdict{white-space:normal}.chart svg{font-size:17px}}
@media print{@page{margin:18mm}body{font-size:10.5pt}main{max-width:none;padding:0}.exercise{break-before:auto}h2,h3,figcaption{break-after:avoid}figure,tr{break-inside:avoid}figure .picture{min-width:0}.source{overflow:visible}.source code{width:auto}.source .line{white-space:pre-wrap;overflow-wrap:anywhere}.picture,.source,:is(.question,.problem,.note){print-color-adjust:exact;-webkit-print-color-adjust:exact}}`;
