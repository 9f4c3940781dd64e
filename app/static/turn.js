/** One turn of a conversation: the question, what its answer is worth at a glance, the marked answer, its sources. */

import { drawAnswer } from "./answer.js";
import { copy, counted, el } from "./elements.js";
import * as history from "./history.js";
import { fileLink } from "./links.js";
import { nearestPassage, offQuestion } from "./replies.js";
import { showSource } from "./source.js";
import { VERDICTS, readClaims, sourceNumbers, sourcesOf, summaryOf } from "./verdicts.js";
import * as wire from "./wire.js";

const STATES = { writing: "Writing…", checking: "Checking each sentence…" };

/**
 * The element of a turn. `collection` is the conversation's; `can` holds what may be done with it:
 * `{checkAgain, askAgain, edit}`, functions without arguments, absent where it may not.
 */
export function turnElement(turn, collection, can) {
  const chunks = turn.check?.citedChunks ?? [];
  const claims = turn.check ? readClaims(turn.check, turn.answer) : [];
  const sources = sourcesOf(claims, chunks);
  const answer = el("div", { class: turn.check ? "answer" : "answer unverified", "aria-busy": turn.state ? "true" : null });
  drawAnswer(answer, turn.answer, claims, sourceNumbers(sources), (claim, node) => showSource(claim, chunks, node), turn.reply?.shorts);
  const node = el("article", { class: "turn" },
    question(turn, can),
    turn.check && summaryLine(claims, `Nothing found in “${collection.title}” answers this, or the answer says nothing that could be checked.`),
    offQuestion(turn.reply),
    answer,
    nearestPassage(turn.reply),
    sourceList(sources),
    turn.reading > 0 && el("p", { class: "hint reading" }, `${stillReading(turn.reading)} Ask again when that is done.`),
    turn.state && el("p", { class: "working" }, STATES[turn.state]),
    turn.problem && el("p", { class: "problem" }, turn.check ? turn.problem : `Not checked. ${turn.problem}`),
    !turn.state && (turn.answer || turn.problem) && footer(turn, claims, collection, can));
  node.turn = turn;
  return node;
}

const stillReading = (count) => (count === 1 ? "1 file is still being read." : `${count} files are still being read.`);

/** The question, and in what words it was searched for where that is not what was typed. */
function question(turn, can) {
  const head = el("div", { class: "question-head" },
    el("h2", { class: "asked", dir: "auto" }, turn.question),
    can.edit && el("button", { type: "button", class: "quiet", click: () => {
      const field = el("textarea", { rows: "2", dir: "auto", "aria-label": "The question, edited" });
      field.value = turn.question;
      const form = el("form", { class: "edit-form", submit: (event) => {
        event.preventDefault();
        if (field.value.trim()) can.edit(field.value.trim());
      } }, field, el("div", { class: "row" },
        el("button", { type: "submit", class: "primary" }, "Ask"),
        el("button", { type: "button", click: () => form.replaceWith(head) }, "Cancel")));
      field.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
          event.preventDefault();
          form.requestSubmit();
        }
      });
      head.replaceWith(form);
      field.focus();
    } }, "Edit", el("span", { class: "unseen" }, " the question")));
  return [head, turn.understood && el("p", { class: "understood hint" }, "Understood as: ", el("q", { dir: "auto" }, turn.understood))];
}

/** The answer at a glance, before its first word. `nothing` explains an answer without a statement. */
export function summaryLine(claims, nothing = "") {
  const { count, checked, text, rest } = summaryOf(claims);
  const hidden = checked - count.supported;
  return el("div", { class: "summary" },
    el("p", { class: "verdict-line" }, el("strong", {}, text), rest && `; ${rest}`),
    checked > 0 && bar(claims),
    count.unmeasured > 0 && el("p", { class: "language" },
      count.unmeasured === checked
        ? "This answer, or what was found for it, is in a language that the checker was not measured on. It gives no verdict: read the sources yourself."
        : `${counted(count.unmeasured, "sentence")}, or what was found for it, in a language that the checker was not measured on. It gives no verdict there: read the sources yourself.`),
    checked === 0 && nothing && el("p", { class: "hint" }, nothing),
    hidden > 0 && el("p", { class: "hint only-verified" }, count.supported
      ? `Sentences hidden because they are not supported: ${hidden}.`
      : "No sentence of this answer is supported by the documents."));
}

const SPANS = 24; // more do not fit a phone

/** A span for each statement in its order; where they are too many to be told apart, one as wide as each verdict's share. */
function bar(claims) {
  const verdicts = claims.filter((claim) => claim.verdict !== "unchecked").map((claim) => (claim.unmeasured ? "uncovered" : claim.verdict));
  const shares = verdicts.length <= SPANS
    ? verdicts.map((verdict) => [verdict, 1])
    : Object.keys(VERDICTS).map((verdict) => [verdict, verdicts.filter((one) => one === verdict).length]).filter(([, share]) => share);
  return el("p", { class: "bar", "aria-hidden": "true" }, shares.map(([verdict, share]) => {
    const span = el("span", { class: verdict }, VERDICTS[verdict].sign);
    span.style.flexGrow = share;
    return span;
  }));
}

/** One entry a document, however many of its passages are cited, under the number that the marks have. */
export function sourceList(sources) {
  if (!sources.length) return null;
  return el("section", { class: "sources" },
    el("h3", {}, "Sources"),
    el("ol", {}, sources.map(({ number, document, title, page, pages }) => {
      const address = wire.placeOf(document);
      return el("li", { value: number },
        address ? fileLink(address, page, { dir: "auto" }, title) : el("bdi", {}, title),
        pages && `, ${pages}`);
    })));
}

function footer(turn, claims, collection, can) {
  const button = (label, click) => el("button", { type: "button", class: "quiet", click }, label);
  return el("p", { class: "turn-foot" },
    el("span", { class: "facts" }, turn.shared ? "Opened from a link; checked just now by this server." : turn.model && `Written by ${turn.model}`),
    can.checkAgain && button("Check again", can.checkAgain),
    can.askAgain && button("Ask again", can.askAgain),
    turn.answer && button("Copy", (event) => copy(history.turnAsMarkdown(turn), event.target)),
    claims.length > 0 && button("Copy link", async (event) => copy(await history.linkTo(turn, collection), event.target)));
}
