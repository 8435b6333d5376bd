import { addDays, addMonths, weekday } from '../dates.ts'

/** Where a key leads from a date; null for another key. */
export function targetOf(
  key: string,
  date: string,
  firstWeekday: number,
  isRightToLeft: boolean,
): string | null {
  const inWeek = (weekday(date) - firstWeekday + 7) % 7
  const forward = isRightToLeft ? -1 : 1
  const keys: Record<string, () => string> = {
    ArrowLeft: () => addDays(date, -forward),
    ArrowRight: () => addDays(date, forward),
    ArrowUp: () => addDays(date, -7),
    ArrowDown: () => addDays(date, 7),
    Home: () => addDays(date, -inWeek),
    End: () => addDays(date, 6 - inWeek),
    PageUp: () => addMonths(date, -1),
    PageDown: () => addMonths(date, 1),
  }
  return keys[key]?.() ?? null
}
