import { formatSpan } from '@silla/slots'
import type { Salon, SalonProfessional } from '../../salon.ts'
import { weekdays } from '../weekdays.ts'
import { writtenDays } from './days.ts'
import { some, type WriteText } from './values.ts'

/** Whoever offers every service offers `all`, those that are still to come included. */
export const writtenTeam = (salon: Salon, text: WriteText) => (professional: SalonProfessional) => {
  const { serviceHandles, shifts, exceptions } = professional
  return {
    name: professional.name,
    ...some('title', text(professional.title)),
    ...some('bio', text(professional.bio)),
    ...some(
      'specialties',
      professional.specialties.map((specialty) => text(specialty)),
    ),
    ...some('image', professional.imageUrl),
    ...some('gallery', professional.galleryUrls),
    services: serviceHandles.length === salon.services.length ? 'all' : serviceHandles,
    ...some('shifts', writtenShifts(shifts)),
    ...some(
      'exceptions',
      writtenDays(exceptions, ({ works, shifts, reason }) => ({
        ...(works ? { works: shifts.map(formatSpan).join(', ') } : {}),
        ...some('reason', text(reason)),
      })),
    ),
  }
}

function writtenShifts(shifts: SalonProfessional['shifts']): Record<string, unknown> {
  return Object.fromEntries(
    weekdays.flatMap((name, index) => {
      const spans = shifts.filter(({ weekday }) => weekday === index + 1).map(formatSpan)
      return spans.length === 0 ? [] : [[name, spans.join(', ')]]
    }),
  )
}
