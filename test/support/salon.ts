import { applySalon, type Permission, type Role } from '@silla/core'
import type { FakeStripe } from '@silla/fake-stripe'
import type { Language } from '@silla/locale'
import { createKey } from '@silla/tenants'
import { testApi } from './api.ts'
import { type ApiResponse, type Client, client } from './client.ts'
import type { TestClock } from './clock.ts'
import { testDatabase } from './database.ts'
import { connectSalon } from './processor.ts'
import { handleOf, type SalonFixture, salonFileFor } from './salon-fixture.ts'
import { signedInCustomer } from './signed-in-customer.ts'
import { type SignedInStaff, signedInStaff } from './signed-in-staff.ts'

/** A salon that belongs to one test, and the clients that call its API. */
export interface TestSalon {
  slug: string
  businessId: string
  clock: TestClock
  /** The local date of the salon when it was opened. */
  today: string
  publishableKey: string
  secretKey: string
  /** Ids by name: `salon.id('Ana')`, `salon.id('Corte')`. */
  id(name: string): number
  /** A visitor of the salon's website, with the publishable key. */
  guest: SalonClient
  /** The same visitor at the address of another API process. */
  guestAt(url: string): SalonClient
  /** The salon's own server, with the secret key. */
  backend: SalonClient
  /** The same at the address of another API process. */
  backendAt(url: string): SalonClient
  /**
   * A registered customer who is signed in. The customer row, the account and the session are
   * created without a request.
   */
  customer(person: {
    nombre: string
    email: string
    telefono?: string
    idioma?: Language
  }): Promise<Customer>
  /**
   * A member of staff who has just used a passkey, as an app of the salon's own that sends the token of
   * the session. The person and the session are created without a request.
   */
  staff(role: Role, more?: StaffFixture): Promise<StaffClient>
  /** Applies another fixture, as staff would, and waits until the API has loaded the change. */
  apply(fixture: SalonFixture): Promise<void>
  /** Sets the clock to a wall-clock time of the salon. */
  setTime(time: string): void
  /** The salon's account at the fake Stripe. Only for a salon opened with `payments`. */
  stripe: SalonStripe
}

export interface SalonStripe {
  account: string
  fake: FakeStripe
  /** Pays an intent as the customer's browser does. Its events wait for `deliverWebhooks`. */
  pay(intent: ApiResponse, card?: string): void
  /** Delivers the webhook events that are held back. */
  deliverWebhooks(): Promise<void>
}

export interface SalonClient extends Client {
  /** Creates a booking; by default today, for the first service. */
  book(professional: string, time: string, more?: BookingInput): Promise<ApiResponse>
  /** Creates a payment intent for the whole amount of a booking; by default with its code. */
  createIntent(
    booking: PayableBooking,
    body?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>
  /** Confirms that an intent was paid; a guest sends the code of the booking. */
  confirmPayment(intent: ApiResponse, proof?: { codigo?: string }): Promise<ApiResponse>
  /** Cancels a booking; by default with its code. */
  cancel(
    booking: { id: number; codigo: string },
    body?: Record<string, unknown>,
  ): Promise<ApiResponse>
  /**
   * The day's slots of one professional for the first service, as `09:00` (free) or `09:00
   * ocupado`.
   */
  listSlots(professional: string, date?: string): Promise<string[]>
}

/** The fields of a created booking that a payment needs. */
export interface PayableBooking {
  id: number
  codigo: string
  total_centimos: number
  cliente: { id: number }
}

export interface Customer extends SalonClient {
  id: number
  email: string
  /** The access token that the client sends as `Authorization: Bearer ...`. */
  token: string
}

export interface StaffClient extends SalonClient, SignedInStaff {}

export interface StaffFixture {
  /** The name of the professional who they are. */
  professional?: string
  email?: string
  name?: string
  permissionsAdded?: readonly Permission[]
  permissionsRemoved?: readonly Permission[]
  /** What the session was opened with; default: a passkey. */
  method?: 'passkey' | 'code'
}

/** Overrides for the body of a booking request; other fields are sent under their own names. */
export interface BookingInput {
  date?: string
  services?: readonly string[]
  [field: string]: unknown
}

let salons = 0

/**
 * Creates a salon in the database of this test file and sets the clock.
 *
 * @param fixture.now wall-clock time of the salon
 * @param fixture.payments the salon has a Stripe account and takes online payments
 */
export async function openSalon(
  fixture: SalonFixture & { now?: string; payments?: boolean | { feeBasisPoints: number } } = {},
): Promise<TestSalon> {
  const { admin, witness } = await testDatabase()
  const api = await testApi()
  const slug = `salon-${++salons}`
  const now = fixture.now ?? '2030-03-04T08:00'
  const timezone = fixture.timezone ?? 'Europe/Madrid'
  api.clock.set(now, timezone)

  const hasPayments = fixture.payments !== undefined && fixture.payments !== false
  const settings = { ...(hasPayments && { acceptsOnlinePayments: true }), ...fixture.settings }
  await applySalon(admin, salonFileFor(slug, { ...fixture, settings }), { clock: api.clock })
  const stripe = hasPayments ? await connectStripe() : null
  const [row] = await witness<{ businessId: string }[]>`
    select business_id from registry.businesses where slug = ${slug}`
  const businessId = row?.businessId ?? ''
  const ids = new Map<string, number>()
  await loadIds()
  const publishable = await createKey(admin, businessId, {
    kind: 'publishable',
    name: 'web',
    origins: [],
  })
  const secret = await createKey(admin, businessId, { kind: 'secret', name: 'server', origins: [] })

  const id = (name: string) => ids.get(handleOf(name)) ?? unknown(name)
  const firstService = fixture.services?.[0]?.name ?? 'Corte'
  const today = now.slice(0, 10)
  const clientWith = (key: string, more: Record<string, string> = {}, url = api.url): SalonClient =>
    salonClient({ 'x-api-key': key, ...more }, url)
  const salonClient = (headers: Record<string, string>, url = api.url): SalonClient => {
    const http = client(url, headers)
    return {
      ...http,
      book: (professional, time, { date, services, ...body } = {}) =>
        http.post('/reservas/crear/', {
          servicio_ids: (services ?? [firstService]).map(id),
          peluquero_id: id(professional),
          fecha: date ?? today,
          hora_inicio: time,
          nombre: 'Lucía Prado',
          email: 'lucia@example.com',
          ...body,
        }),
      createIntent: (booking, body, headers) =>
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
      confirmPayment: ({ data }, { codigo } = {}) =>
        http.post('/pagos/confirmar/', { payment_intent_id: data.payment_intent_id, codigo }),
      cancel: ({ id, codigo }, body = { codigo }) => http.post(`/reservas/${id}/cancelar/`, body),
      async listSlots(professional, date = today) {
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
    guest: clientWith(publishable.key),
    guestAt: (url) => clientWith(publishable.key, {}, url),
    backend: clientWith(secret.key),
    backendAt: (url) => clientWith(secret.key, {}, url),
    async customer(person) {
      const signedIn = await signedInCustomer(businessId, api.clock.now(), person)
      return {
        ...clientWith(publishable.key, { authorization: `Bearer ${signedIn.token}` }),
        ...signedIn,
      }
    },
    async staff(role, { professional, ...more } = {}) {
      const signedIn = await signedInStaff(
        { businessId, slug, clock: api.clock },
        { role, professionalId: professional === undefined ? null : id(professional), ...more },
      )
      return { ...salonClient({ authorization: `Bearer ${signedIn.token}` }), ...signedIn }
    },
    async apply(changed) {
      await applySalon(admin, salonFileFor(slug, changed), { clock: api.clock })
      await loadIds()
      // this endpoint reloads the catalogue when its version differs, so that the test need not wait
      // for the notification
      await client(api.url, { 'x-api-key': publishable.key }).get('/disponibilidad/dias/')
    },
    setTime: (time) => api.clock.set(time, timezone),
    get stripe() {
      return stripe ?? unknown('Stripe account: open it with payments')
    },
  }

  async function connectStripe(): Promise<SalonStripe> {
    const fee = typeof fixture.payments === 'object' ? fixture.payments : {}
    const { double: fake, account } = await connectSalon({
      slug,
      apiUrl: api.url,
      clock: api.clock,
      ...fee,
    })
    return {
      fake,
      account,
      pay: ({ data }, card) => void fake.pay(data.payment_intent_id, card),
      async deliverWebhooks() {
        await fake.webhooks.release()
        fake.webhooks.hold()
      },
    }
  }

  async function loadIds() {
    const rows = await witness<{ handle: string; id: number }[]>`
      select handle, id from professionals where business_id = ${businessId}
      union all select handle, id from categories where business_id = ${businessId}
      union all select handle, id from resource_types where business_id = ${businessId}
      union all select handle, id from services where business_id = ${businessId}
      union all select handle, id from products where business_id = ${businessId}
      union all select handle, id from points_packages where business_id = ${businessId}`
    for (const row of rows) ids.set(row.handle, row.id)
  }
}

function unknown(name: string): never {
  throw new Error(`this salon has no ${name}`)
}
