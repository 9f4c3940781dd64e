/** A glance at what a sentence stands on, near the pointer or the focus, before the source pane is opened. */

import { byId, counted, el } from "./elements.js";
import { pagesOf, titleOf } from "./verdicts.js";

const MOST = 280; // characters of a passage

/** The first passage for a claim and the first against it, where there are any. */
const glances = (claim, chunks) => [["Supported by ", claim.supports], ["Contradicted by ", claim.against]]
  .filter(([, passages]) => passages.length && chunks[passages[0].chunk])
  .flatMap(([said, passages]) => {
    const [{ chunk: index, marks }] = passages;
    const chunk = chunks[index];
    const shown = marks.length ? marks.map((mark) => chunk.chunkText.slice(mark.start, mark.end)).join(" … ") : chunk.chunkText;
    const where = pagesOf(chunk, marks);
    const several = passages.length > 1 ? ` and ${counted(passages.length - 1, "more passage")}` : "";
    return [
      el("p", { class: "where" }, said, el("strong", { dir: "auto" }, titleOf(chunk)), where && `, ${where}`, several),
      el("p", { class: "passage", dir: "auto" }, shown.length > MOST ? `${shown.slice(0, MOST)}…` : shown),
    ];
  });

/** Shows them while a sentence is pointed at or has the focus. `chunksOf(node)` are the cited chunks of its check. */
export function watchPreview(conversation, chunksOf) {
  const box = byId("preview");
  let current = null;
  let wait = 0;
  const show = (node) => {
    if (node.button()?.getAttribute("aria-expanded") === "true") return;
    const shown = glances(node.claim, chunksOf(node));
    if (!shown.length) return;
    if (node.claim.correction) shown.push(el("p", { class: "correction" }, el("ins", {}, node.claim.correction.text), " instead of ", el("del", {}, node.claim.correction.wrong)));
    box.replaceChildren(...shown);
    box.hidden = false;
    current = node;
    node.button()?.setAttribute("aria-describedby", "preview");
    const place = [...node.getClientRects()].at(-1);
    const room = box.getBoundingClientRect();
    const left = Math.max(8, Math.min(place.left, innerWidth - room.width - 8));
    const below = place.bottom + room.height + 8 < innerHeight;
    box.style.left = `${left}px`;
    box.style.top = `${below ? place.bottom + 4 : Math.max(8, [...node.getClientRects()][0].top - room.height - 4)}px`;
  };
  const hide = () => {
    clearTimeout(wait);
    box.hidden = true;
    current?.button()?.removeAttribute("aria-describedby");
    current = null;
  };
  const enter = (event, delay) => {
    const node = event.target.closest?.(".claim:not(.unchecked)");
    if (!node || node === current) return;
    hide();
    wait = setTimeout(() => node.isConnected && show(node), delay);
  };
  conversation.addEventListener("pointerover", (event) => event.pointerType === "mouse" && enter(event, 350));
  conversation.addEventListener("focusin", (event) => event.target.matches?.(":focus-visible") && enter(event, 0));
  const leave = (event) => {
    const to = event.relatedTarget;
    if (to && (box.contains(to) || current?.contains(to))) return; // the glance itself may be pointed at
    wait && clearTimeout(wait);
    wait = setTimeout(hide, 120);
  };
  conversation.addEventListener("pointerout", leave);
  box.addEventListener("pointerleave", leave);
  box.addEventListener("pointerenter", () => clearTimeout(wait));
  conversation.addEventListener("focusout", hide);
  conversation.addEventListener("click", hide);
  addEventListener("scroll", hide, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !box.hidden) {
      event.stopImmediatePropagation();
      hide();
    }
  });
}
