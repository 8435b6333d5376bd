/** A time as PostgreSQL reads it, which writes the years before 1 and after 9999 otherwise than ISO 8601 does. */
export function instantText(time: Date): string {
  const text = time.toISOString()
  const year = time.getUTCFullYear()
  if (year >= 1 && year <= 9999) return text
  const withoutYear = text.slice(text.indexOf('-', 1))
  return year > 9999
    ? `${year}${withoutYear}`
    : `${String(1 - year).padStart(4, '0')}${withoutYear} BC`
}
