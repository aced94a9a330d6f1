// The page of jobs that `serve --broker` shows: how far each is, by worker and shard, asked for again every second. It
// is a page of its own, without anything of the other one: whoever looks after machines need not load an engine.

export const JOBS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Jobs – Tracehound</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#d8dde3, #3a4048); --soft: light-dark(#5b6570, #9aa4b0); --full: light-dark(#0b6bcb, #5fb0ff); }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; margin: 0 0 .5rem; }
h2 { font-size: 1.05rem; margin: 0; }
section { border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; margin: .8rem 0; }
.state { float: right; font-weight: 600; }
p { margin: .2rem 0; color: var(--soft); overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin-top: .5rem; font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
th, td { text-align: right; padding: .15rem .6rem; border-top: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th { color: var(--soft); font-weight: 500; }
.shards { display: flex; flex-wrap: wrap; gap: 3px; margin-top: .6rem; }
.shard { border: 1px solid var(--line); border-radius: 4px; padding: 0 .35rem; font-size: .8rem; }
.shard.busy { border-color: var(--full); }
progress { width: 100%; }
</style>
</head>
<body>
<h1>Jobs</h1>
<p id="news" role="status">asking the broker…</p>
<main id="jobs"></main>
<script type="module">
const token = new URLSearchParams(location.hash.slice(1)).get("jobs") ?? "";
const number = new Intl.NumberFormat("en");
const make = (tag, text, className) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className !== undefined) element.className = className;
  return element;
};
const row = (tag, cells) => {
  const line = make("tr");
  line.append(...cells.map((cell) => make(tag, typeof cell === "number" ? number.format(cell) : cell)));
  return line;
};
function workersOf(workers) {
  const table = make("table");
  table.append(row("th", ["worker", "shards", "states", "waiting", "explored", "batches sent", "read again", "replayed", "unreadable", ""]));
  for (const one of workers) {
    const states = one.shards.reduce((sum, shard) => sum + shard.states, 0);
    table.append(row("td", [one.worker, one.shards.length, states, one.waiting, one.explored, one.batches, one.redelivered, one.replayed, one.unreadable, one.trouble ?? (one.isIdle ? "idle" : "at work")]));
  }
  return table;
}
function shardsOf(workers) {
  const all = make("div", undefined, "shards");
  const own = workers.flatMap(({ worker, shards }) => shards.map((shard) => ({ worker, ...shard })));
  for (const { shard, states, waiting, worker } of own.sort((a, b) => a.shard - b.shard)) {
    const box = make("span", shard + ": " + number.format(states) + (waiting > 0 ? ", " + number.format(waiting) + " wait" : ""), waiting > 0 ? "shard busy" : "shard");
    box.title = "shard " + shard + ", worker " + worker;
    all.append(box);
  }
  return all;
}
function jobOf({ id, started, kind, models, queries, state, tasks, workers = [], audit, log, refusals = [] }) {
  const section = make("section");
  section.append(make("span", state, "state"), make("h2", id + " · " + kind), make("p", models.join(", ") + (started === undefined ? "" : ", started " + new Date(started).toLocaleString())));
  for (const query of queries.slice(0, 5)) section.append(make("p", query));
  if (queries.length > 5) section.append(make("p", "and " + (queries.length - 5) + " more"));
  if (tasks !== undefined) {
    const bar = make("progress");
    bar.max = tasks.all;
    bar.value = tasks.done;
    bar.setAttribute("aria-label", "tasks that are done");
    section.append(bar, make("p", tasks.done + " of " + tasks.all + " done, " + tasks.taken + " under way, " + tasks.redelivered + " taken again"));
  }
  if (log !== undefined) section.append(make("p", "log: " + number.format(log.batches) + " batches, " + Math.round(log.bytes / 1e6) + " of " + Math.round(log.limit / 1e6) + " MB"));
  if (audit !== undefined) section.append(make("p", "audit: " + audit));
  if (workers.length > 0) section.append(workersOf(workers), shardsOf(workers));
  for (const { sentence, workers: many } of refusals) section.append(make("p", "refused by " + (many === 1 ? "a worker" : many + " workers") + ": " + sentence));
  return section;
}
async function look() {
  const news = document.getElementById("news");
  try {
    const response = await fetch("/jobs.json", { headers: { authorization: "Bearer " + token } });
    const told = await response.json();
    if (!response.ok) throw new Error(told.why ?? "the server refuses");
    // The newest first; those that are over last.
    const isOver = ({ state }) => !["running", "waiting", "full"].includes(state);
    const jobs = told.jobs.reverse().sort((a, b) => isOver(a) - isOver(b));
    document.getElementById("jobs").replaceChildren(...jobs.map(jobOf));
    news.textContent = jobs.length === 0 ? "there are no jobs: tracehound job start" : told.broker + ", " + new Date().toLocaleTimeString();
  } catch (error) {
    news.textContent = "no news: " + error.message;
  }
  setTimeout(look, 1000);
}
look();
</script>
</body>
</html>
`;
