/**
 * Asking: a question goes to the writer, the finished answer to the check, and only then are its sentences marked.
 *
 * All marks come from one call of `:check` against the same collection, never from the answer's own
 * `groundingSupports`: supports list only what holds at 0.6, over the passages the writer read. The check looks
 * for passages sentence by sentence, so it also finds what contradicts, what no passage covers, and what needs
 * no check. Two sources of marks could disagree in front of the reader.
 */

import { announce, byId, download, el, notice } from "./elements.js";
import { choose, collection, isEmpty } from "./documents.js";
import * as history from "./history.js";
import { watchPreview } from "./preview.js";
import { readReply } from "./replies.js";
import { closeSource } from "./source.js";
import { local, session } from "./storage.js";
import { turnElement } from "./turn.js";
import { ANTI_THRESHOLD, THRESHOLD, compacted, readClaims, summaryOf } from "./verdicts.js";
import * as wire from "./wire.js";

const VERIFIED = "sureground.verified-only";

let current = fresh();
let stopper = null; // while an answer of the open conversation is written or checked

function fresh() {
  return { id: `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`, title: "", time: Date.now(), collection: null, turns: [] };
}

/** Wires the Ask view up. `drawEmpty(place)` fills it while there is no turn, `show()` brings it to the front. */
export function openAsk(drawEmpty, show) {
  empty = drawEmpty;
  toFront = show;
  const question = byId("question");
  byId("question-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = question.value.trim();
    if (!text || stopper) return;
    if (!canAsk()) return notice(`There are no documents in “${collection().title}” yet. Add one first.`);
    question.value = "";
    grow();
    ask(text);
  });
  question.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      byId("question-form").requestSubmit();
    }
  });
  const grow = () => {
    question.style.height = "auto";
    question.style.height = `${question.scrollHeight + 2}px`;
  };
  question.addEventListener("input", grow);
  byId("stop").addEventListener("click", () => stopper?.abort());
  byId("new-conversation").addEventListener("click", () => startNew());
  byId("export-markdown").addEventListener("click", () => download(`${fileName()}.md`, "text/markdown", history.asMarkdown(current)));
  byId("export-json").addEventListener("click", () => download(`${fileName()}.json`, "application/json", history.asJson(current)));
  const verified = byId("verified-only");
  verified.checked = local.getItem(VERIFIED) === "yes";
  const apply = () => {
    byId("conversation").classList.toggle("verified-only", verified.checked);
    local.setItem(VERIFIED, verified.checked ? "yes" : "no");
  };
  verified.addEventListener("change", apply);
  apply();
  watchPreview(byId("conversation"), (node) => node.closest(".turn")?.turn.check?.citedChunks ?? []);
  const last = history.conversations().find((one) => one.id === session.getItem("sureground.open"));
  if (last) current = settled(last);
  addEventListener("storage", (event) => event.key === history.STORE && followOtherTabs());
  draw();
}

let empty = () => {};
let toFront = () => {};

/** A kept conversation to be shown: what was under way when its page was left has ended. */
function settled(conversation) {
  for (const turn of conversation.turns.filter((one) => one.state)) {
    delete turn.state;
    turn.problem = "The page was left before this was done.";
  }
  return conversation;
}

/** Another tab kept or forgot a conversation; the one that is open here may have gone on there. */
function followOtherTabs() {
  const kept = history.conversations().find((one) => one.id === current.id);
  if (!kept || stopper || JSON.stringify(kept.turns) === JSON.stringify(current.turns)) return drawHistory();
  current = settled(kept);
  draw();
}

/** Ends what is under way; its turn is kept as it stands. */
function stop() {
  stopper?.abort();
  stopper = null;
}

const fileName = () => (current.title || "conversation").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);

/** Leaves the conversation (it is kept) and begins another. */
export function startNew() {
  stop();
  current = fresh();
  session.removeItem("sureground.open");
  draw();
  toFront();
  byId("question").focus();
}

/** Draws everything again. Called when the documents change, too, for the empty state. */
export function draw() {
  closeSource(false);
  const place = byId("conversation");
  if (current.turns.length) place.replaceChildren(...current.turns.map(shownTurn));
  else {
    place.replaceChildren();
    empty(place);
  }
  drawHistory();
}

/** Redraws only while no conversation is open: documents changed. */
export const drawIfEmpty = () => current.turns.length || draw();

function drawHistory() {
  byId("export-markdown").disabled = byId("export-json").disabled = !current.turns.length;
  byId("history").replaceChildren(...history.conversations().map((one) => el("li", { class: one.id === current.id ? "here" : "" },
    el("button", { type: "button", class: "quiet name", dir: "auto", "aria-current": one.id === current.id ? "true" : null, click: () => openKept(one) }, one.title),
    el("span", { class: "facts" }, history.headline(one)),
    el("button", { type: "button", class: "quiet forget", click: () => forget(one) }, el("span", { "aria-hidden": "true" }, "×"), el("span", { class: "unseen" }, `Forget ${one.title}`)))));
}

async function openKept(conversation) {
  if (conversation.id === current.id) return toFront();
  stop();
  current = settled(conversation);
  toFront();
  session.setItem("sureground.open", conversation.id);
  if (conversation.collection.id !== collection().id) await choose(conversation.collection.id);
  draw();
  byId("conversation").lastElementChild?.scrollIntoView({ block: "nearest" });
}

function forget(conversation) {
  history.forget(conversation.id);
  if (conversation.id === current.id) startNew();
  else drawHistory();
}

function keep() {
  if (!history.keep(current)) notice("This browser has no room to keep the conversation. Export it before you leave.");
  session.setItem("sureground.open", current.id);
}

/** Asks a question of the chosen collection. */
export async function ask(question) {
  if (stopper) return;
  notice("");
  if (current.turns.length && current.collection.id !== collection().id) current = fresh(); // one collection a conversation
  const earlier = current.turns.filter((turn) => turn.answer);
  const turn = { question, answer: "", model: "", time: Date.now(), check: null, problem: null, state: "writing" };
  begin(turn, question);
  await working(async (signal) => {
    for await (const event of written(current.collection.id, earlier, turn, signal)) {
      turn.answer += (event.candidates?.[0]?.content?.parts ?? []).map((part) => part.text ?? "").join("");
      turn.model = event.modelVersion ?? turn.model;
      const [query] = event.candidates?.[0]?.groundingMetadata?.retrievalQueries ?? [];
      if (query && query !== question) turn.understood = query;
      turn.reply = readReply(event, turn.answer) ?? turn.reply;
      turn.reading = event.candidates?.[0]?.groundingMetadata?.filesBeingRead ?? turn.reading;
      redraw(turn);
    }
    await check(turn, signal);
  }, turn);
}

/** The pieces of an answer; where the language model stops half-way, what there is goes on to be checked. */
async function* written(collection, earlier, turn, signal) {
  try {
    yield* wire.generate(collection, earlier, turn.question, signal);
  } catch (error) {
    if (!(error instanceof wire.Refusal) || !error.status || !turn.answer.trim()) throw error;
    turn.stopped = `The language model stopped; what it wrote so far was checked. ${error.message}`;
  }
}

/** Puts a question in the place of a turn, whose answer goes with those of the turns after it. */
function askAnew(turn, question) {
  if (stopper) return;
  current.turns = current.turns.slice(0, current.turns.indexOf(turn));
  ask(question);
}

/** Shows an answer that came by a link, checked anew. */
export async function askShared({ question, answer, collection: id }) {
  stop();
  current = fresh();
  await choose(id);
  if (collection().id !== id) return notice("The link belongs to a collection that this server does not have (any more).");
  const turn = { question, answer, model: "", time: Date.now(), check: null, problem: null, shared: true, state: "checking" };
  begin(turn, question);
  await working((signal) => check(turn, signal), turn);
}

function begin(turn, question) {
  if (!current.turns.length) {
    current.title = question.slice(0, 120);
    current.collection = { ...collection() };
  }
  current.turns.push(turn);
  byId("suggestions").open = false; // there, and out of the way of the answer
  keep(); // a question outlives a reload, too
  draw();
  byId("conversation").lastElementChild.scrollIntoView({ block: "start" });
}

/** People without a mouse go on where they were when what they pressed is gone. */
const keepPlace = () => document.activeElement === document.body && byId("main").focus({ preventScroll: true });

/** Runs a step that may be stopped; whatever happens, the turn is shown and kept as it stands. */
async function working(step, turn) {
  const owner = current;
  const own = (stopper = new AbortController());
  byId("send").hidden = true;
  byId("stop").hidden = false;
  keepPlace();
  try {
    await step(own.signal);
  } catch (error) {
    turn.problem = error.name === "AbortError" ? "Stopped." : error.message;
    announce(turn.problem);
  }
  if (stopper === own || !stopper) {
    stopper = null;
    byId("send").hidden = false;
    byId("stop").hidden = true;
  }
  delete turn.state;
  if (owner === current) {
    redraw(turn);
    keep();
    keepPlace();
  } else if (history.conversations().some((one) => one.id === owner.id)) history.keep(owner); // else it was forgotten
  drawHistory();
}

async function check(turn, signal) {
  turn.state = "checking";
  turn.problem = null;
  redraw(turn);
  if (!turn.answer.trim()) throw new wire.Refusal(200, "The writer gave no answer.");
  turn.check = compacted(await wire.checkAnswer({
    answerCandidate: turn.answer,
    groundingSource: wire.searchSource(current.collection.id),
    groundingSpec: { citationThreshold: THRESHOLD, enableClaimLevelScore: true, enableAntiCitations: true, antiCitationThreshold: ANTI_THRESHOLD, returnAllScores: true },
  }, signal));
  turn.problem = turn.stopped ?? null;
  const summary = summaryOf(readClaims(turn.check, turn.answer));
  announce(`${[summary.text, summary.rest].filter(Boolean).join(", ")}. ${turn.answer}`);
}

function redraw(turn) {
  const drawn = [...byId("conversation").children].find((node) => node.turn === turn);
  drawn?.replaceWith(shownTurn(turn));
}

/** The element of a turn with what may be done with it now. */
function shownTurn(turn) {
  const last = turn === current.turns.at(-1);
  return turnElement(turn, current.collection, {
    checkAgain: turn.problem && turn.answer ? () => stopper || working((signal) => check(turn, signal), turn) : null,
    askAgain: last && !turn.shared ? () => askAnew(turn, turn.question) : null,
    edit: !turn.state && !turn.shared ? (question) => askAnew(turn, question) : null,
  });
}

/** True when there is something to ask. */
export const canAsk = () => !isEmpty();
