import type { Format } from './format.ts'

/** The day and time of an instant in a zone: `Mon 4 Mar, 10:00`. */
export const momentOf = ({ locale }: Format, instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(instant))
