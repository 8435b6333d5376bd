import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../../support/random.ts'
import type { Platform } from './platform.ts'

/** What was acknowledged to guests: it has to stay true. */
export interface Acknowledged {
  bookings: AcknowledgedBooking[]
  payments: { codigo: string; amountCents: number }[]
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
  body: unknown
}

export interface Guests {
  acknowledged: Acknowledged
  /** Books one time that nobody else books, at one API. Resolves when it is acknowledged. */
  probe(api: string): Promise<AcknowledgedBooking>
  /** Repeats acknowledged requests. @returns those that are answered otherwise than before */
  repeat(count: number): Promise<string[]>
  /** Ends the load; requests that are running get their answers first. */
  stop(): Promise<void>
}

const concurrency = 6
const giveUpAfterMilliseconds = 180_000
const firstDay = 3
const slotsPerDay = 22
/** Far behind those of the guests. */
const firstProbeSlot = 30_000

/**
 * Keeps guests busy: each books, pays and sometimes cancels. A request without an answer is
 * repeated with the same key, at the other API.
 */
export function startGuests(platform: Platform, random: Random): Guests {
  const { apis, stripe, publishableKey, serviceId, professionalIds } = platform
  const acknowledged: Acknowledged = {
    bookings: [],
    payments: [],
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
  const loops = Array.from({ length: concurrency }, () => visitUntilStopped())

  return {
    acknowledged,
    async probe(api) {
      const booking = await book(slotAt(firstProbeSlot + probes++), [api])
      if (booking === null) throw new Error('a time that nobody else books was refused')
      return booking.summary
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
    while (!isStopping) await visit().catch((error) => acknowledged.failures.push(String(error)))
  }

  async function visit() {
    // every third guest wants the time that another one is booking
    const slot = slots > 0 && random.chance(0.33) ? slotAt(slots - 1) : nextSlot()
    const booking = await book(slot)
    if (booking === null) return
    if (random.chance(0.6)) await pay(booking)
    if (random.chance(0.25)) await cancel(booking)
  }

  async function book(slot: ReturnType<typeof slotAt>, at?: string[]) {
    const email = `${randomUUID()}@example.com`
    const body = { ...slot, servicio_ids: [serviceId], nombre: 'Lucía Prado', email }
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

  async function pay({ id, codigo, clienteId, amountCents }: BookingToPay) {
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
    for (let attempt = random.integer(0, 1); Date.now() < deadline; attempt++) {
      const url = `${at[attempt % at.length]}/api/v1${path}`
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
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
  function slotAt(index: number) {
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
