import type { CalendarFeed } from '@silla/core'

/** Whose bookings it has: the name of a professional, or the slug of the salon. */
export const calendarOf = ({ professional }: CalendarFeed, slug: string): string =>
  professional?.name ?? slug
