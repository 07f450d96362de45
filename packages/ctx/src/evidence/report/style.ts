// The look of a report. One sheet, in the page itself; light and dark by the reader's own setting; made for paper as well.

export const style = `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#16191d;--soft:#5b6470;--line:#dde1e7;--code:#f3f5f8;
--model:#5b5bd6;--tool:#0d8a72;--bad:#c9302c;--warn:#b26a00;--good:#1a7f37;--goodbg:#e6f4ea;--badbg:#fdeceb;--warnbg:#fff3dd;
--user:#eef0ff;--in:#b9c3d4;--out:#5b5bd6;--money:#b26a00}
@media(prefers-color-scheme:dark){:root{--bg:#0e1116;--card:#161b22;--ink:#e6e9ee;--soft:#98a2b0;--line:#2a313b;--code:#0f141a;
--model:#8f8ff5;--tool:#37c2a3;--bad:#ff7b72;--warn:#e3a541;--good:#4ac26b;--goodbg:#10291a;--badbg:#331615;--warnbg:#2e2310;
--user:#1d2040;--in:#3b4657;--out:#8f8ff5;--money:#e3a541}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}
a{color:inherit;text-decoration-color:var(--soft);text-underline-offset:.2em}
a:hover{text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--model);outline-offset:2px}
h1{font-size:1.6rem;line-height:1.2;margin:0;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:2.25rem 0 .75rem}
h3{font-size:.95rem;margin:0}
p{margin:.4rem 0}
.card h3{margin:1.1rem 0 .2rem}.card summary h3,.inside h3{margin:0}
code,pre,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.86em}
code{overflow-wrap:anywhere}
pre{margin:0;padding:.75rem .9rem;background:var(--code);border:1px solid var(--line);border-radius:8px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;max-height:32rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;font-size:.9rem;color:var(--soft);margin-bottom:1rem;overflow-wrap:anywhere}
nav .first{margin-right:auto}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem 1.15rem;margin:.75rem 0}
.top{border-left:5px solid var(--soft)}
.top.good{border-left-color:var(--good)}.top.bad{border-left-color:var(--bad)}.top.open{border-left-color:var(--warn)}
.head{display:flex;flex-wrap:wrap;gap:.6rem .9rem;align-items:center}
.soft{color:var(--soft)}
.small{font-size:.875rem}
.badge{display:inline-block;border-radius:99px;padding:.1rem .65rem;font-size:.8rem;font-weight:600;white-space:nowrap;background:var(--code);border:1px solid var(--line)}
.badge.good{background:var(--goodbg);color:var(--good);border-color:transparent}
.badge.bad{background:var(--badbg);color:var(--bad);border-color:transparent}
.badge.open,.badge.warn{background:var(--warnbg);color:var(--warn);border-color:transparent}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(7.5rem,1fr));gap:.75rem;margin:1rem 0 0;padding:0}
.facts div{display:flex;flex-direction:column-reverse;justify-content:flex-end}
.facts dt{font-size:.8rem;color:var(--soft)}
.facts dd{margin:0;font-size:1.2rem;font-weight:600;font-variant-numeric:tabular-nums}
.pairs{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1.1rem;margin:0}
.pairs dt{color:var(--soft)}.pairs dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th{text-align:left;font-weight:600;color:var(--soft);font-size:.8rem}
th,td{padding:.45rem .75rem .45rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:break-word}
tr:last-child td{border-bottom:0}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.wide{overflow-x:auto}
.lanes{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.3rem .9rem;align-items:center}
.lanes .name{font-size:.82rem;color:var(--soft);max-width:9rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.lanes svg,.chart svg{display:block;width:100%;overflow:visible}
.lanes svg{height:1.35rem;background:var(--code);border-radius:4px}
.chart svg{height:8.5rem}
.ticks{display:flex;justify-content:space-between;font-size:.78rem;color:var(--soft);font-variant-numeric:tabular-nums}
.b-model{fill:var(--model)}.b-tool{fill:var(--tool)}.b-failed,.b-error,.b-denied{fill:var(--bad)}.b-event{fill:var(--warn)}
.turn{stroke:var(--line);stroke-width:1.5}
.grid{stroke:var(--line);stroke-width:1}
.a-in{fill:var(--in)}.a-out{fill:var(--out)}.l-money{fill:none;stroke:var(--money);stroke-width:2}
.key{display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.82rem;color:var(--soft);margin:.6rem 0 0;padding:0;list-style:none}
.key i{display:inline-block;width:.75rem;height:.75rem;border-radius:3px;margin-right:.4rem;vertical-align:-.05rem;background:var(--soft)}
.k-model{background:var(--model)!important}.k-tool{background:var(--tool)!important}.k-bad{background:var(--bad)!important}
.k-event,.k-money{background:var(--warn)!important}.k-in{background:var(--in)!important}.k-out{background:var(--out)!important}
details>summary{cursor:pointer;list-style:none}
details>summary::-webkit-details-marker{display:none}
summary.line{display:flex;gap:.6rem;align-items:baseline}
summary.line::before{content:"▸";color:var(--soft);flex:none;font-size:.8rem}
details[open]>summary.line::before{content:"▾"}
.turnbox>summary{padding:.15rem 0}
.said{overflow-wrap:anywhere;margin:.35rem 0}.said.plain{white-space:pre-wrap}
.over{margin:0 0 .35rem;color:var(--soft);display:flex;flex-wrap:wrap;gap:.4rem .6rem;align-items:center}
.room{padding-right:3.85%}
.md>:first-child{margin-top:0}.md>:last-child{margin-bottom:0}.md p{margin:.45rem 0}.md pre{margin:.5rem 0}
.md .h1,.md .h2,.md .h3,.md .h4{font-weight:650;margin:.8rem 0 .3rem}.md .h1{font-size:1.15rem}.md .h2{font-size:1.08rem}
.md blockquote{margin:.5rem 0;padding-left:.8rem;border-left:3px solid var(--line);color:var(--soft)}
.md hr{border:0;border-top:1px solid var(--line);margin:.9rem 0}.md code{background:var(--code);border-radius:4px;padding:.08em .3em}
.items{list-style:none;margin:.4rem 0;padding:0}.items li{display:flex;gap:.5rem;margin:.15rem 0}.items .mark{color:var(--soft);flex:none}
.in1{padding-left:1.2rem}.in2{padding-left:2.4rem}.in3{padding-left:3.6rem}
.t-bold{font-weight:700}.t-dim{opacity:.7}.t-italic{font-style:italic}.t-under{text-decoration:underline}
.c0{color:var(--soft)}.c1,.c9{color:var(--bad)}.c2,.c10{color:var(--good)}.c3,.c11{color:var(--warn)}.c4,.c12{color:var(--model)}
.c5,.c13{color:#a63fb5}.c6,.c14{color:var(--tool)}.c7,.c15{color:var(--ink)}.c8{color:var(--soft)}
.g0,.g7{background:color-mix(in srgb,var(--soft) 22%,transparent)}.g1{background:color-mix(in srgb,var(--bad) 22%,transparent)}
.g2{background:color-mix(in srgb,var(--good) 22%,transparent)}.g3{background:color-mix(in srgb,var(--warn) 22%,transparent)}
.g4{background:color-mix(in srgb,var(--model) 22%,transparent)}.g5{background:color-mix(in srgb,#a63fb5 22%,transparent)}.g6{background:color-mix(in srgb,var(--tool) 22%,transparent)}
.entry{margin:.9rem 0;scroll-margin-top:1rem}
.entry:target,.call:target{outline:2px solid var(--model);outline-offset:4px;border-radius:8px}
.who{display:flex;gap:.6rem;align-items:baseline;font-size:.82rem;color:var(--soft)}
.who b{color:var(--ink)}
.who .end{margin-left:auto;white-space:nowrap;font-variant-numeric:tabular-nums}
.prompt{background:var(--user);border-radius:10px;padding:.6rem .9rem}
.reasoning{color:var(--soft);border-left:3px solid var(--line);padding-left:.8rem}
.call{border:1px solid var(--line);border-radius:10px;margin:.6rem 0;background:var(--card);overflow:hidden}
.call>summary{padding:.5rem .75rem}
.call.denied,.call.error{border-color:var(--bad)}
.call .tool{font-weight:600;color:var(--tool);flex:none}
.call .about{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.call .end{flex:none;font-size:.82rem;color:var(--soft);white-space:nowrap}
.inside{padding:0 .75rem .75rem;display:grid;gap:.5rem}
.inside h3{font-size:.78rem;color:var(--soft);font-weight:600;margin-top:.25rem}
.note{border-radius:8px;background:var(--warnbg);padding:.45rem .8rem;font-size:.9rem}
.note.bad{background:var(--badbg)}
.diff{padding:0;white-space:normal;max-height:none}
.diff div{padding:0 .9rem;white-space:pre-wrap;overflow-wrap:anywhere;min-height:1.4em}
.diff .add{background:var(--goodbg)}.diff .del{background:var(--badbg)}.diff .at{color:var(--soft);padding-block:.25rem}
.plus{color:var(--good)}.minus{color:var(--bad)}
footer{margin-top:3rem;color:var(--soft);font-size:.85rem}
@media(max-width:40rem){body{font-size:15px}main{padding:1rem .85rem 3rem}h1{font-size:1.3rem}
.pairs{grid-template-columns:1fr;gap:0}.pairs dd{margin-bottom:.5rem}.facts{grid-template-columns:repeat(auto-fit,minmax(6rem,1fr))}
.facts dd{font-size:1.05rem}.card{padding:.85rem .9rem}.lanes .name{max-width:4.5rem}nav .first{flex-basis:100%}.opt{display:none}
.cards thead{display:none}.cards tr{display:flex;flex-wrap:wrap;gap:.2rem .9rem;padding:.6rem 0;border-bottom:1px solid var(--line)}
.cards tr:last-child{border-bottom:0}.cards td{border:0;padding:0}.cards td:nth-child(3){flex-basis:100%}.cards td.n{text-align:left;font-size:.85rem;color:var(--soft)}
.cards td[data-is]::before{content:attr(data-is) " "}.cards td:empty{display:none}}
@media print{:root{color-scheme:light;--bg:#fff;--card:#fff}body{font-size:11pt}main{max-width:none;padding:0}
details::details-content{content-visibility:visible;block-size:auto}
pre{max-height:none;overflow:visible}.card,.call{break-inside:avoid-page}.call .about{white-space:normal}nav{display:none}}
`;
