/**
 * Keys that put a chip on a bet of the table on show, with the bet's title; empty elsewhere.
 * `chips` is how many kinds of chips there are to choose from.
 */
export const betKeys = $state<{ shown: [key: string, title: string][]; chips: number }>({
  shown: [],
  chips: 0,
});
