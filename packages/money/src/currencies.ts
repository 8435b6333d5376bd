/** ISO 4217 codes a salon may charge in. Each has 100 cents to the unit; `toMajor` relies on it. */
export type Currency = 'EUR' | 'USD' | 'GBP' | 'AED'

/** `minimumChargeCents` is the minimum of the card processor (D14, D21). */
export const currencies: Record<Currency, { symbol: string; minimumChargeCents: number }> = {
  EUR: { symbol: '€', minimumChargeCents: 50 },
  USD: { symbol: '$', minimumChargeCents: 50 },
  GBP: { symbol: '£', minimumChargeCents: 30 },
  AED: { symbol: 'د.إ', minimumChargeCents: 200 },
}
