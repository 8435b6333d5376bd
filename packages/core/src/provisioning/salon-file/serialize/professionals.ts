import { formatSpan } from '@silla/slots'
import type { Salon, SalonProfessional } from '../../salon.ts'
import { weekdays } from '../weekdays.ts'
import { serializeDays } from './days.ts'
import { omitEmpty, type SerializeText } from './values.ts'

/** Whoever offers every service offers `all`, those that are still to come included. */
export const serializeProfessionals =
  (salon: Salon, text: SerializeText) => (professional: SalonProfessional) => {
    const { serviceHandles, shifts, exceptions } = professional
    return {
      name: professional.name,
      ...omitEmpty('title', text(professional.title)),
      ...omitEmpty('bio', text(professional.bio)),
      ...omitEmpty(
        'specialties',
        professional.specialties.map((specialty) => text(specialty)),
      ),
      ...omitEmpty('image', professional.imageUrl),
      ...omitEmpty('gallery', professional.galleryUrls),
      services: serviceHandles.length === salon.services.length ? 'all' : serviceHandles,
      ...omitEmpty('shifts', writtenShifts(shifts)),
      ...omitEmpty(
        'exceptions',
        serializeDays(exceptions, ({ works, shifts, reason }) => ({
          ...(works ? { works: shifts.map(formatSpan).join(', ') } : {}),
          ...omitEmpty('reason', text(reason)),
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
