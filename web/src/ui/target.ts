/** What an event happened to; null for the window, or the document. */
export const targetOf = ({ target }: Event): Element | null =>
  target instanceof Element ? target : null;
