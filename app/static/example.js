/** The first screen: an answer that this server checks now, with one planted error, and the passage beside it. */

import { drawAnswer } from "./answer.js";
import { el } from "./elements.js";
import { showSource } from "./source.js";
import { pieces } from "./spans.js";
import { summaryLine } from "./turn.js";
import { readClaims, sourceNumbers, sourcesOf } from "./verdicts.js";
import * as wire from "./wire.js";

const QUESTION = "What does a ticket cost, and how long is it valid?";
const ANSWER = "An adult ticket costs £9. Children under 5 are admitted free of charge. A ticket stays valid for six months.";
const PASSAGE = {
  factText: "An adult ticket costs £9. Children under 5 are admitted free of charge. A ticket stays valid for twelve months, so you may come back as often as you like.",
  attributes: { title: "Visitor questions, “What does a ticket cost?”" },
};

let asked = null; // the check, made once while the page is open

/** Draws it; where the server cannot be asked the place stays empty, since the page says so elsewhere. */
export function liveExample() {
  const place = el("div", { class: "example", hidden: true });
  asked ??= wire.checkAnswer({
    answerCandidate: ANSWER,
    facts: [PASSAGE],
    groundingSpec: { enableClaimLevelScore: true, enableAntiCitations: true },
  });
  asked.then((response) => {
    const claims = readClaims(response, ANSWER);
    const chunks = response.citedChunks ?? [];
    const answer = el("div", { class: "answer" });
    drawAnswer(answer, ANSWER, claims, sourceNumbers(sourcesOf(claims, chunks)), (claim, node) => showSource(claim, chunks, node));
    place.replaceChildren(
      el("div", {}, el("h3", {}, QUESTION), summaryLine(claims), answer),
      el("aside", { "aria-label": "The passage" },
        el("p", { class: "where" }, "[1] ", el("strong", {}, PASSAGE.attributes.title)),
        el("blockquote", { class: "passage" }, marked(claims)),
        claims.map(({ correction }) => correction && el("p", { class: "correction" }, "It says ", el("ins", {}, correction.text), ", not ", el("del", {}, correction.wrong), "."))));
    place.hidden = false;
  }).catch(() => {
    asked = null;
  });
  return place;
}

/** The passage, with the words that differ from the answer's. */
const marked = (claims) => pieces(PASSAGE.factText, claims.flatMap((claim) => claim.counterparts.map((words) => words.stated)))
  .map((piece) => (piece.marked ? el("mark", {}, piece.text) : piece.text));
