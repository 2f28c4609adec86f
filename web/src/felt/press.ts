/** An area of the felt that can be reached with the keyboard and clicked like a button. */
export const BUTTON = { role: 'button', tabindex: 0 } as const;

/** The same, with one thing that it does. */
export const acting = (act: () => void) => ({
  ...BUTTON,
  onclick: (event: MouseEvent) => {
    event.stopPropagation(); // Not a click on the felt around it.
    act();
  },
  onkeydown: (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    act();
  },
});

/** A spot's clicks, touches and keys: a tap places a bet, a long press or the right button removes it. */
const LONG_MS = 450;

export class Press {
  #held: ReturnType<typeof setTimeout> | undefined;
  /** A long press has removed the bet: the click that ends it places none. */
  #taken = false;

  constructor(
    private readonly add: () => void,
    private readonly remove: () => void,
  ) {}

  down = ({ pointerType }: PointerEvent): void => {
    this.#taken = false;
    if (pointerType === 'mouse') return;
    this.#held = setTimeout(() => {
      this.#taken = true;
      this.remove();
    }, LONG_MS);
  };

  up = (): void => clearTimeout(this.#held);

  click = (event: MouseEvent): void => {
    event.stopPropagation();
    if (this.#taken) this.#taken = false;
    else if (event.shiftKey) this.remove();
    else this.add();
  };

  /** The right button; after a long press it is already done. */
  menu = (event: MouseEvent): void => {
    event.preventDefault();
    this.up();
    if (!this.#taken) this.remove();
  };

  key = (event: KeyboardEvent): void => {
    if (['Enter', ' ', '+'].includes(event.key)) this.add();
    else if (['Delete', 'Backspace', '-'].includes(event.key)) this.remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
