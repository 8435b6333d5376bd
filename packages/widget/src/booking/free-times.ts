import type { AvailabilitySource } from '../calendar/availability.ts'
import type { BookingHost } from './step.ts'
import { availabilityOf, type Choice } from './visit.ts'

/** The free times of a choice of services and people. */
export function freeTimes(host: BookingHost, choice: Choice): AvailabilitySource {
  const { professionalId, query } = availabilityOf(host.screen, choice)
  return {
    days: async (range) => {
      await host.released
      return host.api.call((silla) =>
        silla.GET('/api/v1/disponibilidad/dias/', {
          params: {
            query: {
              ...query,
              ...(query.lineas ? {} : { peluquero_id: professionalId }),
              ...(range && { desde: range.from, hasta: range.until }),
            },
          },
        }),
      )
    },
    slots: (fecha) =>
      host.api.call((silla) =>
        silla.GET('/api/v1/disponibilidad/{peluquero_id}/{fecha}/', {
          params: { path: { peluquero_id: professionalId, fecha }, query },
        }),
      ),
  }
}
