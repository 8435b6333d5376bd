import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FakeStripe } from '@silla/fake-stripe'
import type { Random } from '../random.ts'

/** What was acknowledged to guests: it has to stay true. */
export interface Acknowledged {
  bookings: AcknowledgedBooking[]
  payments: { codigo: string; amountCents: number }[]
  /** Where bookings were moved to; each is moved once at most. */
  moves: { codigo: string; fecha: string; hora_inicio: string }[]
  cancellations: { codigo: string }[]
  /** The addresses of guests whose booking was refused; they have none. */
  refusedEmails: string[]
  /** Requests that can be repeated, and their first responses. */
  answers: { request: Request; data: unknown }[]
  /** Responses of status 500, and requests that never got an answer. */
  failures: string[]
  counts: Counts
}

interface Counts {
  requests: number
  /** The connection ended first, or could not be opened. */
  unanswered: number
  /** 503, and 409 while the first request is running. */
  unavailable: number
  refused: number
  slowestMilliseconds: number
}

export interface AcknowledgedBooking {
  codigo: string
  email: string
  fecha: string
  hora_inicio: string
  peluquero_id: number
}

interface Request {
  path: string
  key: string
  /** Undefined: a GET request. */
  body: unknown
}

interface Slot {
  peluquero_id: number
  fecha: string
  hora_inicio: string
}

export interface Guests {
  acknowledged: Acknowledged
  /** Books one time that nobody else books, at one API. Resolves when it is acknowledged. */
  probe(api: string): Promise<AcknowledgedBooking>
  /** Resolves after so many more bookings, or a failure. */
  moreBookings(count: number): Promise<void>
  /** Repeats acknowledged requests. @returns those that are answered otherwise than before */
  repeat(count: number): Promise<string[]>
  /** Ends the load; requests that are running get their answers first. */
  stop(): Promise<void>
}

const giveUpAfterMilliseconds = 180_000
const firstDay = 3
const slotsPerDay = 22
/** Far behind those of the guests. */
const firstProbeSlot = 30_000

/** The salon that guests visit. */
export interface VisitedSalon {
  /** Where its API is; read before each request. */
  apis: readonly { url: string }[]
  /** Null: it takes no payments. */
  stripe: FakeStripe | null
  publishableKey: string
  serviceId: number
  professionalIds: readonly number[]
}

/**
 * Keeps guests busy: each looks for a time, holds it sometimes, books, pays, and sometimes moves or
 * cancels the booking. A request without an answer is repeated with the same key, at the other API.
 *
 * @param concurrency how many there are at a time
 */
export function startGuests(
  salon: VisitedSalon,
  random: Random,
  { concurrency = 6, pauseMilliseconds = 0 } = {},
): Guests {
  const { apis, stripe, publishableKey, serviceId, professionalIds } = salon
  const acknowledged: Acknowledged = {
    bookings: [],
    payments: [],
    moves: [],
    cancellations: [],
    refusedEmails: [],
    answers: [],
    failures: [],
    counts: { requests: 0, unanswered: 0, unavailable: 0, refused: 0, slowestMilliseconds: 0 },
  }
  const { counts } = acknowledged
  const today = Temporal.Now.plainDateISO('Europe/Madrid')
  let slots = 0
  let probes = 0
  let isStopping = false
  let waiting: { bookings: number; resolve: () => void }[] = []
  const loops = Array.from({ length: concurrency }, () => visitUntilStopped())

  return {
    acknowledged,
    async probe(api) {
      const booking = await book(slotAt(firstProbeSlot + probes++), { at: [api] })
      if (booking === null) throw new Error('a time that nobody else books was refused')
      return booking.summary
    },
    moreBookings(count) {
      return new Promise((resolve) => {
        waiting.push({ bookings: acknowledged.bookings.length + count, resolve })
      })
    },
    async repeat(count) {
      const different: string[] = []
      for (let done = 0; done < count && acknowledged.answers.length > 0; done++) {
        const { request, data } = random.pick(acknowledged.answers)
        const answer = await send(request)
        if (JSON.stringify(answer?.data) !== JSON.stringify(data))
          different.push(`${request.path} ${request.key}: ${JSON.stringify(answer)}`)
      }
      return different
    },
    async stop() {
      isStopping = true
      await Promise.all(loops)
    },
  }

  async function visitUntilStopped() {
    while (!isStopping) {
      await visit().catch((error) => acknowledged.failures.push(String(error)))
      const count =
        acknowledged.failures.length > 0 ? Number.POSITIVE_INFINITY : acknowledged.bookings.length
      const [reached = [], left = []] = [true, false].map((isReached) =>
        waiting.filter(({ bookings }) => bookings <= count === isReached),
      )
      waiting = left
      for (const { resolve } of reached) resolve()
    }
  }

  async function visit() {
    // every third guest wants the time that another one is booking
    const slot = slots > 0 && random.chance(0.33) ? slotAt(slots - 1) : nextSlot()
    if (random.chance(0.5)) await look(slot)
    const hold = random.chance(0.3) ? await holdTime(slot) : undefined
    const booking = await book(slot, { hold })
    if (booking === null) return
    if (random.chance(0.3)) await read(booking)
    if (stripe !== null && random.chance(0.6)) await pay(booking, stripe)
    if (random.chance(0.2)) await move(booking)
    if (random.chance(0.25)) await cancel(booking)
  }

  async function look({ peluquero_id, fecha }: Slot) {
    const path = `/disponibilidad/${peluquero_id}/${fecha}/?servicio_id=${serviceId}`
    const { data, error } = await send({ path, key: '', body: undefined })
    if (data === undefined) acknowledged.failures.push(`${path}: ${JSON.stringify(error)}`)
  }

  async function read({ id, codigo }: BookingToPay) {
    const path = `/reservas/codigo/${codigo}/`
    const { data, error } = await send({ path, key: '', body: undefined })
    if ((data as { id?: number } | undefined)?.id !== id)
      acknowledged.failures.push(`${path}: ${JSON.stringify(error ?? data)}`)
  }

  /** Undefined: it is taken, or as much is held already as may be. */
  async function holdTime(slot: Slot): Promise<object | undefined> {
    const body = { ...slot, servicio_ids: [serviceId] }
    const { data, error } = await send({ path: '/retenciones/', key: randomUUID(), body })
    if (data !== undefined) {
      const { id, token } = data as { id: number; token: string }
      return { id, token }
    }
    if (!['SLOT_NOT_AVAILABLE', 'HOLD_LIMIT_REACHED'].includes(error?.code ?? ''))
      acknowledged.failures.push(`not held: ${JSON.stringify(error)}`)
    return undefined
  }

  async function book(slot: Slot, { hold, at }: { hold?: object | undefined; at?: string[] }) {
    const email = `${randomUUID()}@example.com`
    const visitor = { nombre: 'Lucía Prado', email }
    const body = {
      ...slot,
      servicio_ids: [serviceId],
      ...visitor,
      ...(hold && { retencion: hold }),
    }
    const request = { path: '/reservas/crear/', key: randomUUID(), body }
    const answer = await send(request, at)
    if (answer.data === undefined) {
      counts.refused += 1
      if (answer.error?.code !== 'SLOT_NOT_AVAILABLE')
        acknowledged.failures.push(`refused: ${JSON.stringify(answer.error)}`)
      acknowledged.refusedEmails.push(email)
      return null
    }
    const { id, codigo, cliente, total_centimos } = answer.data as CreatedBooking
    const summary = { codigo, email, ...slot }
    acknowledged.bookings.push(summary)
    acknowledged.answers.push({ request, data: answer.data })
    return { id, codigo, clienteId: cliente.id, amountCents: total_centimos, summary }
  }

  async function pay({ id, codigo, clienteId, amountCents }: BookingToPay, stripe: FakeStripe) {
    const intent = await send({
      path: '/pagos/intent/',
      key: randomUUID(),
      body: {
        cliente_id: clienteId,
        amount: amountCents,
        type: 'booking',
        reference_id: id,
        codigo,
      },
    })
    const intentRef = (intent.data as { payment_intent_id?: string } | undefined)?.payment_intent_id
    if (intentRef === undefined) {
      acknowledged.failures.push(`no intent: ${JSON.stringify(intent)}`)
      return
    }
    stripe.pay(intentRef)
    const body = { payment_intent_id: intentRef, codigo }
    const confirmed = await send({ path: '/pagos/confirmar/', key: '', body })
    if ((confirmed.data as { estado?: string } | undefined)?.estado === 'completado')
      acknowledged.payments.push({ codigo, amountCents })
    else acknowledged.failures.push(`not confirmed: ${JSON.stringify(confirmed)}`)
  }

  /** The time may be one that another guest has seen meanwhile. */
  async function move({ id, codigo }: BookingToPay) {
    const { fecha, hora_inicio, peluquero_id } = nextSlot()
    const body = { codigo, fecha, hora_inicio, peluquero_id }
    const request = { path: `/reservas/${id}/reprogramar/`, key: randomUUID(), body }
    const { data, error } = await send(request)
    if (data !== undefined) acknowledged.moves.push({ codigo, fecha, hora_inicio })
    else if (error?.code !== 'SLOT_NOT_AVAILABLE')
      acknowledged.failures.push(`not moved: ${JSON.stringify(error)}`)
  }

  async function cancel({ id, codigo }: BookingToPay) {
    const request = { path: `/reservas/${id}/cancelar/`, key: randomUUID(), body: { codigo } }
    const { data, error } = await send(request)
    if (data === undefined) {
      acknowledged.failures.push(`not cancelled: ${JSON.stringify(error)}`)
      return
    }
    acknowledged.cancellations.push({ codigo })
    acknowledged.answers.push({ request, data })
  }

  /** Sends a request until it is answered. @throws Error when that takes too long */
  async function send(
    { path, key, body }: Request,
    at = apis.map(({ url }) => url),
  ): Promise<Answer> {
    const deadline = Date.now() + giveUpAfterMilliseconds
    const headers = {
      'x-api-key': publishableKey,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    }
    if (pauseMilliseconds > 0) await wait(pauseMilliseconds)
    for (let attempt = random.integer(0, 1); Date.now() < deadline; attempt++) {
      const url = `${at[attempt % at.length]}/api/v1${path}`
      const init =
        body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
      counts.requests += 1
      const sentAt = performance.now()
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) }).catch(
        () => null,
      )
      const answer = response && ((await response.json().catch(() => null)) as Answer | null)
      if (answer !== null)
        counts.slowestMilliseconds = Math.max(
          counts.slowestMilliseconds,
          performance.now() - sentAt,
        )
      if (response === null || answer === null) counts.unanswered += 1
      else if (![503, 409, 429].includes(response.status)) {
        if (response.status >= 500) acknowledged.failures.push(`500: ${JSON.stringify(answer)}`)
        return answer
      } else counts.unavailable += 1
      await wait(100)
    }
    throw new Error(`${path} with key ${key} got no answer`)
  }

  function nextSlot() {
    return slotAt(slots++)
  }

  /** By professional, then by half hour, then by day. */
  function slotAt(index: number): Slot {
    const minute = 9 * 60 + 30 * (Math.floor(index / professionalIds.length) % slotsPerDay)
    const day = firstDay + Math.floor(index / professionalIds.length / slotsPerDay)
    return {
      peluquero_id: professionalIds[index % professionalIds.length] ?? 0,
      fecha: today.add({ days: day }).toString(),
      hora_inicio: Temporal.PlainTime.from('00:00').add({ minutes: minute }).toString().slice(0, 5),
    }
  }
}

interface Answer {
  data?: unknown
  error?: { code: string }
}

interface CreatedBooking {
  id: number
  codigo: string
  cliente: { id: number }
  total_centimos: number
}

interface BookingToPay {
  id: number
  codigo: string
  clienteId: number
  amountCents: number
}
