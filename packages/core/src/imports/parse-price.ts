/**
 * The cents of a price as products write it: `18`, `18,50 €`, `€1,234.50`, `AED 120.00`; null: it is no
 * price.
 */
export function parsePrice(text: string): number | null {
  const digits = text.replace(/[^\d.,-]/g, '')
  const found = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(digits)
  if (!found) return null
  const [, whole = '', cents = ''] = found
  const amount = Number(whole.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  return amount <= maxCents ? amount : null
}

const maxCents = 100_000_000
