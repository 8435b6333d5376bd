/** Where calendars are read, followed by the token and `.ics` (D43). */
export const calendarPath = '/calendarios/'

/**
 * The address for calendar apps.
 *
 * @param publicUrl the address at which customers reach the API; null: it is not known, and the
 *   result is relative to it
 */
export const calendarFeedUrl = (publicUrl: string | null, token: string): string =>
  `${publicUrl ?? ''}${calendarPath}${token}.ics`
