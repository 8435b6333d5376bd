/**
 * Where a customer comes from, such as `google`, in lower case; null for a text that cannot be one: a link may
 * say anything.
 */
export function parseBookingSource(text: unknown): string | null {
  const source = typeof text === 'string' ? text.trim().toLowerCase() : ''
  return sourceShape.test(source) ? source : null
}

/** As the table of bookings requires it. */
const sourceShape = /^[a-z0-9_-]{1,30}$/
