// The guide as pages beside the page: docs/guide and whatever it links to in docs/, rendered when the page is built.
// They are plain files with relative addresses, read offline like the rest; a model in the text opens on the page by a
// click, with the questions that the text asks about it.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import markdown from "markdown-it";

const DOCS = fileURLToPath(new URL("../../../docs/", import.meta.url));
const FIRST = "guide/README.md";
const read = (path) => readFileSync(join(DOCS, path), "utf8");
const own = (name) => readFileSync(new URL(name, import.meta.url), "utf8");

/** Files by their names in the folder of the guide. */
export async function guideFiles() {
  const { paletteCss } = await import("@tracehound/core");
  const palette = [
    `:root{color-scheme:light;${paletteCss("light")}}`,
    `@media(prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${paletteCss("dark")}}}`,
    `:root[data-theme=dark]{color-scheme:dark;${paletteCss("dark")}}`,
  ].join("\n");
  const files = new Map([
    ["guide.css", `${palette}\n${own("guide.css")}`],
    ["guide.js", own("guide-theme.js")],
  ]);
  const chapters = chaptersOf(read(FIRST));
  const waiting = [FIRST];
  for (const path of waiting) {
    const { html, links, title } = render(path);
    files.set(nameOf(path), frame({ path, title, html, chapters }));
    for (const link of links) {
      if (link.endsWith(".md") && !waiting.includes(link)) waiting.push(link);
      else if (!link.endsWith(".md")) files.set(nameOf(link), readFileSync(join(DOCS, link)));
    }
  }
  return files;
}

/** All pages stand in one folder: `guide/first-check.md` is `first-check.html`, `engine.md` is `engine.html`. */
function nameOf(path) {
  const name = path.replace(/^guide\//, "").replaceAll("/", "-");
  return path === FIRST ? "index.html" : name.replace(/\.md$/, ".html");
}

function chaptersOf(contents) {
  return [...contents.matchAll(/^\d+\. \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, title, file]) => ({
    title,
    path: posix.join("guide", file),
  }));
}

function render(path) {
  const links = [];
  const text = read(path);
  const writer = markdown({ linkify: false });
  const { rules } = writer.renderer;
  rules.fence = (tokens, index) => fence(tokens[index], text);
  rules.table_open = () => '<div class="table" tabindex="0"><table>';
  rules.table_close = () => "</table></div>";
  rules.heading_open = (tokens, index) => {
    const { tag } = tokens[index];
    return `<${tag} id="${anchor(tokens[index + 1].content)}">`;
  };
  const tokens = writer.parse(text, {});
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const name = token.type === "link_open" ? "href" : token.type === "image" ? "src" : undefined;
    if (name === undefined) continue;
    const found = addressOf(path, token.attrGet(name));
    if (found.file !== undefined) links.push(found.file);
    token.attrSet(name, found.address);
  }
  const html = writer.renderer.render(tokens, writer.options, {}).replaceAll(/<a href="">(.*?)<\/a>/gs, "$1");
  return { html, links, title: /^# (.+)$/m.exec(text)?.[1] ?? path };
}

/**
 * Where a link of a page leads: to another page of the guide, to a file that is copied, or, outside of docs/, nowhere.
 */
function addressOf(path, link) {
  if (/^(?:[a-z]+:|#)/.test(link)) return { address: link };
  const [file, fragment] = link.split("#");
  const target = relative(DOCS, join(DOCS, dirname(path), file)).replaceAll("\\", "/");
  if (target.startsWith("..") || !existsSync(join(DOCS, target)) || !/\.\w+$/.test(target)) return { address: "" };
  return { address: nameOf(target) + (fragment === undefined ? "" : `#${fragment}`), file: target };
}

const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-");

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function fence({ info, content }, text) {
  const name = /file=(\S+)/.exec(info)?.[1];
  const lines = escaped(content.trimEnd()).split("\n");
  const shown = info.startsWith("console")
    ? lines.map((line) => (line.startsWith("$ ") ? `<b>${line}</b>` : line === "[...]" ? "<i>…</i>" : line))
    : lines;
  const code = `<pre tabindex="0"><code>${shown.join("\n")}</code></pre>`;
  if (name === undefined || !/\.(?:xta|xml|tck)$/.test(name)) return code;
  const address = escaped(`../index.html#${openedBy(name, content, text)}`);
  return `<figure><figcaption><code>${escaped(name)}</code><a href="${address}">Open on the page</a></figcaption>${code}</figure>`;
}

/** The link that opens a model with what the text asks about it. */
function openedBy(name, content, text) {
  const fields = new URLSearchParams({ name: posix.basename(name) });
  fields.set("model", deflateRawSync(content).toString("base64url"));
  const commands = [...text.matchAll(/^\$ tracehound check (.+)$/gm)].filter(([, args]) => args.includes(name));
  const asked = commands.flatMap(([, args]) => [...args.matchAll(/(?:-q|--query) "([^"]+)"/g)].map(([, asks]) => asks));
  for (const question of new Set(asked)) fields.append("ask", question);
  return fields;
}

function frame({ path, title, html, chapters }) {
  const at = chapters.findIndex((chapter) => chapter.path === path);
  const link = (chapter, text) => `<a href="${nameOf(chapter.path)}">${escaped(text)}</a>`;
  const list = chapters.map((chapter) =>
    chapter.path === path
      ? `<li><a href="${nameOf(path)}" aria-current="page">${escaped(chapter.title)}</a></li>`
      : `<li>${link(chapter, chapter.title)}</li>`,
  );
  const [before, after] = at < 0 ? [undefined, undefined] : [chapters[at - 1], chapters[at + 1]];
  const turn = [
    before === undefined ? "<span></span>" : link(before, `← ${before.title}`),
    after === undefined ? "" : link(after, `${after.title} →`),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<title>${escaped(title)} – Tracehound</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<script src="guide.js"></script>
<link rel="stylesheet" href="guide.css">
</head>
<body${path === FIRST ? ' class="contents"' : ""}>
<header><a class="brand" href="../index.html"><img src="../icon.svg" alt="" width="26" height="26">Tracehound</a><a href="index.html">The guide</a></header>
<div class="columns">
<nav aria-label="Chapters"><ol>${list.join("")}</ol></nav>
<main>${html}${at < 0 ? "" : `<p class="turn">${turn.join("")}</p>`}</main>
</div>
</body>
</html>
`;
}
