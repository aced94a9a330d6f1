// The style sheet of reports. Light and dark follow the reader's system.

import { paletteCss } from "../picture/index.ts";

export const REPORT_STYLE = `:root{color-scheme:light dark;${paletteCss("light")}}
@media (prefers-color-scheme:dark){:root{${paletteCss("dark")}}}
*{box-sizing:border-box}
body{margin:0;font:15px/1.5 system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;color:var(--ink);background:var(--panel)}
header,main{max-width:1280px;margin:0 auto;padding:0 24px}
header{padding-top:28px}
h1{font-size:24px;margin:0;overflow-wrap:anywhere}h3{margin:24px 0 8px;font-size:15px}
p{margin:8px 0}.soft,header p{color:var(--soft)}
code{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.9em}
.query{background:var(--paper);border:1px solid var(--faint);border-radius:12px;padding:14px 20px;margin:16px 0}
summary{cursor:pointer;font-size:16px}
.verdict{display:inline-block;border-radius:999px;padding:1px 12px;font-weight:650;font-size:13px;border:1.5px solid}
.satisfied{color:var(--good)}.violated{color:var(--bad)}.unknown{color:var(--unknown)}
p,code,summary{overflow-wrap:anywhere}
.columns{display:grid;grid-template-columns:minmax(260px,340px) minmax(0,1fr);gap:18px}
@media (max-width:800px){.columns{grid-template-columns:minmax(0,1fr)}header,main{padding-left:12px;padding-right:12px}.query{padding:12px}}
.steps{margin:0;padding:0 0 0 34px;max-height:560px;overflow:auto;border:1px solid var(--faint);border-radius:10px}
.steps button{all:unset;display:block;width:100%;box-sizing:border-box;padding:6px 10px;cursor:pointer;border-radius:6px}
.steps li::marker{color:var(--soft);font-size:12px}
.steps .on button{background:var(--glow)}.steps i{color:var(--accent);font-style:normal}.steps b{color:var(--sync);font-weight:500}
.automata{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(280px,100%),1fr));gap:12px;align-content:start;max-height:560px;overflow:auto}
figure{margin:0;min-width:0;border:1px solid var(--faint);border-radius:10px;padding:8px}
figure svg{width:100%;height:auto;max-height:320px}figcaption{text-align:center;font-weight:600}
.picture{overflow:auto;border:1px solid var(--faint);border-radius:10px;padding:8px;max-height:620px}.picture+.picture{margin-top:12px}
table{border-collapse:collapse}td,th{padding:3px 9px;border-bottom:1px solid var(--faint);text-align:left;vertical-align:top}
td:not(:last-child){white-space:nowrap}td:last-child{font:12px ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
nav{display:flex;gap:6px;align-items:center;margin:10px 0}
nav button{font:inherit;padding:3px 14px;border:1px solid var(--faint);border-radius:8px;background:var(--panel);color:inherit;cursor:pointer}
.where{margin-left:8px;color:var(--soft)}
button:focus-visible,.walk:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
g.on>.body{fill:var(--accent);stroke:var(--accent)}g.on>text[data-name]{fill:var(--accent)}
g.on>.stroke{stroke:var(--accent);stroke-width:3}g.on>.head{fill:var(--accent);stroke:var(--accent)}
svg [data-step]{cursor:pointer}svg [data-step].on text{font-weight:700}
`;
