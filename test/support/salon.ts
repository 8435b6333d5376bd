import { applySalon } from '@silla/core'
import type { FakeStripe } from '@silla/fake-stripe'
import { createKey } from '@silla/tenants'
import { testApi } from './api.ts'
import { type Answer, type Client, client } from './client.ts'
import type { TestClock } from './clock.ts'
import { testDatabase } from './database.ts'
import { connectSalon } from './processor.ts'
import { handleOf, type SalonPlan, salonFileOf } from './salon-plan.ts'
import { signedInCustomer } from './signed-in-customer.ts'

/** A salon of the test's own, and the people around it. */
export interface TestSalon {
  slug: string
  businessId: string
  clock: TestClock
  /** Today's date where the salon is, as the clock was set when it opened. */
  today: string
  publishableKey: string
  secretKey: string
  /** Ids by name: `salon.id('Ana')`, `salon.id('Corte')`. */
  id(name: string): number
  /** Somebody with the publishable key. */
  guest: Guest
  /** The same at another process's door. */
  guestAt(url: string): Guest
  /** The salon's own server, with the secret key. */
  owner: Guest
  /**
   * A customer who has registered here and is signed in: the row, the account and the session are
   * made without a request.
   */
  customer(who: {
    nombre: string
    email: string
    telefono?: string
    idioma?: 'es' | 'en' | 'ar'
  }): Promise<Customer>
  /**
   * Changes the salon as platform staff would, by applying another plan, and waits until the API
   * has heard of it.
   */
  becomes(plan: SalonPlan): Promise<void>
  /** Sets the clock to a wall-clock time of the salon. */
  clockShows(time: string): void
  /**
   * Its account at the processor, and the hands that play its customers there; only of a salon that
   * was opened with `payments`.
   */
  till: SalonServer
}

export interface SalonServer {
  account: string
  double: FakeStripe
  /** The customer pays in their browser; what the processor makes of it waits until `hears`. */
  pays(intent: Answer, card?: string): void
  /** Everything that the processor has to tell arrives now. */
  hears(): Promise<void>
}

export interface Guest extends Client {
  /** Asks for a visit; today unless told otherwise, the first service unless told otherwise. */
  books(professional: string, time: string, more?: BookingInput): Promise<Answer>
  /** Asks for an intent for all of a booking, showing its code unless told otherwise. */
  wantsToPay(
    booking: PayableBooking,
    body?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** Says that an intent was paid; a guest shows the code of the booking. */
  confirms(intent: Answer, proof?: { codigo?: string }): Promise<Answer>
  /** Shows the booking's code, unless told otherwise. */
  cancels(booking: { id: number; codigo: string }, body?: Record<string, unknown>): Promise<Answer>
  /**
   * The day's slots of one professional for the first service, as `09:00` (free) or `09:00
   * ocupado`.
   */
  seesSlots(professional: string, date?: string): Promise<string[]>
}

/** What the answer to a booking says of it. */
export interface PayableBooking {
  id: number
  codigo: string
  total_centimos: number
  cliente: { id: number }
}

export interface Customer extends Guest {
  id: number
  email: string
  /** For the header `Authorization: Bearer ...`, which every request of theirs carries. */
  token: string
}

/**
 * Fields of the body by their own names; what is left out is an ordinary wish of an ordinary guest.
 */
export interface BookingInput {
  date?: string
  services?: readonly string[]
  [field: string]: unknown
}

let salons = 0

/**
 * Opens a salon in this file's database and sets the clock there.
 *
 * @param plan.now wall-clock time of the salon
 * @param plan.payments it has an account at the processor and takes money online
 */
export async function openSalon(
  plan: SalonPlan & { now?: string; payments?: boolean | { feeBasisPoints: number } } = {},
): Promise<TestSalon> {
  const { admin, witness } = await testDatabase()
  const api = await testApi()
  const slug = `salon-${++salons}`
  const now = plan.now ?? '2030-03-04T08:00'
  const timezone = plan.timezone ?? 'Europe/Madrid'
  api.clock.set(now, timezone)

  const takesMoney = plan.payments !== undefined && plan.payments !== false
  const settings = { ...(takesMoney && { acceptsOnlinePayments: true }), ...plan.settings }
  await applySalon(admin, salonFileOf(slug, { ...plan, settings }), { clock: api.clock })
  const till = takesMoney ? await openTill() : null
  const [row] = await witness<{ businessId: string }[]>`
    select business_id from registry.businesses where slug = ${slug}`
  const businessId = row?.businessId ?? ''
  const ids = new Map<string, number>()
  await learnIds()
  const publishable = await createKey(admin, businessId, {
    kind: 'publishable',
    name: 'web',
    origins: [],
  })
  const secret = await createKey(admin, businessId, { kind: 'secret', name: 'server', origins: [] })

  const id = (name: string) => ids.get(handleOf(name)) ?? unknown(name)
  const firstService = plan.services?.[0]?.name ?? 'Corte'
  const today = now.slice(0, 10)
  const guestWith = (key: string, more: Record<string, string> = {}, url = api.url): Guest => {
    const http = client(url, { 'x-api-key': key, ...more })
    return {
      ...http,
      books: (professional, time, { date, services, ...body } = {}) =>
        http.post('/reservas/crear/', {
          servicio_ids: (services ?? [firstService]).map(id),
          peluquero_id: id(professional),
          fecha: date ?? today,
          hora_inicio: time,
          nombre: 'Lucía Prado',
          email: 'lucia@example.com',
          ...body,
        }),
      wantsToPay: (booking, body, headers) =>
        http.post(
          '/pagos/intent/',
          {
            cliente_id: booking.cliente.id,
            amount: booking.total_centimos,
            type: 'booking',
            reference_id: booking.id,
            codigo: booking.codigo,
            ...body,
          },
          headers,
        ),
      confirms: ({ data }, { codigo } = {}) =>
        http.post('/pagos/confirmar/', { payment_intent_id: data.payment_intent_id, codigo }),
      cancels: ({ id, codigo }, body = { codigo }) => http.post(`/reservas/${id}/cancelar/`, body),
      async seesSlots(professional, date = today) {
        const { data } = await http.get(
          `/disponibilidad/${id(professional)}/${date}/?servicio_id=${id(firstService)}`,
        )
        return data.slots.map((slot: { hora_inicio: string; motivo?: string }) =>
          slot.motivo ? `${slot.hora_inicio} ${slot.motivo}` : slot.hora_inicio,
        )
      },
    }
  }

  return {
    slug,
    businessId,
    clock: api.clock,
    today,
    publishableKey: publishable.key,
    secretKey: secret.key,
    id,
    guest: guestWith(publishable.key),
    guestAt: (url) => guestWith(publishable.key, {}, url),
    owner: guestWith(secret.key),
    async customer(who) {
      const signedIn = await signedInCustomer(businessId, api.clock.now(), who)
      return {
        ...guestWith(publishable.key, { authorization: `Bearer ${signedIn.token}` }),
        ...signedIn,
      }
    },
    async becomes(changed) {
      await applySalon(admin, salonFileOf(slug, changed), { clock: api.clock })
      await learnIds()
      // whoever asks for free time compares versions; the notice itself takes a moment
      await client(api.url, { 'x-api-key': publishable.key }).get('/disponibilidad/dias/')
    },
    clockShows: (time) => api.clock.set(time, timezone),
    get till() {
      return till ?? unknown('till: open it with payments')
    },
  }

  async function openTill(): Promise<SalonServer> {
    const fee = typeof plan.payments === 'object' ? plan.payments : {}
    const { double, account } = await connectSalon({
      slug,
      apiUrl: api.url,
      clock: api.clock,
      ...fee,
    })
    return {
      double,
      account,
      pays: ({ data }, card) => void double.pay(data.payment_intent_id, card),
      async hears() {
        await double.webhooks.release()
        double.webhooks.hold()
      },
    }
  }

  async function learnIds() {
    const rows = await witness<{ handle: string; id: number }[]>`
      select handle, id from professionals where business_id = ${businessId}
      union all select handle, id from services where business_id = ${businessId}
      union all select handle, id from categories where business_id = ${businessId}
      union all select handle, id from products where business_id = ${businessId}
      union all select handle, id from points_packages where business_id = ${businessId}`
    for (const row of rows) ids.set(row.handle, row.id)
  }
}

function unknown(name: string): never {
  throw new Error(`this salon has no ${name}`)
}
