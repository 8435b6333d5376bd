/** Monday first, as a salon file calls them. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

export type WeekdayName = (typeof weekdays)[number]

/** @param weekday 1 is Monday */
export const weekdayName = (weekday: number): WeekdayName => weekdays[weekday - 1] as WeekdayName
