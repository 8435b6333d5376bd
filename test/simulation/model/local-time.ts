/** The date and the minute of the day that the clocks show. */
export function localTime(
  milliseconds: number,
  timezone: string,
): { date: string; minute: number } {
  const shown = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timezone)
  return { date: shown.toPlainDate().toString(), minute: shown.hour * 60 + shown.minute }
}

export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

/** Epoch milliseconds; the first occurrence of a repeated time. */
export const instantOf = (date: string, minute: number, timezone: string): number =>
  Temporal.PlainDateTime.from(`${date}T${clockTime(minute)}`).toZonedDateTime(timezone, {
    disambiguation: 'earlier',
  }).epochMilliseconds

/** The next change of the clocks, epoch milliseconds; null where they never change. */
export const nextClockChange = (milliseconds: number, timezone: string): number | null =>
  Temporal.Instant.fromEpochMilliseconds(milliseconds)
    .toZonedDateTimeISO(timezone)
    .getTimeZoneTransition('next')?.epochMilliseconds ?? null

export const clockTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
