/** The currency of what belongs to no one table: purses, the cage, reports. */
export const room = $state({ currency: 'USD' });
