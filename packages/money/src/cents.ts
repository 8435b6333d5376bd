/**
 * Whole cents as the number that answers carry: 1250 -> 12.5. Money stays in cents everywhere
 * inside (D4).
 */
export function toMajor(cents: number): number {
  // one division of integers gives the double nearest to the two-decimal value, which is how JSON
  // then prints it
  return cents / 100
}

/** Whole cents as a text: 1250 -> "12.50". */
export const decimal = (cents: number): string => toMajor(cents).toFixed(2)

/**
 * The way back from `major`, for what was sent: 12.5 -> 1250. null: it has more than two decimals,
 * or is too large to be exact.
 */
export function toCents(amount: number): number | null {
  const whole = Math.round(amount * 100)
  return Number.isSafeInteger(whole) && toMajor(whole) === amount ? whole : null
}
