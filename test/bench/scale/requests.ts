import { formatDate, formatTime } from '@silla/slots'
import { requestText } from '../http.ts'
import type { DataSet, SampledSalon } from './data-set.ts'

/** A kind of request that is measured on both data sets. */
export interface RequestRow {
  title: string
  /** The requests to one salon. */
  requests: (salon: SampledSalon) => string[]
  order: 'random' | 'in-turn'
}

const dayFromNow = (days: number) => formatDate(Math.floor(Date.now() / 86_400_000) + days)

const days = Array.from({ length: 25 }, (_, index) => index + 1)

const get = (headers: Record<string, string>, path: string) =>
  requestText({ path: `/api/v1${path}`, headers })

export const requestRows: RequestRow[] = [
  {
    title: 'one day',
    order: 'random',
    requests: ({ publishableHeaders, professionalIds, serviceId }) =>
      professionalIds.flatMap((id) =>
        days.map((day) =>
          get(
            publishableHeaders,
            `/disponibilidad/${id}/${dayFromNow(day)}/?servicio_id=${serviceId}`,
          ),
        ),
      ),
  },
  {
    title: '31 days',
    order: 'random',
    requests: ({ publishableHeaders, professionalIds, serviceId }) =>
      professionalIds.map((id) =>
        get(
          publishableHeaders,
          `/disponibilidad/dias/?peluquero_id=${id}&servicio_id=${serviceId}`,
        ),
      ),
  },
  {
    title: 'create a booking',
    order: 'in-turn',
    requests: ({ secretHeaders, serviceId, free }) =>
      free.map(({ professionalId, startsAt }, index) =>
        requestText({
          path: '/api/v1/reservas/crear/',
          headers: secretHeaders,
          body: JSON.stringify({
            servicio_ids: [serviceId],
            peluquero_id: professionalId,
            fecha: startsAt.toISOString().slice(0, 10),
            hora_inicio: formatTime(startsAt.getUTCHours() * 60 + startsAt.getUTCMinutes()),
            nombre: 'Bench',
            email: `guest-${index}@example.com`,
          }),
        }),
      ),
  },
  {
    title: 'a booking by its code',
    order: 'random',
    requests: ({ secretHeaders, codes }) =>
      codes.map((code) => get(secretHeaders, `/reservas/codigo/${code}/`)),
  },
  {
    title: "the salon's bookings of a day",
    order: 'random',
    requests: ({ secretHeaders }) =>
      days.map((day) =>
        get(secretHeaders, `/reservas/?desde=${dayFromNow(day)}&hasta=${dayFromNow(day)}`),
      ),
  },
  {
    title: "the salon's latest bookings, with their total",
    order: 'random',
    requests: ({ secretHeaders }) => [get(secretHeaders, '/reservas/')],
  },
]

/** The requests to all sampled salons, so that neighbouring ones go to different salons. */
export function requestsTo({ salons }: DataSet, { requests }: RequestRow): string[] {
  const perSalon = salons.map(requests)
  const longest = Math.max(...perSalon.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) =>
    perSalon.flatMap((texts) => texts[index] ?? []),
  ).flat()
}
