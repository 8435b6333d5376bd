import type { Caller, ExampleApi } from './example-api.ts'
import { dayMilliseconds, type FreeTime, type FreeTimes, maxDaysAgo } from './free-times.ts'

export interface Visit {
  id: number
  codigo: string
  fecha: string
  cliente: { id: number }
  total_centimos: number
}

/** Of a visit that has begun. */
export interface BegunVisit extends Visit {
  /** Its end is so long ago that it is a no-show: the worker would complete it. */
  isNoShow: boolean
}

/** Books visits in the name of one customer. */
export function openVisits(
  { send, before }: ExampleApi,
  { owner, free, contact }: { owner: Caller; free: FreeTimes; contact: object },
) {
  const post = <Data>(path: string, body: object = {}) =>
    send<Data>(owner, { method: 'POST', path, body })

  return { book, bookAndPay, arrive, begin, beginAndComplete, complete }

  async function book(as: Caller = owner): Promise<Visit> {
    const body = bookingOf(await free.last())
    return send<Visit>(as, { method: 'POST', path: '/reservas/crear/', body })
  }

  async function bookAndPay(pay: (intent: string) => void): Promise<Visit & { intent: string }> {
    const visit = await book()
    const { payment_intent_id: intent } = await post<{ payment_intent_id: string }>(
      '/pagos/intent/',
      intentOf(visit),
    )
    pay(intent)
    await post('/pagos/confirmar/', { payment_intent_id: intent, codigo: visit.codigo })
    return { ...visit, intent }
  }

  /** Books a visit, and records on its day, which is still to come, that the customer is there. */
  async function arrive(): Promise<Visit> {
    const visit = await book()
    const { inicio } = await send<{ inicio: string }>(owner, { path: `/reservas/${visit.id}/` })
    const path = `/reservas/${visit.id}/llegada/`
    await before(Date.now() - Date.parse(inicio))(owner, { method: 'POST', path })
    return visit
  }

  /** Books a visit, the week before, that has begun since. */
  async function begin(): Promise<BegunVisit> {
    const lastWeek = before(maxDaysAgo * dayMilliseconds)
    const time = await free.past(lastWeek)
    const path = '/reservas/crear/'
    const visit = await lastWeek<Visit>(owner, { method: 'POST', path, body: bookingOf(time) })
    const isNoShow = time.daysAgo > 0
    if (isNoShow) await post(`/reservas/${visit.id}/no-show/`)
    return { ...visit, isNoShow }
  }

  async function beginAndComplete(): Promise<BegunVisit> {
    const visit = await begin()
    await complete(visit)
    return visit
  }

  function complete({ id }: Visit): Promise<unknown> {
    return post(`/reservas/${id}/completar/`)
  }

  function bookingOf({ fecha, hora_inicio }: FreeTime) {
    const { professionalId: peluquero_id, serviceId } = free
    return { servicio_ids: [serviceId], peluquero_id, fecha, hora_inicio, ...contact }
  }
}

export const intentOf = ({ id, codigo, cliente, total_centimos }: Visit) => ({
  type: 'booking',
  reference_id: id,
  codigo,
  cliente_id: cliente.id,
  amount: total_centimos,
})
