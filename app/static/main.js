/** The page's start: views, dialogs, and what an empty conversation teaches. */

import { ask, askShared, canAsk, drawIfEmpty, openAsk } from "./ask.js";
import { drawCollections, openCheck } from "./check.js";
import { choose, collection, openDocuments } from "./documents.js";
import { byId, el, notice, opened } from "./elements.js";
import { fromLink } from "./history.js";
import { closeSource } from "./source.js";
import * as wire from "./wire.js";

const QUESTIONS = "sureground.questions"; // the sample collection's id and example questions

wire.onKeyNeeded(async (message) => {
  byId("key-message").textContent = message;
  byId("key").value = "";
  if (!(await opened(byId("key-dialog")))) return null;
  return { key: byId("key").value.trim(), remember: byId("key-remember").checked };
});

// --- views: the address says which one, so that back and forward work

function showView() {
  const check = location.hash === "#check";
  byId("check").hidden = !check;
  byId("ask").hidden = check;
  for (const [id, here] of [["to-ask", !check], ["to-check", check]]) {
    if (here) byId(id).setAttribute("aria-current", "page");
    else byId(id).removeAttribute("aria-current");
  }
  closeSource(false);
  showDocuments(false);
}

function showDocuments(on) {
  document.body.classList.toggle("with-documents", on);
  byId("show-documents").setAttribute("aria-expanded", String(on));
}

async function followAddress() {
  const linked = location.hash.startsWith("#answer=") ? await fromLink(location.hash) : null;
  if (location.hash.startsWith("#answer=")) history.replaceState(null, "", "#ask");
  showView();
  if (linked) await askShared(linked);
}

// --- the empty state teaches

function drawEmpty(place) {
  const steps = [
    ["Add documents.", "Drop PDFs, Markdown or text files on the left."],
    ["Ask a question.", "The answer is written from your documents."],
    ["See what holds.", "Every sentence says whether a passage supports it. Choose a sentence to read the exact words on their page."],
  ];
  const { questions } = samples(collection().id);
  place.replaceChildren(el("div", { class: "empty" },
    el("h2", {}, "See at a glance what to trust"),
    el("ol", { class: "steps" }, steps.map(([title, text]) => el("li", {}, el("strong", {}, title), " ", text))),
    canAsk() && questions.length > 0 && el("div", {},
      el("h3", {}, "Try one of these"),
      el("ul", { class: "examples" }, questions.map((question) => el("li", {}, el("button", { type: "button", dir: "auto", click: () => ask(question) }, question))))),
    !questions.length && el("p", { class: "row" },
      el("button", { type: "button", class: canAsk() ? "" : "primary", click: trySamples }, "Try the sample collection"),
      !canAsk() && el("button", { type: "button", click: () => byId("choose-files").click() }, "Add your own documents"))));
}

function samples(id) {
  try {
    const kept = JSON.parse(localStorage.getItem(QUESTIONS) ?? "{}");
    if (kept.collection === id && Array.isArray(kept.questions)) return kept;
  } catch {
    // Damaged: offer the samples again.
  }
  return { questions: [] };
}

async function trySamples(event) {
  const button = event.target;
  button.disabled = true;
  button.textContent = "Reading the sample documents…";
  try {
    const taken = await wire.takeSamples();
    localStorage.setItem(QUESTIONS, JSON.stringify(taken));
    await choose(taken.collection);
    byId("question").focus();
  } catch (error) {
    notice(error.message);
    drawIfEmpty();
  }
}

// --- start

byId("show-documents").addEventListener("click", () => showDocuments(!document.body.classList.contains("with-documents")));
byId("close-source").addEventListener("click", () => closeSource());
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) closeSource();
});
addEventListener("hashchange", followAddress);

openCheck(byId("check"));
openAsk(drawEmpty);
await openDocuments(() => {
  drawCollections();
  drawIfEmpty();
});
await followAddress();
