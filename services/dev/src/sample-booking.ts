import type { DemoBusiness } from './demo-file.ts'

/** A booking that can really be made: a free chair, from tomorrow on. */
export interface SampleBooking extends Offer {
  business: string
  /** ready to be pasted into a terminal */
  curl: string
  /** it can be paid online */
  takesPayments: boolean
  /** the salon's key for browsers */
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
 * Finds the next free chair by asking the API as any salon's website would: for each professional a
 * service of theirs and the first day after today with a free slot; the soonest of them.
 *
 * @returns null when nobody has a free chair in the next month
 */
export async function sampleBooking(
  baseUrl: string,
  businesses: readonly DemoBusiness[],
): Promise<SampleBooking | null> {
  for (const business of businesses) {
    const input: Ask = (path) => getData(`${baseUrl}/api/v1${path}`, business.publishableKey)
    const { configuracion } = await input<{ configuracion: Configuration }>('/negocio/')
    // an invented number would be somebody's, and may hold only a few open bookings
    if (configuracion.telefono_obligatorio) continue
    const { servicios } = await input<{ servicios: Named[] }>('/servicios/?reservable_online=true')
    const { profesionales } = await input<{ profesionales: Professional[] }>('/peluqueros/')
    const offers = await Promise.all(
      profesionales.map((professional) => firstOffer(input, professional, servicios)),
    )
    const soonest = offers
      .filter((offer) => offer !== null)
      .sort((one, other) => compare(one.date, other.date))[0]
    if (!soonest) continue
    return {
      ...soonest,
      business: business.name,
      curl: bookingCurl(baseUrl, business, soonest),
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

type Ask = <Data>(path: string) => Promise<Data>

interface Offer {
  date: string
  time: string
  service: Named
  professional: Named
}

async function firstOffer(
  query: Ask,
  professional: Professional,
  services: Named[],
): Promise<Offer | null> {
  const service = services.find(({ id }) => professional.servicios_ids.includes(id))
  if (!service) return null
  // without a date the answer begins today, by the salon's own calendar
  const { desde: today, dias } = await query<{
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

async function getData<Data>(url: string, key: string): Promise<Data> {
  const answer = await fetch(url, { headers: { 'X-API-Key': key } })
  const { data, error } = (await answer.json()) as { data: Data; error?: { code: string } }
  if (!answer.ok) throw new Error(`GET ${url} answered ${answer.status} ${error?.code}`)
  return data
}

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
    // a guest may only hold a few open bookings, and a line like this is pasted after every start
    email: `lola.${`${date}.${time}`.replace(/[^0-9.]/g, '')}@example.com`,
  }
  return [
    `curl -X POST ${baseUrl}/api/v1/reservas/crear/`,
    `-H 'X-API-Key: ${publishableKey}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n    ')
}
