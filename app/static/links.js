/** Links to stored files. */

import { el, notice } from "./elements.js";
import * as wire from "./wire.js";

/** Opens the stored file at `address` in a new tab, at its page where there is one; `attributes` are the link's. */
export const fileLink = (address, name, page, attributes, ...children) => el("a", {
  href: page ? `${address}#page=${page}` : address,
  target: "_blank",
  rel: "noopener",
  click: async (event) => {
    if (!wire.hasKey()) return; // the browser opens it by itself
    event.preventDefault();
    await wire.openFile(address, name, page).catch((error) => notice(error.message));
  },
  ...attributes,
}, children);
