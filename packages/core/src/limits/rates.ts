/**
 * How often a minute something may be asked for (D27), where nothing else was agreed with the
 * business.
 */
export const defaultRates = {
  /** With publishable keys, from one address. */
  publishablePerAddress: 120,
  /** With all publishable keys of a business together. */
  publishable: 3000,
  /** With one secret key. */
  secret: 600,
  /** Bookings, from one address. */
  create: 20,
  /** Looking bookings up by code, from one address. */
  lookUp: 20,
  /** Beginning to pay, from one address. */
  intent: 20,
  /** Signing in and all that belongs to it, from one address; and the same for one account. */
  auth: 10,
  /** Each of the last four with a secret key that does not say for whose address it asks. */
  secretPerKind: 120,
}

export type RateName = keyof typeof defaultRates
export type Rates = Readonly<Record<RateName, number>>

/** Where a business's rates are not the usual ones. */
export type CustomRates = Partial<Record<RateName, number>>

export const rateNames = Object.keys(defaultRates) as RateName[]

/**
 * All rates of a business. What is on record and makes no sense counts as not agreed: limits must
 * never be what stops a salon.
 */
export function ratesOf(own: Readonly<Record<string, unknown>>): Rates {
  const rates = { ...defaultRates }
  for (const name of rateNames) if (isRate(own[name])) rates[name] = own[name]
  return rates
}

const isRate = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0
