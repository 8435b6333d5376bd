/** What earlier responses of one salon returned, so that later requests get further. */
export interface Harvest {
  bookings: HarvestedBooking[]
  holds: HarvestedHold[]
  orders: HarvestedOrder[]
  /** Ids of what was taken at the desk. */
  tillEntries: number[]
  intents: { payment_intent_id: string; codigo: string | undefined }[]
  challenges: { otp_id: string; codigo: string }[]
  sessions: HarvestedSession[]
  notes: { id: number; clienteId: number }[]
  slots: { peluquero_id: number; fecha: string; hora_inicio: string }[]
  etags: string[]
}

export interface HarvestedSession {
  access_token: string
  refresh_token: string
  /** Milliseconds since 1970. */
  issuedAt: number
}

export interface HarvestedBooking {
  id: number
  codigo: string
  clienteId: number
  amountCents: number
  /** Undefined where the response has none. */
  version: number | undefined
}

/** A hold, and the body that held its time. */
export interface HarvestedHold {
  id: number
  token: string
  visit: Record<string, unknown>
}

export interface HarvestedOrder {
  id: number
  clienteId: number
  amountCents: number
}

const kept = 40

export const openHarvest = (): Harvest => ({
  bookings: [],
  holds: [],
  orders: [],
  tillEntries: [],
  intents: [],
  challenges: [],
  sessions: [],
  notes: [],
  slots: [],
  etags: [],
})

/**
 * Takes what is useful from the body of a response, at any depth: also the free times of a refusal.
 *
 * @param sent the JSON of the request, where its code belongs to the new intent
 * @param now by the clock of the scene
 * @param codeOf reads the code that was mailed for a sign-in
 */
export async function harvestFrom(
  harvest: Harvest,
  data: unknown,
  sent: unknown,
  now: Date,
  codeOf: () => Promise<string>,
): Promise<void> {
  for (const found of objectsIn(data)) {
    const { id, codigo, cliente, fecha } = found
    const clienteId = (cliente as { id?: number } | undefined)?.id
    const amountCents = Number(found.a_pagar_ahora ?? found.total_centimos ?? 0)
    if (typeof id === 'number' && clienteId !== undefined && Array.isArray(found.items))
      keep(harvest.orders, { id, clienteId, amountCents })
    else if (typeof id === 'number' && typeof codigo === 'string' && 'hora_inicio' in found)
      keep(harvest.bookings, {
        ...{ id, codigo, clienteId: clienteId ?? 0, amountCents },
        version: found.version as number | undefined,
      })
    else if (typeof id === 'number' && 'anula_id' in found) keep(harvest.tillEntries, id)
    if (typeof id === 'number' && typeof found.token === 'string') {
      const [visit] = [...objectsIn(sent)].filter((one) => Array.isArray(one.servicio_ids))
      if (visit) keep(harvest.holds, { id, token: found.token, visit })
    }
    if (typeof id === 'number' && Array.isArray(found.notas))
      for (const note of found.notas) keep(harvest.notes, { id: note.id, clienteId: id })
    if (typeof found.payment_intent_id === 'string') {
      const [withCode] = [...objectsIn(sent)].filter((one) => typeof one.codigo === 'string')
      keep(harvest.intents, {
        payment_intent_id: found.payment_intent_id,
        codigo: withCode?.codigo as string | undefined,
      })
    }
    if (typeof found.otp_id === 'string')
      keep(harvest.challenges, { otp_id: found.otp_id, codigo: await codeOf() })
    if (typeof found.refresh_token === 'string' && typeof found.access_token === 'string')
      keep(harvest.sessions, {
        access_token: found.access_token,
        refresh_token: found.refresh_token,
        issuedAt: now.getTime(),
      })
    if (typeof found.peluquero_id === 'number' && typeof found.hora_inicio === 'string')
      keep(harvest.slots, {
        peluquero_id: found.peluquero_id,
        fecha: String(fecha),
        hora_inicio: found.hora_inicio,
      })
    const professional = (found.profesional as { id?: number } | undefined)?.id
    if (Array.isArray(found.slots) && typeof fecha === 'string' && professional !== undefined) {
      const free = found.slots.filter(({ disponible }) => disponible === true).slice(0, 4)
      for (const { hora_inicio } of free)
        keep(harvest.slots, { peluquero_id: professional, fecha, hora_inicio })
    }
  }
}

function keep<T>(list: T[], one: T): void {
  list.push(one)
  if (list.length > kept) list.shift()
}

function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const child of Object.values(value)) yield* objectsIn(child)
}
