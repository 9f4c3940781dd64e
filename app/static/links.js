/** Links to stored files. */

import { el } from "./elements.js";

/** Opens the stored file at `address` in a new tab, at its page where there is one; `attributes` are the link's. */
export const fileLink = (address, page, attributes, ...children) => el("a", {
  href: page ? `${address}#page=${page}` : address,
  target: "_blank",
  rel: "noopener",
  ...attributes,
}, children);
