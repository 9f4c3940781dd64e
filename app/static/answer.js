/**
 * An answer as people read it: paragraphs, lists and headings made of text nodes, each checked sentence a
 * button that carries its verdict. Markdown signs are dropped from view; every other character stays in place.
 */

import { el } from "./elements.js";
import { VERDICTS, labelOf } from "./verdicts.js";

const LINE = /^(\s*)(#{1,6}\s+|[-*•+]\s+|\d+[.)]\s+)?/;

/** The lines of a text as blocks `{kind, start, end, label}`; `start` is after the list or heading sign. */
function blocks(text) {
  const found = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const [whole, , sign = ""] = line.match(LINE);
    if (line.trim()) {
      const kind = sign.startsWith("#") ? "heading" : sign ? "item" : "paragraph";
      found.push({ kind, start: at + whole.length, end: at + line.length, label: /\d/.test(sign) ? sign.trim() : "•" });
    }
    at += line.length + 1;
  }
  return found;
}

/** Text nodes for `text[start:end]`, with **strong** and `code` shown instead of their signs. */
function inline(text, start, end, style) {
  const nodes = [];
  for (const piece of text.slice(start, end).split(/(\*\*|`)/)) {
    if (piece === "**") style.strong = !style.strong;
    else if (piece === "`") style.code = !style.code;
    else if (piece) {
      let node = document.createTextNode(piece);
      if (style.code) node = el("code", {}, node);
      nodes.push(style.strong ? el("strong", {}, node) : node);
    }
  }
  return nodes;
}

/** The words of a claim, with the parts that the passages do not bear out marked. */
function words(text, start, end, failed, style) {
  const cuts = failed.filter((span) => span.start < end && span.end > start).sort((a, b) => a.start - b.start);
  const nodes = [];
  let at = start;
  for (const span of cuts) {
    const from = Math.max(span.start, at);
    const to = Math.min(span.end, end);
    if (to <= from) continue;
    nodes.push(...inline(text, at, from, style), el("span", { class: "failed", title: span.meaning }, inline(text, from, to, style)));
    at = to;
  }
  return [...nodes, ...inline(text, at, end, style)];
}

/**
 * Draws `text` into `place`. `claims` (of verdicts.js) may be empty: then it is plain text, as while streaming.
 * `open(claim, element)` runs when a sentence is chosen.
 */
export function drawAnswer(place, text, claims = [], open = () => {}) {
  const drawn = blocks(text).map((block) => {
    const style = { strong: false, code: false };
    const children = [];
    let at = block.start;
    for (const claim of claims) {
      const start = Math.max(claim.start, at);
      const end = Math.min(claim.end, block.end);
      if (end <= start) continue;
      children.push(...inline(text, at, start, style));
      const last = claim.end <= block.end; // a claim over several lines shows its verdict once, at its end
      children.push(sentence(claim, words(text, start, end, claim.failed, style), last, open));
      at = end;
    }
    children.push(...inline(text, at, block.end, style));
    if (block.kind === "heading") return el("p", { class: "heading", dir: "auto" }, children);
    if (block.kind === "item") {
      return el("p", { class: "item", dir: "auto" }, el("span", { class: "bullet" }, `${block.label} `), children);
    }
    return el("p", { dir: "auto" }, children);
  });
  place.replaceChildren(...drawn);
}

function sentence(claim, children, last, open) {
  const { sign } = VERDICTS[claim.verdict];
  const label = el("span", { class: "verdict" }, el("span", { "aria-hidden": "true" }, `${sign} `), labelOf(claim));
  const parts = [el("span", { class: "words" }, children)];
  if (last) parts.push(el("bdi", { lang: "en" }, label));
  if (claim.verdict === "unchecked") return el("span", { class: "claim unchecked" }, parts);
  const node = el("span", {
    class: `claim ${claim.verdict}`,
    role: "button",
    tabindex: "0",
    "aria-controls": "source",
    "aria-expanded": "false",
    click: () => open(claim, node),
    keydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      open(claim, node);
    },
  }, parts);
  node.claim = claim; // read by the preview on hover and focus
  return node;
}
