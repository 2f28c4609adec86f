/**
 * The bet keys of the table on screen, with the bets' titles; empty elsewhere. `chips` is the
 * number of denominations to choose from.
 */
export const betKeys = $state<{ shown: [key: string, title: string][]; chips: number }>({
  shown: [],
  chips: 0,
});
