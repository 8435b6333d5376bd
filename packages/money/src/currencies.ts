/** ISO 4217 codes a salon may charge in. All four have a hundred cents to the unit; `major` relies on it. */
export type Currency = 'EUR' | 'USD' | 'GBP' | 'AED'

export const currencies: Record<Currency, { symbol: string }> = {
  EUR: { symbol: '€' },
  USD: { symbol: '$' },
  GBP: { symbol: '£' },
  AED: { symbol: 'د.إ' },
}
