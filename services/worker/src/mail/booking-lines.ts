import type { Booking } from '@silla/core'
import type { Formatters } from './formatters.ts'

/** Everybody who takes part in a visit, in the order of their first service. */
export const professionalNames = ({ lines }: Booking): string =>
  [...new Map(lines.map(({ professional }) => [professional.id, professional.name])).values()].join(
    ', ',
  )

/** The services in order. Where several people take part, each with its time and professional. */
export function serviceNames(booking: Booking, format: Formatters): string[] {
  const { lines } = booking
  if (new Set(lines.map(({ professional }) => professional.id)).size === 1)
    return lines.map(({ name }) => format.text(name))
  return lines.map(
    ({ name, professional, startsAt, endsAt }) =>
      `${format.text(name)} (${format.time(startsAt)}-${format.time(endsAt)}, ${professional.name})`,
  )
}
