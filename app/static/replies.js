/** What a reply says beside its text: the short answers, whether the question is answered, the nearest passage. */

import { el, percent } from "./elements.js";
import { byteOffsets } from "./spans.js";

const ANSWERS = 0.5; // below this relevance an answer is not what was asked, as likely as not
const SHOWN = 280; // characters of the nearest passage

/** `{shorts, relevance, nearest}` of the last event of a stream, small enough to be kept; null for the others. */
export function readReply(event, answer) {
  const metadata = event?.candidates?.[0]?.groundingMetadata;
  if (!metadata) return null;
  const at = byteOffsets(answer);
  const nearest = metadata.groundingChunks?.[0]?.retrievedContext;
  return {
    shorts: (metadata.answerSpans ?? []).map((span) => ({ start: at(span.startIndex ?? 0), end: at(span.endIndex) })),
    relevance: metadata.answerRelevance ?? null,
    nearest: nearest && metadata.answerRelevance === undefined ? { title: nearest.title, text: nearest.text.slice(0, SHOWN) } : null,
  };
}

/** The line above an answer that may not be one. */
export function offQuestion(reply) {
  if (typeof reply?.relevance !== "number" || reply.relevance >= ANSWERS) return null;
  return el("p", { class: "hint off-question" }, `This may not be what you asked: it answers the question with ${percent(reply.relevance)}.`);
}

/** The nearest passage, where the documents do not answer. */
export function nearestPassage(reply) {
  if (!reply?.nearest) return null;
  return el("p", { class: "hint nearest", dir: "auto" }, `The nearest passage, in ${reply.nearest.title}: “${reply.nearest.text.trim()}…”`);
}
