/**
 * An answer as people read it: paragraphs, lists, tables and code made of text nodes, each checked sentence with a
 * small button behind it that carries its verdict and the numbers of its sources.
 */

import { el } from "./elements.js";
import { blocks, runs } from "./markdown.js";
import { VERDICTS, labelOf } from "./verdicts.js";

/**
 * Draws `text` into `place`. `claims` (of verdicts.js) may be empty: then it is plain text, as while streaming.
 * `numbers` are those of the sources by chunk; `open(claim, element)` runs when a sentence is chosen. `shorts` are the
 * ranges of short answers.
 */
export function drawAnswer(place, text, claims = [], numbers = new Map(), open = () => {}, shorts = []) {
  const buttons = new Map(); // claim -> its button, which all parts of it lead to
  // A claim over several lines or cells shows its verdict once, behind the last.
  const marked = (start, end, closing = (claim) => claim.end <= end) => {
    const shown = runs(text, start, end);
    const nodes = [];
    let at = start;
    for (const claim of claims) {
      const from = Math.max(claim.start, at);
      const to = Math.min(claim.end, end);
      if (to <= from) continue;
      nodes.push(...words(text, shown, at, from, []));
      nodes.push(sentence(claim, words(text, shown, from, to, [...claim.failed, ...shorts]), closing(claim)));
      at = to;
    }
    return [...nodes, ...words(text, shown, at, end, [])];
  };
  const sentence = (claim, children, last) => {
    const body = el("span", { class: "words" }, children);
    if (claim.verdict === "unchecked") return el("span", { class: "claim unchecked" }, body);
    const node = el("span", { class: `claim ${claim.verdict}`, click: (event) => event.target.closest("a") || open(claim, node) }, body);
    node.claim = claim; // read by the preview on hover and focus
    node.button = () => buttons.get(claim);
    if (last) {
      buttons.set(claim, verdictButton(claim, numbers));
      node.append(buttons.get(claim));
    }
    return node;
  };
  place.replaceChildren(...blocks(text).map((block) => {
    const { kind, start, end } = block;
    if (kind === "code") return el("pre", {}, el("code", {}, text.slice(start, end)));
    if (kind === "table") return table(block, marked);
    if (kind === "heading") return el("p", { class: "heading", dir: "auto" }, marked(start, end));
    if (kind === "quote") return el("blockquote", { dir: "auto" }, marked(start, end));
    if (kind === "item") return el("p", { class: "item", dir: "auto" }, el("span", { class: "bullet" }, `${block.label} `), marked(start, end));
    return el("p", { dir: "auto" }, marked(start, end));
  }));
}

/** A row is one statement: its verdict stands behind its last cell. */
const table = (block, marked) => el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table" },
  el("table", {}, block.rows.map((row) => el("tr", {}, row.cells.map(({ start, end }, i) =>
    el(row.head ? "th" : "td", { dir: "auto", scope: row.head ? "col" : null },
      marked(start, end, () => i === row.cells.length - 1)))))));

/** The words of `text[start:end]` that are shown, with the parts that the passages do not bear out marked, and the short answers. */
function words(text, shown, start, end, failed) {
  const nodes = [];
  const cuts = failed.filter((span) => span.start < end && span.end > start).sort((a, b) => a.start - b.start);
  let at = start;
  for (const span of cuts) {
    const from = Math.max(span.start, at);
    const to = Math.min(span.end, end);
    if (to <= from) continue;
    const part = plain(text, shown, from, to);
    nodes.push(...plain(text, shown, at, from), span.meaning ? el("span", { class: "failed", title: span.meaning }, part) : el("strong", { class: "short" }, part));
    at = to;
  }
  return [...nodes, ...plain(text, shown, at, end)];
}

function plain(text, shown, start, end) {
  return shown.filter((run) => run.start < end && run.end > start).map((run) => {
    let node = document.createTextNode(text.slice(Math.max(run.start, start), Math.min(run.end, end)));
    if (run.code) node = el("code", {}, node);
    if (run.href) node = el("a", { href: run.href, target: "_blank", rel: "noopener noreferrer" }, node);
    if (run.em) node = el("em", {}, node);
    return run.strong ? el("strong", {}, node) : node;
  });
}

/** "[1]", "[✕ 2]", "[1 ⇄ 2]", "[?]": what it says without colour; its whole words are for those who listen. */
function verdictButton(claim, numbers) {
  const of = (passages) => [...new Set(passages.map(({ chunk }) => numbers.get(chunk)))].filter(Boolean).join(", ");
  const { sign } = VERDICTS[claim.verdict];
  const shown = claim.unmeasured ? "–" : {
    supported: of(claim.supports) || sign,
    disputed: `${of(claim.supports)} ${sign} ${of(claim.against)}`,
    contradicted: `${sign} ${of(claim.against)}`.trim(),
    uncovered: sign,
  }[claim.verdict];
  return el("button", { type: "button", class: "verdict", lang: "en", "aria-controls": "source", "aria-expanded": "false" },
    `[${shown}]`, el("span", { class: "unseen" }, ` ${labelOf(claim)}`));
}
