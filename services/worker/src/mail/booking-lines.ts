import type { AgendaVisit } from '@silla/core'
import type { Formatters } from './formatters.ts'

/** Everybody who takes part in a visit, in the order of their first service. */
export const professionalNames = ({ lines }: BookedLines): string =>
  [...new Map(lines.map(({ professional }) => [professional.id, professional.name])).values()].join(
    ', ',
  )

/** The services in order. Where several people take part, each with its time and professional. */
export function serviceNames(booking: BookedLines, format: Formatters): string[] {
  const { lines } = booking
  if (new Set(lines.map(({ professional }) => professional.id)).size === 1)
    return lines.map(({ name }) => format.text(name))
  return lines.map(
    ({ name, professional, startsAt, endsAt }) =>
      `${format.text(name)} (${format.span(startsAt, endsAt)}, ${professional.name})`,
  )
}

/** A booking, or what of it an agenda shows. */
type BookedLines = Pick<AgendaVisit, 'lines'>
