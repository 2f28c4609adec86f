/**
 * Settings of the service. The currency is for amounts away from tables: purses, the cage, reports.
 */
export const serviceSettings = $state({
  currency: 'USD',
  /** True if odds and advice are installed. */
  figures: true,
  /** The currency of the table on screen, for guests' play money; empty elsewhere. */
  tableCurrency: '',
});
