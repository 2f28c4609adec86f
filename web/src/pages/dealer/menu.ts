/** The menus of the dealer's page. */
export type Menu = 'corrections' | 'irregularities' | 'table';
