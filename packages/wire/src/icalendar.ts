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
  const text = at.toISOString()
  const part = (from: number, to: number) => text.slice(from, to)
  return `${part(0, 4)}${part(5, 7)}${part(8, 13)}${part(14, 16)}${part(17, 19)}Z`
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
