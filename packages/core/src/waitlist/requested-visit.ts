import type { VisitInput } from '../model/booking.ts'
import type { WaitlistEntry } from '../model/waitlist.ts'

/** The services of an entry and who is to do them, as in a request to book them. */
export function requestedVisit({
  services,
  professional,
  lineProfessionalIds,
}: WaitlistEntry): Pick<VisitInput, 'serviceIds' | 'professionalId' | 'lines'> {
  const serviceIds = services.map(({ id }) => id)
  const lines =
    lineProfessionalIds?.map((professionalId, index) => ({
      serviceId: serviceIds[index] as number,
      professionalId,
    })) ?? null
  return { serviceIds, professionalId: professional?.id ?? null, lines }
}
