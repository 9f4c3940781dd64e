/** Building the page's elements. Text always becomes a text node: nothing from a document or a model is read as HTML. */

/**
 * An element with attributes, listeners (function values, named by event) and children (nodes or strings).
 * Absent children and attributes (null, undefined, false) are left out.
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** The element of index.html with this id. */
export const byId = (id) => document.getElementById(id);

/** Text for people who listen to the page. */
export function announce(text) {
  byId("announcer").textContent = text;
}

/** A problem, said where everyone sees it; empty text takes it away. */
export function notice(text) {
  const place = byId("notice");
  place.textContent = text;
  place.hidden = !text;
}

/** Opens a dialog of index.html and waits: true when it was closed with its main button. */
export function opened(dialog) {
  return new Promise((resolve) => {
    dialog.returnValue = "";
    const cancel = dialog.querySelector(".cancel"); // no submit button, else Enter would press it
    if (cancel) cancel.onclick = () => dialog.close("");
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "ok"), { once: true });
    dialog.showModal();
  });
}

/** Asks before something that cannot be undone. */
export function confirmed(title, text, action) {
  byId("confirm-title").textContent = title;
  byId("confirm-text").textContent = text;
  byId("confirm-ok").textContent = action;
  return opened(byId("confirm-dialog"));
}

/** Hands a text over as a file. */
export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Copies a text and says so on the button that asked for it. */
export async function copy(text, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    announce("Copied");
  } catch {
    button.textContent = "The browser refused to copy";
  }
  setTimeout(() => (button.textContent = label), 2000);
}

/** "1 page", "3 pages". */
export const counted = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;

/** 12345 -> "12 kB", with a blank that no line breaks at. */
export function bytes(n) {
  if (n < 1000) return `${n}\u00a0B`;
  if (n < 1_000_000) return `${Math.round(n / 1000)}\u00a0kB`;
  return `${(n / 1_000_000).toFixed(1)}\u00a0MB`;
}

/** A name without the signs that turn the direction of what follows: "invoice\u202Efdp.exe" must not read as a PDF. */
export const legible = (name) => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");

/** 0.974 -> "97 %". */
export const percent = (x) => `${Math.round(x * 100)} %`;
