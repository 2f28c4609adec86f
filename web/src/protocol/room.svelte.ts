/** The currency of what belongs to no one table: purses, the cage, reports; as the service says. */
export const room = $state({
  currency: 'USD',
  /** Whether odds and advice are installed at the service. */
  figures: true,
  /** At a table for play money, that is counted in what the table plays for. */
  atTable: '',
});
