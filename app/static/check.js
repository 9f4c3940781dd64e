/**
 * The Check tab: any answer, against facts that are pasted or against a collection.
 *
 * The request asks for every score (`returnAllScores`), so that the threshold moves without another request.
 */

import { drawAnswer } from "./answer.js";
import { collection, isEmpty } from "./documents.js";
import { announce, copy, el, percent } from "./elements.js";
import { watchPreview } from "./preview.js";
import { closeSource, showSource } from "./source.js";
import { session } from "./storage.js";
import { sourceList, summaryLine } from "./turn.js";
import { THRESHOLD, VERDICTS, labelOf, readClaims, sourceNumbers, sourcesOf, summaryOf } from "./verdicts.js";
import * as wire from "./wire.js";

const DRAFT = "sureground.check"; // what is typed here, so that a reload loses nothing
const ATTRIBUTES = ["title", "author", "source"];

let result = null; // {request, response} of the last check
let threshold = THRESHOLD;
const parts = {}; // the elements that are read or redrawn

/** Builds the tab's form into `place`. */
export function openCheck(place) {
  parts.answer = el("textarea", { id: "candidate", rows: "6", dir: "auto", placeholder: "Paste the answer to check" });
  parts.prompt = el("input", { id: "prompt", dir: "auto", autocomplete: "off" });
  parts.facts = el("ol", { class: "facts-list" });
  parts.collection = el("strong", { dir: "auto" });
  parts.run = el("button", { type: "submit", class: "primary" }, "Check");
  parts.problem = el("p", { class: "problem grow", role: "alert", hidden: true });
  parts.result = el("section", { class: "result", "aria-label": "Result", hidden: true });
  const byFacts = el("input", { type: "radio", name: "against", value: "facts", checked: true });
  const byCollection = el("input", { type: "radio", name: "against", value: "collection" });
  const factsPlace = el("div", {}, parts.facts, el("button", { type: "button", click: () => addFact().focus() }, "Add a fact"));
  const collectionPlace = el("p", { hidden: true }, "The documents in ", parts.collection, ", the collection chosen under Documents.");
  const show = () => {
    factsPlace.hidden = !byFacts.checked;
    collectionPlace.hidden = byFacts.checked;
  };
  parts.against = (choice) => {
    if (choice) [byFacts.checked, byCollection.checked] = [choice === "facts", choice !== "facts"];
    show();
    return byFacts.checked ? "facts" : "collection";
  };
  const form = el("form", { class: "check-form", submit: run, input: edited, change: edited },
    el("div", { class: "lead" },
      el("h2", {}, "Check an answer"),
      el("p", { class: "hint" }, "From any model or person. Each sentence is held against the facts you paste, or against your documents.")),
    el("div", { class: "field" }, el("label", { for: "candidate" }, "Answer"), parts.answer),
    el("fieldset", {}, el("legend", {}, "Check it against"),
      el("div", { class: "row choices" }, el("label", {}, byFacts, " facts"), el("label", {}, byCollection, " my documents")),
      factsPlace, collectionPlace),
    el("div", { class: "field" }, el("label", { for: "prompt" }, "The question it answers ", el("span", { class: "hint" }, "(optional; adds how helpful the answer is)")), parts.prompt),
    el("div", { class: "row" }, parts.run, parts.problem));
  restore();
  place.replaceChildren(form, parts.result);
  watchPreview(parts.result, () => result?.response.citedChunks ?? []);
}

/** Another collection is chosen: what was checked against the one before no longer holds. */
export function collectionChanged() {
  const { id, title } = collection();
  parts.collection.textContent = title;
  if (result?.collection && result.collection !== id) withdraw();
}

/** Verdicts on words that are others now are no verdicts. */
function edited() {
  parts.against();
  session.setItem(DRAFT, JSON.stringify({ answer: parts.answer.value, prompt: parts.prompt.value, against: parts.against(), facts: [...parts.facts.children].map(factOf) }));
  withdraw();
}

function withdraw() {
  closeSource(false);
  result = null;
  parts.result.hidden = true;
}

function restore() {
  let draft = {};
  try {
    draft = JSON.parse(session.getItem(DRAFT) ?? "{}");
  } catch {
    // Not ours: begin empty.
  }
  parts.answer.value = draft.answer ?? "";
  parts.prompt.value = draft.prompt ?? "";
  for (const fact of draft.facts?.length ? draft.facts : [{}]) addFact(fact);
  parts.against(draft.against ?? "facts");
}

let made = 0;

/** Adds a fact to the form, an empty one by default, and returns its text field. */
function addFact({ factText = "", attributes: given = {} } = {}) {
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
        edited();
      } }, "Remove")),
    text,
    el("details", {}, el("summary", {}, "Where it comes from"), el("div", { class: "attributes" }, attributes)));
  text.value = factText;
  for (const input of item.querySelectorAll("input")) input.value = given[input.name] ?? "";
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
  else body.groundingSource = wire.searchSource(collection().id);
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
  if (!request.facts && isEmpty()) return [parts.answer, `There are no documents in “${collection().title}” yet. Add one first, or check against facts.`];
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
    const response = await wire.checkAnswer(request);
    if (JSON.stringify(requestBody()) !== JSON.stringify(request)) throw new wire.Refusal(0, "The text was changed while it was checked. Check it again.");
    result = { request, response, collection: request.facts ? null : collection().id };
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
    parts.corrected = el("section", { class: "corrected", "aria-live": "polite", hidden: true }),
    el("dl", { class: "figures" }, figures.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, percent(value))))),
    el("p", { class: "row" },
      response.claims?.length > 0 && el("button", { type: "button", click: correct }, "Correct the answer"),
      el("button", { type: "button", click: (event) => copy(JSON.stringify(response, null, 2), event.target) }, "Copy as JSON"),
      el("button", { type: "button", click: (event) => copy(asCurl(request), event.target) }, "Copy as curl")));
  drawMarks();
}

/** Asks for the answer with what the passages say instead, and without what they do not bear out. */
async function correct(event) {
  const { request } = result;
  const button = event.target;
  button.disabled = true;
  try {
    const { correctedAnswer: text = "" } = await wire.checkAnswer({ ...request, groundingSpec: { ...request.groundingSpec, enableCorrectedAnswer: true } });
    const shown = el("div", { class: "answer" });
    drawAnswer(shown, text);
    parts.corrected.replaceChildren(el("h3", {}, "Corrected, and checked again"),
      text ? shown : el("p", { class: "hint" }, "No statement of this answer can be kept."),
      text ? el("button", { type: "button", class: "quiet", click: (press) => copy(text, press.target) }, "Copy") : "");
    parts.corrected.hidden = false;
  } catch (error) {
    parts.problem.textContent = error.message;
    parts.problem.hidden = false;
  }
  button.disabled = false;
}

function drawMarks() {
  const claims = claimsNow();
  const answer = el("div", { class: "answer" });
  const chunks = result.response.citedChunks ?? [];
  const sources = sourcesOf(claims, chunks);
  drawAnswer(answer, result.request.answerCandidate, claims, sourceNumbers(sources), (claim, node) => showSource(claim, chunks, node));
  const open = parts.marked.querySelector("details")?.open;
  parts.marked.replaceChildren(summaryLine(claims), answer, sourceList(sources) ?? "", scoreTable(claims, open));
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
