import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { suspendBusiness } from '@silla/core'
import { createKey } from '@silla/tenants'
import { testApi } from '../support/api.ts'
import { assertError, dataOf } from '../support/assertions.ts'
import { type ApiResponse, client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { reschedule } from '../support/reschedule.ts'
import { type Customer, openSalon, type PayableBooking, type TestSalon } from '../support/salon.ts'
import { sessionCookie } from '../support/signed-in-staff.ts'
import { assertWritesNothing } from '../support/writes.ts'
import { type Code, statusOf } from './contract/codes.ts'

/**
 * Monday, ten o'clock. Lucía's visit has started. Raúl has as many bookings as a guest may have, the
 * first of them soon.
 */
let salon: TestSalon
let suspended: TestSalon
let soon: PayableBooking
let begun: { id: number; codigo: string }
let gone: PayableBooking
let waiting: { id: number; codigo: string }
let boundKey: string
let endpointPath: string
let switchedOff: string
/** Signed in now, an hour ago, and blocked by the salon. */
let marta: Customer
let earlier: Customer
let blocked: Customer

const lucia = { telefono: '698765432', email: 'lucia@example.com' }
const raul = { telefono: '612345678', email: 'raul@example.com' }

before(async () => {
  const { admin, witness } = await testDatabase()
  suspended = await openSalon()
  await suspendBusiness(admin, suspended.slug)
  salon = await openSalon({
    services: [{ name: 'Corte' }, { name: 'Tinte' }, { name: 'Mechas', bookableOnline: false }],
    professionals: [
      {
        name: 'Ana',
        services: ['Corte', 'Mechas'],
        shifts: { 1: ['09:00-13:00'], 3: ['09:00-13:00'] },
      },
    ],
    settings: { phoneRequired: true },
    now: '2030-03-04T09:00',
  })
  begun = dataOf(await salon.guest.book('Ana', '09:30', lucia), 201)
  soon = dataOf(await salon.guest.book('Ana', '10:30', raul), 201)
  for (const time of ['11:00', '11:30', '12:00', '12:30'])
    dataOf(await salon.guest.book('Ana', time, raul), 201)
  gone = dataOf(await salon.guest.book('Ana', '09:00', { ...lucia, date: '2030-03-20' }), 201)
  dataOf(await salon.guest.post(`/reservas/${gone.id}/cancelar/`, { codigo: gone.codigo }, named))
  earlier = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  salon.setTime('2030-03-04T10:00')
  marta = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  blocked = await salon.customer({ nombre: 'Iris', email: 'iris@example.com' })
  await witness`update customers set blocked_at = now() where business_id = ${salon.businessId} and id = ${blocked.id}`
  waiting = dataOf(
    await salon.guest.post('/lista-espera/', {
      servicio_ids: [salon.id('Corte')],
      desde: '2030-03-06',
      hasta: '2030-03-06',
      nombre: 'Lucía',
      ...lucia,
    }),
    201,
  )
  const endpoint = { url: 'https://till.example/' }
  const addEndpoint = async () =>
    `/webhooks/endpoints/${dataOf(await salon.backend.post('/webhooks/endpoints/', endpoint), 201).id}/`
  endpointPath = await addEndpoint()
  switchedOff = await addEndpoint()
  dataOf(await salon.backend.put(switchedOff, { activo: false }))
  const origins = ['https://salon.example']
  boundKey = (
    await createKey(admin, salon.businessId, { kind: 'publishable', name: 'web', origins })
  ).key
})

const day = (professional: unknown, date: string, query = '') =>
  salon.guest.get(`/disponibilidad/${professional}/${date}/${query}`)
const input = (flaw: Record<string, unknown>) =>
  salon.guest.book('Ana', '09:00', { date: '2030-03-06', ...lucia, ...flaw })
/** With the cookie of a session that does not exist. */
const withSession = async (headers: Record<string, string> = {}) => {
  const cookie = `${sessionCookie}=${salon.businessId}.${'x'.repeat(43)}`
  const own = { cookie, 'sec-fetch-site': 'same-origin', ...headers }
  return client((await testApi()).url, own).get('/servicios/')
}

const withKey = (key: string, headers: Record<string, string> = {}) =>
  salon.guest.get('/servicios/', { 'x-api-key': key, ...headers })
const raw = (body: string, type = 'application/json') =>
  salon.guest.send('/reservas/crear/', { method: 'POST', body, headers: { 'content-type': type } })

const nextWeek = { fecha: '2030-03-11', hora_inicio: '10:00' }
const named = { 'idempotency-key': 'una vez' }
const nobodysId = '00000000-0000-4000-8000-000000000000'

/** Codes that need several requests, or a member of staff; test/rest has their tests. */
type TestedElsewhere =
  | 'RATE_LIMIT_EXCEEDED'
  | 'BUSINESS_MOVED'
  | 'BUSINESS_MOVING'
  | 'PERMISSION_REQUIRED'
  | 'STEP_UP_REQUIRED'
  | 'SESSION_LOCKED'
  | 'OTHER_SALON'
  | 'DEVICE_NOT_REGISTERED'
  | 'DEVICE_NOT_FOUND'
  | 'DEVICE_LIMIT_REACHED'
  | 'PIN_REFUSED'
  | 'WEAK_PIN'
  | 'PASSKEY_REFUSED'
  | 'PASSKEY_NOT_FOUND'
  | 'PASSKEY_LIMIT_REACHED'
  | 'LAST_PASSKEY'
  | 'RECOVERY_CODE_INVALID'
  | 'SESSION_NOT_FOUND'
  | 'SALON_NOT_FOUND'
  | 'OWNER_REQUIRED'
  | 'SUPPORT_NOT_ALLOWED'
  | 'CANNOT_CHANGE_LINES'
  | 'LINE_PAID_WITH_POINTS'
  | 'SUPPORT_NOT_FOUND'
  | 'SUPPORT_DECIDED'
  | 'IMPORT_RUNNING'
  | 'FILE_TOO_LARGE'
  | 'STAFF_NOT_FOUND'
  | 'LAST_OWNER'
  | 'OWNER_PERMISSIONS_FIXED'
  | 'STAFF_EMAIL_TAKEN'
  | 'STAFF_LIMIT_REACHED'
  | 'PROFESSIONAL_ALREADY_LINKED'
  | 'INVITATION_INVALID'
  | 'INVITATION_USED'
  | 'INVITATION_EXPIRED'
  | 'DOWNLOAD_LINK_INVALID'
  | 'DOWNLOAD_LINK_EXPIRED'
  | 'OTP_EXPIRED'
  | 'OTP_TOO_MANY_ATTEMPTS'
  | 'POINTS_DISABLED'
  | 'INSUFFICIENT_POINTS'
  | 'OUT_OF_STOCK'
  | 'HOLD_LIMIT_REACHED'
  | 'CALENDAR_LIMIT_REACHED'
  | 'HOLD_EXPIRED'
  | 'HOLD_NOT_EXTENDABLE'
  | 'HOLD_MISMATCH'
  | 'WOULD_ORPHAN_BOOKINGS'
  | 'MANAGED_BY_FILE'
  | 'SETTING_IN_USE'
  | 'SETTING_FIXED'
  | 'CATALOG_TOO_LARGE'
  | 'REPORT_TOO_LARGE'
  | 'PREVIEW_REQUIRED'
  | 'HOLD_ALREADY_BOOKED'
  | 'WAITLIST_LIMIT_REACHED'
  | 'EVENTS_EXPIRED'
  | 'ENDPOINT_LIMIT_REACHED'
  | 'ENDPOINTS_NOT_CONFIGURED'
  | 'HEALTH_NOTES_NOT_CONFIGURED'
  | 'CUSTOMER_MERGED'
  | 'ACCOUNT_NOT_MERGEABLE'
  | 'MERGE_PAYMENT_OPEN'
  | 'ALREADY_REVIEWED'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'BOOKING_ALREADY_PAID'
  | 'ORDER_ALREADY_PAID'
  | 'AMOUNT_MISMATCH'
  | 'PAYMENT_DISPUTED'
  | 'RESCHEDULE_LIMIT_REACHED'
  | 'PAYMENT_NOT_COMPLETED'
  | 'PAYMENT_FAILED'
  | 'POLICY_CHANGED'
  | 'CARD_NOT_SAVED'
  | 'CARD_EXPIRES_TOO_EARLY'
  | 'FEE_ALREADY_CHARGED'
  | 'FEE_WINDOW_CLOSED'
  | 'CARD_DECLINED'
  | 'PROCESSOR_UNAVAILABLE'

/** One request that fails with each of the other codes. */
const requests: Record<Exclude<Code, TestedElsewhere>, () => Promise<ApiResponse>> = {
  BOOKING_NOT_FOUND: () => salon.guest.get('/reservas/codigo/0000000000/'),
  CANNOT_CANCEL: () => salon.guest.cancel(begun),
  CANCELLATION_DEADLINE_PASSED: () => salon.guest.cancel(soon),
  CANNOT_RESCHEDULE: () => reschedule(salon.guest, begun, nextWeek),
  RESCHEDULE_DEADLINE_PASSED: () => reschedule(salon.guest, soon, nextWeek),
  VERSION_CONFLICT: () => reschedule(salon.guest, soon, { ...nextWeek, version: 99 }),
  PROFESSIONAL_NOT_FOUND: () => day(987_654_321, '2030-03-06'),
  INVALID_DATE: () => day(salon.id('Ana'), '2030-02-30'),
  DATE_IN_PAST: () => day(salon.id('Ana'), '2030-03-03'),
  DATE_TOO_FAR: () => day(salon.id('Ana'), '2031-03-04'),
  VALIDATION_ERROR: () => input({ servicio_ids: [] }),
  INVALID_TIME: () => input({ hora_inicio: '24:00' }),
  INVALID_RANGE: () => salon.guest.get('/negocio/festivos/?desde=2030-03-05&hasta=2030-03-04'),
  INVALID_PAGINATION: () => salon.guest.get('/servicios/?page=0'),
  MALFORMED_JSON: () => raw('{'),
  PAYLOAD_TOO_LARGE: () => raw('x'.repeat(64 * 1024 + 1)),
  URI_TOO_LONG: () => salon.guest.get(`/servicios/?x=${'x'.repeat(9000)}`),
  UNSUPPORTED_MEDIA_TYPE: () => raw('{}', 'text/plain'),
  NOT_FOUND: () => salon.guest.get('/nothing/here/'),
  MUTATION_REQUIRES_POST: () => salon.guest.get('/graphql?query=mutation{cerrar_sesion{ok}}'),
  API_KEY_REQUIRED: async () => client((await testApi()).url, {}).get('/servicios/'),
  INVALID_API_KEY: () =>
    withKey(salon.publishableKey.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))),
  SECRET_KEY_IN_URL: () => salon.guest.get(`/servicios/?key=${salon.secretKey}`),
  INVALID_TOKEN: () => withKey(salon.publishableKey, { authorization: 'Bearer nonsense' }),
  SESSION_ENDED: () => withSession(),
  CROSS_SITE_REQUEST: () => withSession({ 'sec-fetch-site': 'cross-site' }),
  AUTHENTICATION_REQUIRED: () => salon.guest.cancel(soon, {}),
  INSUFFICIENT_SCOPE: () => input({ por_negocio: true }),
  BUSINESS_SUSPENDED: () => suspended.guest.get('/servicios/'),
  ORIGIN_NOT_ALLOWED: () => withKey(boundKey, { origin: 'https://elsewhere.example' }),
  SERVICE_NOT_FOUND: () => salon.guest.get('/servicios/987654321/'),
  SERVICE_NOT_OFFERED: () =>
    day(salon.id('Ana'), '2030-03-06', `?servicio_id=${salon.id('Tinte')}`),
  SERVICE_NOT_BOOKABLE: () => input({ services: ['Mechas'] }),
  PHONE_REQUIRED: () => input({ telefono: '' }),
  BOOKING_LIMIT_REACHED: () => input(raul),
  TOO_SOON: () => input({ date: '2030-03-04' }),
  BUSINESS_CLOSED: () => input({ hora_inicio: '21:00' }),
  PROFESSIONAL_NOT_AVAILABLE: () => input({ hora_inicio: '14:00' }),
  SLOT_NOT_AVAILABLE: () => input({ hora_inicio: '09:07' }),
  TOKEN_EXPIRED: () => earlier.get('/servicios/'),
  INVALID_CREDENTIALS: () =>
    salon.guest.post('/auth/login/', { email: 'nobody@example.com', password: 'wrong enough' }),
  OTP_INVALID: () => salon.guest.post('/auth/verify-otp/', { otp_id: nobodysId, codigo: '123456' }),
  WEAK_PASSWORD: () =>
    salon.guest.post('/auth/registro/', {
      nombre: 'Eva',
      email: 'eva@example.com',
      password: 'password',
    }),
  INVALID_STATUS: () => salon.backend.get('/reservas/?estado=x'),
  HOLD_NOT_FOUND: () => salon.guest.post('/retenciones/987654321/prolongar/', { token: 'x' }),
  WAITLIST_NOT_FOUND: () => salon.backend.get('/lista-espera/987654321/'),
  WAITLIST_NO_OFFER: () =>
    salon.guest.post(`/lista-espera/${waiting.id}/aceptar/`, { codigo: waiting.codigo }),
  CATEGORY_NOT_FOUND: () => salon.backend.get('/ajustes/categorias/987654321/'),
  CLOSURE_NOT_FOUND: () => salon.backend.delete('/ajustes/festivos/2030-12-25/'),
  OVERRIDE_NOT_FOUND: () =>
    salon.backend.delete(`/ajustes/profesionales/${salon.id('Ana')}/excepciones/2030-12-25/`),
  IMPORT_NOT_FOUND: () => salon.backend.get('/importaciones/987654321/'),
  PAYOUT_NOT_FOUND: () => salon.backend.get('/liquidaciones/987654321/'),
  TILL_ENTRY_NOT_FOUND: () => salon.backend.post('/cobros/987654321/anular/', { motivo: 'Error' }),
  TILL_ENTRY_NOT_ALLOWED: () =>
    salon.backend.post('/cobros/', { reserva_id: gone.id, metodo: 'efectivo', monto: 5 }),
  BLOCK_NOT_FOUND: () => salon.backend.delete('/bloqueos/987654321/'),
  CALENDAR_NOT_FOUND: () => salon.backend.delete('/calendarios/987654321/'),
  INVALID_URL: () =>
    salon.backend.post('/webhooks/endpoints/', { url: 'https://internal.example/' }),
  ENDPOINT_NOT_FOUND: () => salon.backend.get('/webhooks/endpoints/987654321/'),
  ENDPOINT_DISABLED: () => salon.backend.post(`${switchedOff}probar/`),
  DELIVERY_NOT_FOUND: () => salon.backend.post(`${endpointPath}entregas/987654321/reenviar/`),
  RESOURCE_NOT_FOUND: () =>
    salon.backend.post('/bloqueos/', {
      recurso: 'lavabo',
      desde: '2030-03-06T09:00',
      hasta: '2030-03-06T10:00',
      motivo: 'Avería',
    }),
  INVALID_TRANSITION: () => salon.backend.post(`/reservas/${soon.id}/confirmar/`),
  INVALID_AMOUNT: () => salon.backend.post(`/reservas/${soon.id}/reembolsar/`, { monto: 0 }),
  NOTHING_TO_REFUND: () => salon.backend.post(`/reservas/${soon.id}/reembolsar/`),
  PROCESSOR_NOT_CONFIGURED: () => salon.guest.createIntent(soon),
  CANNOT_PAY: () => salon.guest.createIntent(gone),
  FEE_NOT_ALLOWED: () =>
    salon.guest.get(`/reservas/${soon.id}/condiciones/`, { 'x-reserva-codigo': soon.codigo }),
  CUSTOMER_NOT_FOUND: () =>
    salon.backend.createIntent(soon, { cliente_id: 987_654_321, codigo: null }),
  BALANCE_TOO_LOW: () =>
    salon.backend.post(`/clientes/${marta.id}/puntos/`, { puntos: -1, motivo: 'Canje' }),
  NOTE_NOT_FOUND: () => salon.backend.delete(`/clientes/${marta.id}/notas/987654321/`),
  CONSENT_REQUIRED: () =>
    salon.backend.post(`/clientes/${marta.id}/notas/`, { tipo: 'alergia', texto: 'Látex' }),
  CUSTOMER_EXISTS: () => salon.backend.post('/clientes/', { nombre: 'Marta', email: marta.email }),
  CUSTOMER_HAS_ACCOUNT: () =>
    salon.backend.put(`/clientes/${marta.id}/`, { email: 'otra@example.com' }),
  PACKAGE_NOT_FOUND: () =>
    marta.post('/pagos/intent/', {
      cliente_id: marta.id,
      amount: 500,
      type: 'points',
      reference_id: 987_654_321,
    }),
  PAYMENT_NOT_FOUND: () => marta.post('/pagos/confirmar/', { payment_intent_id: 'pi_nothing' }),
  INVALID_SIGNATURE: () => salon.guest.post('/webhooks/processor/', {}),
  CUSTOMER_BLOCKED: () => blocked.book('Ana', '09:00', { date: '2030-03-06', ...lucia }),
  POINTS_NOT_APPLICABLE: () =>
    marta.book('Ana', '09:00', { date: '2030-03-06', telefono: '698765433', usar_puntos: true }),
  PRODUCT_NOT_FOUND: () =>
    marta.post('/pedidos/', { items: [{ producto_id: 987_654_321, cantidad: 1 }] }),
  ORDER_NOT_FOUND: () => marta.get('/pedidos/987654321/'),
  BOOKING_NOT_COMPLETED: () =>
    salon.guest.post(`/reservas/${soon.id}/resena/`, { valoracion: 5, codigo: soon.codigo }),
  IDEMPOTENCY_KEY_REUSED: () =>
    salon.guest.post(
      `/reservas/${gone.id}/cancelar/`,
      { codigo: gone.codigo, motivo: 'Otro' },
      named,
    ),
}

for (const code of Object.keys(requests) as (keyof typeof requests)[]) {
  test(`${code} has status ${statusOf[code]}, and nothing is written`, async () => {
    const answer = await assertWritesNothing(salon, requests[code])
    assertError(answer, code)
    assert.ok(answer.headers.get('x-request-id'), 'a response can be found in the log')
  })
}

test('a day without work is a success with the code as a notice', async () => {
  const notice = async (date: string) => dataOf(await day(salon.id('Ana'), date)).aviso.code
  assert.equal(await notice('2030-03-05'), 'PROFESSIONAL_NOT_WORKING')
  const closed = await openSalon({ hours: { 1: '09:00-20:00' }, now: '2030-03-04T10:00' })
  const answer = await closed.guest.get(`/disponibilidad/${closed.id('Ana')}/2030-03-05/`)
  assert.equal(dataOf(answer).aviso.code, 'BUSINESS_CLOSED')
})
