/** Requests per minute (D27), for a business without custom rates. */
export const defaultRates = {
  /** With publishable keys, from one client address. */
  publishablePerAddress: 120,
  /** With all publishable keys of a business. */
  publishable: 3000,
  /** With one secret key. */
  secret: 600,
  /** Creating bookings, from one address. */
  create: 20,
  /** Finding bookings by code, from one address. */
  lookUp: 20,
  /** Creating payment intents, from one address. */
  intent: 20,
  /** Authentication, from one address and, counted separately, for one account. */
  auth: 10,
  /** Testing endpoints of events, by whichever key. */
  webhookTest: 10,
  /** `create`, `lookUp`, `intent` and `auth`, with a secret key and without a client address. */
  secretPerKind: 120,
}

export type RateName = keyof typeof defaultRates
export type Rates = Readonly<Record<RateName, number>>

/** The rates of a business that differ from the defaults. */
export type CustomRates = Partial<Record<RateName, number>>

export const rateNames = Object.keys(defaultRates) as RateName[]

/**
 * All rates of a business. An invalid stored rate is replaced by its default, so that a mistake
 * cannot block a salon.
 */
export function ratesOf(custom: Readonly<Record<string, unknown>>): Rates {
  const rates = { ...defaultRates }
  for (const name of rateNames) if (isRate(custom[name])) rates[name] = custom[name]
  return rates
}

const isRate = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0
