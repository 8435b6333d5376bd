import type { Wire } from '@silla/client'

type DayPart = 'morning' | 'afternoon' | 'evening'

/** The parts of the day that have times, with them. */
export function partsOf(
  slots: readonly Pick<Wire['Franja'], 'hora_inicio'>[],
): [DayPart, string[]][] {
  const parts: [DayPart, string[]][] = [
    ['morning', []],
    ['afternoon', []],
    ['evening', []],
  ]
  for (const { hora_inicio } of slots) {
    const part = hora_inicio < '12:00' ? 0 : hora_inicio < '18:00' ? 1 : 2
    parts[part]?.[1].push(hora_inicio)
  }
  return parts.filter(([, times]) => times.length > 0)
}
