/** One property of an iCalendar object, folded and ended by a line break (RFC 5545, section 3.1). */
export const icalendarLine = (name: string, value: string): string =>
  `${fold(`${name}:${value}`)}\r\n`

/** A value of the type TEXT (section 3.3.11). Characters that a calendar cannot hold are left out. */
export function icalendarText(text: string): string {
  if (!special.test(text)) return text
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(controls, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** An instant in UTC, to the second: `20300304T090000Z` (section 3.3.5). */
export function icalendarTime(at: Date): string {
  const date = at.getUTCFullYear() * 10_000 + (at.getUTCMonth() + 1) * 100 + at.getUTCDate()
  const time = at.getUTCHours() * 10_000 + at.getUTCMinutes() * 100 + at.getUTCSeconds()
  return `${String(date).padStart(8, '0')}T${String(time).padStart(6, '0')}Z`
}

const special = /[\\;,\p{Cc}\p{Cs}]/u
const controls = /(?!\n)\p{Cc}/gu

const maxOctets = 75

/** Lines of at most 75 octets; a line that goes on begins with a space. No character is split. */
function fold(line: string): string {
  // a UTF-16 code unit has at most three octets
  if (line.length * 3 <= maxOctets || Buffer.byteLength(line) <= maxOctets) return line
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > maxOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
