import type { FeltPrint } from '../protocol/types';
import { arrangement, kindFor } from './arrangement';
import { layoutOf } from './spots';

/** The largest picture of a felt that fits an area; bind the area's size to `width` and `height`. */
export class FittedFelt {
  width = $state(0);
  height = $state(0);
  kind = $derived(kindFor(this.width || 1200, this.height || 750));

  constructor(readonly house: () => FeltPrint | null | undefined) {}

  arrangement = $derived.by(() => arrangement(this.kind, layoutOf(this.house())));
  ratio = $derived(this.arrangement.width / this.arrangement.height);
  pictureWidth = $derived(Math.min(this.width, this.height * this.ratio));
  pictureHeight = $derived(this.pictureWidth / this.ratio);
}
