/** An event's target element; null for the window or the document. */
export const targetOf = ({ target }: Event): Element | null =>
  target instanceof Element ? target : null;
