/**
 * Whole cents as the number of a response: 1250 -> 12.5. Inside, money is in cents everywhere (D4).
 */
export function toMajor(cents: number): number {
  // dividing two integers gives the double nearest to the two-decimal value, so JSON prints exactly
  // two decimals at most
  return cents / 100
}

/** Whole cents as text: 1250 -> "12.50". */
export const formatAmount = (cents: number): string => toMajor(cents).toFixed(2)

/**
 * Reverses `toMajor`, for amounts of a request: 12.5 -> 1250. Null when the amount has more than
 * two decimals or is too large to be exact.
 */
export function toCents(amount: number): number | null {
  const whole = Math.round(amount * 100)
  return Number.isSafeInteger(whole) && toMajor(whole) === amount ? whole : null
}
