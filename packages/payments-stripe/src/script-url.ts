/**
 * The URL of Stripe.js, whose version Stripe names; a fake Stripe serves its own script.
 *
 * @param apiBase null: Stripe's own URL
 */
export const scriptUrl = (apiBase: URL | null): string =>
  apiBase === null ? 'https://js.stripe.com/endive/stripe.js' : new URL('/stripe.js', apiBase).href
