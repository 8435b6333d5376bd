import { callApi, fifteenSeconds, type Retries } from './call-api.ts'
import type { DemoBusiness } from './demo-file.ts'

/** A booking at a free time, from tomorrow on, for the banner. */
export interface SampleBooking extends Offer {
  business: string
  slug: string
  /** A command to paste into a terminal. */
  curl: string
  /** It can be paid online. */
  takesPayments: boolean
  /** The salon's publishable key. */
  key: string
}

interface Named {
  id: number
  nombre: string
}

interface Professional extends Named {
  servicios_ids: number[]
}

/**
 * The sample booking, or a sentence that says why there is none. A busy machine may answer the
 * first requests with 503; whatever happens to them, everything runs and the start is complete.
 */
export async function sampleBooking(
  baseUrl: string,
  businesses: readonly DemoBusiness[],
  retries = fifteenSeconds,
): Promise<SampleBooking | string> {
  try {
    const sample = await findSampleBooking(baseUrl, businesses, retries)
    return sample ?? 'No professional has a free time in the next month.'
  } catch (error) {
    return `There is no sample booking: ${(error as Error).message}.`
  }
}

/**
 * Finds a free time through the API, as a salon's website does: for each professional one of their
 * services and the first day after today with a free slot; of these the earliest.
 *
 * @returns null when no professional has a free time in the next month
 */
async function findSampleBooking(
  baseUrl: string,
  businesses: readonly DemoBusiness[],
  retries: Retries,
): Promise<SampleBooking | null> {
  for (const business of businesses) {
    const get: Get = (path) =>
      callApi(`${baseUrl}/api/v1${path}`, { key: business.publishableKey }, retries)
    const { configuracion } = await get<{ configuracion: Configuration }>('/negocio/')
    // a made-up phone number may be a real one, and each may have only a few open bookings
    if (configuracion.telefono_obligatorio) continue
    const { servicios } = await get<{ servicios: Named[] }>('/servicios/?reservable_online=true')
    const { profesionales } = await get<{ profesionales: Professional[] }>('/peluqueros/')
    const offers = await Promise.all(
      profesionales.map((professional) => firstOffer(get, professional, servicios)),
    )
    const earliest = offers
      .filter((offer) => offer !== null)
      .sort((one, other) => compare(one.date, other.date))[0]
    if (!earliest) continue
    return {
      ...earliest,
      business: business.name,
      slug: business.slug,
      curl: bookingCurl(baseUrl, business, earliest),
      takesPayments: configuracion.acepta_pagos_online,
      key: business.publishableKey,
    }
  }
  return null
}

interface Configuration {
  telefono_obligatorio?: boolean
  acepta_pagos_online: boolean
}

type Get = <Data>(path: string) => Promise<Data>

interface Offer {
  date: string
  time: string
  service: Named
  professional: Named
}

async function firstOffer(
  get: Get,
  professional: Professional,
  services: Named[],
): Promise<Offer | null> {
  const service = services.find(({ id }) => professional.servicios_ids.includes(id))
  if (!service) return null
  // without a date the response starts today, in the salon's time zone
  const { desde: today, dias } = await get<{
    desde: string
    dias: { fecha: string; primer_slot?: string }[]
  }>(`/disponibilidad/dias/?peluquero_id=${professional.id}&servicio_id=${service.id}`)
  for (const { fecha, primer_slot } of dias) {
    if (fecha > today && primer_slot)
      return { date: fecha, time: primer_slot, service, professional }
  }
  return null
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function bookingCurl(
  baseUrl: string,
  { publishableKey }: DemoBusiness,
  { date, time, service, professional }: Offer,
) {
  const body = {
    servicio_ids: [service.id],
    peluquero_id: professional.id,
    fecha: date,
    hora_inicio: time,
    nombre: 'Lola',
    // one address per time: a guest may have only a few open bookings, and each start prints one
    email: `lola.${`${date}.${time}`.replace(/[^0-9.]/g, '')}@example.com`,
  }
  return [
    `curl -X POST ${baseUrl}/api/v1/reservas/crear/`,
    `-H 'X-API-Key: ${publishableKey}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n    ')
}
