/** Keys that put a chip on a bet of the table on show, with the bet's title; empty elsewhere. */
export const betKeys = $state<{ shown: [key: string, title: string][] }>({ shown: [] });
