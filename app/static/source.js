/** The source pane: where a sentence stands. Passages with the exact words, the page they are on, the file. */

import { byId, el, opened, percent } from "./elements.js";
import { fileLink } from "./links.js";
import { runs } from "./markdown.js";
import { pieces } from "./spans.js";
import { VERDICTS, isDrawn, labelOf, pageNumbers, pagesOf, titleOf } from "./verdicts.js";
import * as wire from "./wire.js";

let opener = null; // the sentence whose sources are shown: focus goes back there

const AROUND = 140; // characters of a passage shown on each side of its evidence

/** Line breaks that only the page's width made, as blanks: the length stays, so that marks stay right. */
const reflowed = (text) => text.replace(/(?<=[^\n]{50})\n(?=[^\s•*|#-])/g, " ");

const quote = (text, marks, differing, before, after) => el("blockquote", { dir: "auto", class: "passage" },
  before && "…\u00a0", pieces(text, marks).map((piece) => (piece.marked ? el("mark", {}, compared(piece, differing)) : piece.text)), after && "\u00a0…");

/** A marked piece with the words in it that differ from the sentence's. */
const compared = ({ text, start }, differing) => pieces(text, differing.map((words) => ({ start: Math.max(0, words.start - start), end: Math.min(text.length, words.end - start) })))
  .map((piece) => (piece.marked ? el("strong", { class: "differs" }, piece.text) : piece.text));

/** The passage's evidence, marked, with some words around it; the whole passage is one step away. */
function passageText(chunk, marks, differing) {
  const text = reflowed(chunk.chunkText);
  if (!marks.length) return quote(text, [], []);
  const first = Math.min(...marks.map((mark) => mark.start));
  const last = Math.max(...marks.map((mark) => mark.end));
  // To the nearest blank, so that no word is cut; scripts without blanks are cut where they are.
  let from = Math.max(0, first - AROUND);
  let to = Math.min(text.length, last + AROUND);
  while (from > 0 && from > first - 2 * AROUND && !/\s/.test(text[from - 1])) from -= 1;
  while (to < text.length && to < last + 2 * AROUND && !/\s/.test(text[to])) to += 1;
  const moved = (spans) => spans.map(({ start, end }) => ({ start: start - from, end: end - from }));
  const excerpt = quote(text.slice(from, to), moved(marks), moved(differing), from > 0, to < text.length);
  if (from === 0 && to === text.length) return excerpt;
  return [excerpt, el("details", { class: "whole" }, el("summary", {}, "Whole passage"), quote(text, marks, differing))];
}

/** Shows `claim`; `chunks` are the response's `citedChunks`. */
export function showSource(claim, chunks, node) {
  closeSource(false);
  opener = node;
  node.button()?.setAttribute("aria-expanded", "true");
  node.classList.add("current");
  const body = byId("source-body");
  const groups = [];
  if (claim.supports.length) groups.push(group("Supports it", "for", claim.supports, chunks, claim));
  if (claim.against.length) groups.push(group("Contradicts it", "against", claim.against, chunks, claim));
  body.replaceChildren(
    el("p", { class: `badge ${claim.verdict}` }, el("span", { "aria-hidden": "true" }, `${VERDICTS[claim.verdict].sign} `), labelOf(claim)),
    el("p", { class: "quoted", dir: "auto" }, quoted(claim)),
    ...(claim.correction ? [el("p", { class: "correction" }, el("ins", {}, claim.correction.text), " instead of ", el("del", {}, claim.correction.wrong))] : []),
    explanation(claim),
    el("div", { class: groups.length > 1 ? "groups two" : "groups" }, groups),
    ...(groups.length || !claim.closest ? [] : [closest(claim, chunks)]),
  );
  byId("source").hidden = false;
  byId("source-title").focus({ preventScroll: true });
  byId("source").scrollTop = 0;
}

/** The words of the sentence, those that a passage says otherwise marked. */
const quoted = (claim) => runs(claim.text, 0, claim.text.length).flatMap((run) => pieces(claim.text.slice(run.start, run.end),
  claim.counterparts.map((words) => ({ start: Math.max(0, words.start - claim.start - run.start), end: Math.min(run.end, words.end - claim.start) - run.start })))
  .map((piece) => (piece.marked ? el("span", { class: "differs" }, piece.text) : piece.text)));

/** Closes the pane and gives the focus back. */
export function closeSource(refocus = true) {
  if (byId("source").hidden) return;
  byId("source").hidden = true;
  opener?.button()?.setAttribute("aria-expanded", "false");
  opener?.classList.remove("current");
  if (refocus && opener?.isConnected) opener.button()?.focus();
  opener = null;
}

function explanation(claim) {
  if (claim.unmeasured) {
    return el("p", { class: "hint" }, "The checker was not measured on this language, so it gives no verdict here. Read the sources yourself.");
  }
  const text = {
    supported: "",
    disputed: "The passages disagree: one supports this sentence, another says otherwise. Read both.",
    contradicted: "A passage says otherwise, and none supports it.",
    uncovered: "No passage supports the whole of this sentence, and none contradicts it.",
  }[claim.verdict];
  const reasons = [...new Set(claim.failed.map((span) => span.meaning))];
  return el("div", {},
    text && el("p", { class: "hint" }, text),
    claim.failed.length > 0 && el("ul", { class: "reasons" }, reasons.map((meaning) => el("li", {},
      claim.failed.filter((span) => span.meaning === meaning).map((span, i) => [i ? ", " : "", el("bdi", { class: "failed" }, failedWords(claim, span))]),
      ` — ${meaning}`))));
}

const failedWords = (claim, span) => claim.text.slice(Math.max(0, span.start - claim.start), span.end - claim.start);

function closest(claim, chunks) {
  const score = claim.closest.score;
  return group(score === null ? "Closest passage" : `Closest passage, ${percent(score)}: too weak to count`, "near", [claim.closest], chunks, claim);
}

/** One side of the evidence, a passage at a time. */
function group(title, side, passages, chunks, claim) {
  const place = el("div", {});
  const position = el("span", { class: "position", role: "status" });
  let at = 0;
  const turn = (step) => {
    at = (at + step + passages.length) % passages.length;
    position.textContent = `${at + 1} of ${passages.length}`;
    place.replaceChildren(passageCard(passages[at], chunks[passages[at].chunk], side, differing(claim, passages[at], chunks, side)));
  };
  const section = el("section", { class: `group ${side}` },
    el("div", { class: "row" },
      el("h3", { class: "grow" }, title),
      passages.length > 1 && [
        el("button", { type: "button", class: "quiet", click: () => turn(-1) }, el("span", { "aria-hidden": "true" }, "←"), el("span", { class: "unseen" }, "Previous passage")),
        position,
        el("button", { type: "button", class: "quiet", click: () => turn(1) }, el("span", { "aria-hidden": "true" }, "→"), el("span", { class: "unseen" }, "Next passage")),
      ]),
    place);
  turn(0);
  return section;
}

/** Where a passage says other words than the sentence; of one that supports it, where it says the same. */
function differing(claim, passage, chunks, side) {
  if (side === "against") return claim.counterparts.filter((words) => words.chunk === passage.chunk).map((words) => words.stated);
  const text = chunks[passage.chunk].chunkText;
  return claim.counterparts.flatMap((words) => passage.marks.map((mark) => {
    const wanted = claim.text.slice(words.start - claim.start, words.end - claim.start);
    const start = text.slice(0, mark.end).indexOf(wanted, mark.start);
    return { start, end: start < 0 ? start : start + wanted.length };
  })).filter(({ start }) => start >= 0);
}

function passageCard(passage, chunk, side, differing) {
  const title = titleOf(chunk);
  const pages = pagesOf(chunk, passage.marks);
  const stored = chunk.sourceInfo?.searchSource;
  const file = wire.placeOf(stored?.documentId);
  const drawn = isDrawn(chunk) ? pageNumbers(chunk, passage.marks) : [];
  const attributes = Object.entries(chunk.sourceMetadata ?? {}).filter(([name]) => name !== "title");
  return el("article", { class: "card" },
    el("p", { class: "where" },
      el("strong", { dir: "auto" }, title),
      pages && `, ${pages}`,
      passage.score !== null && el("span", { class: "score" }, `${percent(passage.score)} sure`)),
    file === null && attributes.length > 0 && el("p", { class: "hint" }, attributes.map(([name, value]) => `${name}: ${value}`).join(" · ")),
    passageText(chunk, passage.marks, differing),
    el("p", { class: "links" }, links(file, stored, title, drawn[0])),
    file && drawn.map((number) => pagePicture(pageAddress(file, number, passage, chunk, side), number, title)));
}

function links(file, stored, title, page) {
  const nodes = [];
  if (file) nodes.push(fileLink(file, page, {}, "Open the file"));
  const elsewhere = stored?.documentLink ?? "";
  if (/^https?:\/\//.test(elsewhere) && !elsewhere.startsWith(`${location.origin}/`)) {
    nodes.push(" ", el("a", { href: elsewhere, target: "_blank", rel: "noopener noreferrer" }, "Where it came from"));
  }
  return nodes;
}

/** Words are named as the check's response names them: bytes of a chunk's text. */
function pageAddress(file, number, passage, chunk, side) {
  const query = new URLSearchParams({ side });
  if (chunk.chunkId) query.set("chunk", chunk.chunkId);
  for (const { bytes } of passage.marks) query.append("mark", `${bytes.startPos ?? 0}-${bytes.endPos}`);
  return `${file}/pages/${number}.png?${query}`;
}

/** The picture of a page, drawn when it comes into view. */
function pagePicture(address, number, title) {
  const frame = el("div", { class: "page-frame", tabindex: "0", role: "group", "aria-label": `Page ${number} of ${title}` });
  const figure = el("figure", { class: "page" }, frame, el("figcaption", {}, `Page ${number}`));
  frame.append(el("p", { class: "hint" }, "Drawing the page…"));
  const draw = async () => {
    try {
      const { address: source, marks } = await wire.pagePicture(address);
      const said = marks.length ? "with the cited words marked" : "the cited words are not marked";
      const image = el("img", { src: source, alt: `Page ${number} of ${title}, ${said}` });
      await image.decode();
      frame.replaceChildren(image);
      const top = Math.min(...marks.map((mark) => mark[1]));
      if (marks.length) frame.scrollTop = Math.max(0, top * image.clientHeight - frame.clientHeight / 3);
      figure.querySelector("figcaption").replaceChildren(
        `Page ${number}${marks.length ? "" : ". These words could not be placed on the picture."} `,
        el("button", { type: "button", class: "quiet", click: () => enlarge(address, number, title) }, "Enlarge"));
    } catch (error) {
      frame.replaceChildren(el("p", { class: "hint" }, `The page could not be drawn. ${error.message}`));
    }
  };
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    draw();
  }, { rootMargin: "200px" }).observe(figure);
  return figure;
}

async function enlarge(address, number, title) {
  byId("page-dialog-title").textContent = `${title}, page ${number}`;
  const body = byId("page-dialog-body");
  body.replaceChildren(el("p", { class: "hint" }, "Drawing the page…"));
  const closed = opened(byId("page-dialog"));
  try {
    const { address: source } = await wire.pagePicture(`${address}&width=1800`);
    body.replaceChildren(el("img", { src: source, alt: `Page ${number} of ${title}` }));
  } catch (error) {
    body.replaceChildren(el("p", { class: "hint" }, `The page could not be drawn. ${error.message}`));
  }
  await closed;
  body.replaceChildren();
}
