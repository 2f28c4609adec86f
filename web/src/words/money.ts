/** Money as people read it: `$12` or `$12.50`, a loss as `−$12`. */
export function dollars(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const text =
    '$' + whole.toLocaleString('en-US') + (rest ? '.' + String(rest).padStart(2, '0') : '');
  return cents < 0 ? '−' + text : text;
}

/** With its sign, for results. */
export function signed(cents: number): string {
  return cents > 0 ? '+' + dollars(cents) : dollars(cents);
}

/** For small places, from ten thousand dollars on: `$12.3k`, `$1.23M`. The whole amount is nearby. */
export function shortDollars(cents: number): string {
  const whole = Math.abs(cents) / 100;
  if (whole < 10_000) return dollars(cents);
  const [divisor, unit] =
    whole < 999_500 ? [1e3, 'k'] : whole < 999_500_000 ? [1e6, 'M'] : [1e9, 'B'];
  const text = '$' + Number((whole / divisor).toPrecision(3)) + unit;
  return cents < 0 ? '−' + text : text;
}
