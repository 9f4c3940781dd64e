/**
 * The Check tab: any answer, against facts that are pasted or against a collection.
 *
 * The request asks for every score (`returnAllScores`), so that the threshold moves without another request.
 */

import { drawAnswer } from "./answer.js";
import { allCollections, collection } from "./documents.js";
import { announce, copy, el, percent } from "./elements.js";
import { summaryLine } from "./ask.js";
import { watchPreview } from "./preview.js";
import { closeSource, showSource } from "./source.js";
import { THRESHOLD, VERDICTS, labelOf, readClaims, summaryOf } from "./verdicts.js";
import * as wire from "./wire.js";

const ATTRIBUTES = ["title", "author", "source"];

let result = null; // {request, response} of the last check
let threshold = THRESHOLD;
const parts = {}; // the elements that are read or redrawn

/** Builds the tab's form into `place`. */
export function openCheck(place) {
  parts.answer = el("textarea", { id: "candidate", rows: "6", dir: "auto", placeholder: "Paste the answer to check" });
  parts.prompt = el("input", { id: "prompt", dir: "auto", autocomplete: "off" });
  parts.facts = el("ol", { class: "facts-list" });
  parts.collection = el("select", { id: "check-collection" });
  parts.run = el("button", { type: "submit", class: "primary" }, "Check");
  parts.problem = el("p", { class: "problem grow", role: "alert", hidden: true });
  parts.result = el("section", { class: "result", "aria-label": "Result", hidden: true });
  const byFacts = el("input", { type: "radio", name: "against", value: "facts", checked: true, change: () => show("facts") });
  const byCollection = el("input", { type: "radio", name: "against", value: "collection", change: () => show("collection") });
  const factsPlace = el("div", {}, parts.facts, el("button", { type: "button", click: () => addFact().focus() }, "Add a fact"));
  const collectionPlace = el("div", { class: "field", hidden: true }, el("label", { for: "check-collection" }, "Collection"), parts.collection);
  const show = (what) => {
    factsPlace.hidden = what !== "facts";
    collectionPlace.hidden = what !== "collection";
  };
  parts.against = () => (byFacts.checked ? "facts" : "collection");
  const form = el("form", { class: "check-form", submit: run },
    el("div", { class: "lead" },
      el("h2", {}, "Check an answer"),
      el("p", { class: "hint" }, "From any model or person. Each sentence is held against the facts you paste, or against a collection.")),
    el("div", { class: "field" }, el("label", { for: "candidate" }, "Answer"), parts.answer),
    el("fieldset", {}, el("legend", {}, "Check it against"),
      el("div", { class: "row choices" }, el("label", {}, byFacts, " facts"), el("label", {}, byCollection, " a collection")),
      factsPlace, collectionPlace),
    el("div", { class: "field" }, el("label", { for: "prompt" }, "The question it answers ", el("span", { class: "hint" }, "(optional; adds how helpful the answer is)")), parts.prompt),
    el("div", { class: "row" }, parts.run, parts.problem));
  addFact();
  place.replaceChildren(form, parts.result);
  watchPreview(parts.result, () => result?.response.citedChunks ?? []);
}

/** The collections on offer are others now. */
export function drawCollections() {
  const before = parts.collection.value || collection().id;
  parts.collection.replaceChildren(...allCollections().map((one) => el("option", { value: one.id, selected: one.id === before }, one.title)));
}

let made = 0;

/** Adds an empty fact to the form and returns its text field. */
function addFact() {
  const id = `fact-${++made}`;
  const text = el("textarea", { id, rows: "3", dir: "auto", placeholder: "A passage the answer should rest on" });
  const attributes = ATTRIBUTES.map((name) => el("div", { class: "field" },
    el("label", { for: `${id}-${name}` }, name[0].toUpperCase() + name.slice(1)),
    el("input", { id: `${id}-${name}`, name, dir: "auto", autocomplete: "off" })));
  const item = el("li", {},
    el("div", { class: "row" }, el("label", { for: id, class: "grow" }, "Fact"),
      el("button", { type: "button", class: "quiet", click: () => {
        item.remove();
        if (!parts.facts.children.length) addFact();
        number();
      } }, "Remove")),
    text,
    el("details", {}, el("summary", {}, "Where it comes from"), el("div", { class: "attributes" }, attributes)));
  parts.facts.append(item);
  number();
  return text;
}

function number() {
  [...parts.facts.children].forEach((item, i) => {
    item.querySelector("label").textContent = `Fact ${i + 1}`;
    item.querySelector("button").setAttribute("aria-label", `Remove fact ${i + 1}`);
  });
}

function factOf(item) {
  const attributes = {};
  for (const input of item.querySelectorAll("input")) if (input.value.trim()) attributes[input.name] = input.value.trim();
  const fact = { factText: item.querySelector("textarea").value };
  return Object.keys(attributes).length ? { ...fact, attributes } : fact;
}

function requestBody() {
  const body = { answerCandidate: parts.answer.value };
  if (parts.against() === "facts") body.facts = [...parts.facts.children].map(factOf).filter((fact) => fact.factText.trim());
  else body.groundingSource = wire.searchSource(parts.collection.value);
  body.groundingSpec = { citationThreshold: THRESHOLD, enableClaimLevelScore: true, enableAntiCitations: true, returnAllScores: true };
  const prompt = parts.prompt.value.trim();
  if (prompt) {
    body.prompt = prompt;
    body.groundingSpec.enableHelpfulnessScore = true;
  }
  return body;
}

/** What is missing before anything can be checked, and where to put it; null when all is there. */
function missing(request) {
  if (!request.answerCandidate.trim()) return [parts.answer, "Paste the answer that is to be checked."];
  if (request.facts?.length === 0) return [parts.facts.querySelector("textarea"), "Add a fact to check the answer against, or choose a collection."];
  if (!request.facts && !parts.collection.value) return [parts.collection, "There is no collection yet. Add documents first, or check against facts."];
  return null;
}

async function run(event) {
  event.preventDefault();
  closeSource(false);
  const request = requestBody();
  const lacking = missing(request);
  if (lacking) {
    const [place, message] = lacking;
    parts.problem.textContent = message;
    parts.problem.hidden = false;
    place.focus();
    return;
  }
  parts.run.disabled = true;
  parts.run.textContent = "Checking…";
  parts.problem.hidden = true;
  try {
    result = { request, response: await wire.checkAnswer(request) };
    drawResult();
    parts.result.scrollIntoView({ block: "nearest" });
    announce(summaryOf(claimsNow()).text);
  } catch (error) {
    parts.problem.textContent = error.message;
    parts.problem.hidden = false;
  }
  parts.run.disabled = false;
  parts.run.textContent = "Check";
  if (document.activeElement === document.body) parts.run.focus({ preventScroll: true }); // disabled, it lost the focus
}

const claimsNow = () => readClaims(result.response, result.request.answerCandidate, threshold);

function drawResult() {
  const { request, response } = result;
  parts.marked = el("div", {});
  const slider = el("input", { type: "range", id: "threshold", min: "0", max: "1", step: "0.01", value: threshold });
  const shown = el("output", { for: "threshold" }, threshold.toFixed(2));
  slider.addEventListener("input", () => {
    threshold = Number(slider.value);
    shown.textContent = threshold.toFixed(2);
    closeSource(false);
    drawMarks();
  });
  slider.addEventListener("change", () => announce(summaryOf(claimsNow()).text));
  const figures = [
    ["Support", response.supportScore],
    ["Contradiction", response.contradictionScore],
    ["Helpfulness", response.helpfulnessScore],
  ].filter(([, value]) => value !== undefined);
  parts.result.hidden = false;
  parts.result.replaceChildren(
    el("div", { class: "row threshold" },
      el("label", { for: "threshold" }, "Threshold"), slider, shown,
      el("span", { class: "hint" }, "how sure a passage must be to count")),
    parts.marked,
    el("dl", { class: "figures" }, figures.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, percent(value))))),
    el("p", { class: "row" },
      el("button", { type: "button", click: (event) => copy(JSON.stringify(response, null, 2), event.target) }, "Copy as JSON"),
      el("button", { type: "button", click: (event) => copy(asCurl(request), event.target) }, "Copy as curl")));
  drawMarks();
}

function drawMarks() {
  const claims = claimsNow();
  const answer = el("div", { class: "answer" });
  drawAnswer(answer, result.request.answerCandidate, claims, (claim, node) => showSource(claim, result.response.citedChunks ?? [], node));
  const open = parts.marked.querySelector("details")?.open;
  parts.marked.replaceChildren(summaryLine(claims), answer, scoreTable(claims, open));
}

function scoreTable(claims, open) {
  const cell = (value) => el("td", { class: "number" }, value === null ? "–" : value.toFixed(2));
  return el("details", { class: "scores", open },
    el("summary", {}, "Scores per statement"),
    el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Scores per statement" },
      el("table", {},
        el("thead", {}, el("tr", {}, ["Statement", "Verdict", "Support", "Contradiction"].map((title) => el("th", { scope: "col" }, title)))),
        el("tbody", {}, claims.map((claim) => el("tr", {},
          el("th", { scope: "row", dir: "auto" }, claim.text),
          el("td", {}, el("span", { "aria-hidden": "true" }, `${VERDICTS[claim.verdict].sign} `), labelOf(claim)),
          cell(claim.score), cell(claim.contradiction)))))));
}

/** The same request for a shell; the key, where one is needed, comes from the reader's environment. */
export function asCurl(request) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  // Through printf, which shells have built in: an argument of a program may not be longer than 128 kB.
  const lines = [`printf %s ${quoted(JSON.stringify(request))} |`, `curl -sS ${quoted(location.origin + wire.CHECK)}`, `-H 'Content-Type: application/json'`];
  if (wire.hasKey()) lines.push(`-H "x-goog-api-key: $SUREGROUND_API_KEY"`);
  lines.push("--data-binary @-");
  return lines.join(" \\\n  ");
}
