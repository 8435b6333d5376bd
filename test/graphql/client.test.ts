import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  createSillaGraphqlClient,
  graphql,
  type ResultOf,
  type SillaGraphqlClient,
  type VariablesOf,
} from '@silla/client'
import { testApi } from '../support/api.ts'
import { openFlakyProxy } from '../support/flaky-proxy.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

let salon: TestSalon
let baseUrl: string
let silla: SillaGraphqlClient

before(async () => {
  salon = await openSalon({ services: [{ name: 'Corte', minutes: 30 }] })
  baseUrl = new URL((await testApi()).url).origin
  silla = createSillaGraphqlClient({ baseUrl, apiKey: salon.publishableKey })
})

const screen = graphql(`
  query Pantalla($fecha: Fecha!) {
    servicios { items { id nombre precio } }
    peluqueros { items { id disponibilidad(fecha: $fecha) { slots { hora_inicio disponible motivo } } } }
  }
`)

const booking = graphql(`
  mutation Reservar($visita: NuevaReserva!) { crear_reserva(entrada: $visita) { id codigo total } }
`)

test('the typed client loads a screen and books one of its slots', async () => {
  const { data } = await silla(screen, { fecha: salon.today })
  const service: ResultOf<typeof screen>['servicios']['items'][number] | undefined =
    data?.servicios.items[0]
  const professional = data?.peluqueros.items[0]
  const time = professional?.disponibilidad?.slots.find(({ disponible }) => disponible)?.hora_inicio
  assert.ok(service && professional && time)

  const visita = {
    servicio_ids: [service.id],
    peluquero_id: professional.id,
    fecha: salon.today,
    hora_inicio: time,
    nombre: 'Lucía Prado',
    email: 'lucia@example.com',
  }
  const booked = await silla(booking, { visita })
  assert.equal(booked.data?.crear_reserva.total, service.precio)
  const again = await silla(booking, { visita: { ...visita, email: 'otra@example.com' } })
  assert.equal(again.errors?.[0]?.extensions.code, 'SLOT_NOT_AVAILABLE')
})

test('the types of variables and result follow from the text of a query', () => {
  const service = graphql('query ($id: Id!) { servicio(id: $id) { nombre precio_oferta } }')
  // checked by the compiler: another type at any of these is an error
  const wants: { id: number } extends VariablesOf<typeof service> ? true : false = true
  const wantsNoText: { id: string } extends VariablesOf<typeof service> ? true : false = false
  const answers: Same<
    ResultOf<typeof service>,
    { servicio: { nombre: string; precio_oferta: number | null } }
  > = true
  assert.deepEqual([wants, wantsNoText, answers], [true, false, true])
})

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false

test('an error of the whole request is in errors too, and a token identifies its customer', async () => {
  const stranger = await createSillaGraphqlClient({ baseUrl, apiKey: 'nonsense' })(
    graphql('{ negocio { nombre } }'),
  )
  assert.deepEqual(
    [stranger.response.status, stranger.errors?.[0]?.extensions.code],
    [401, 'INVALID_API_KEY'],
  )
  const { token, email } = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  const own = createSillaGraphqlClient({
    baseUrl,
    apiKey: salon.publishableKey,
    auth: { accessToken: token, refresh: async () => null },
  })
  const profile = graphql('{ cliente { perfil { email } } }')
  assert.equal((await own(profile)).data?.cliente.perfil.email, email)
  assert.equal((await silla(profile)).errors?.[0]?.extensions.code, 'AUTHENTICATION_REQUIRED')
})

test('D19: a mutation whose response is lost is repeated with its key; a sign-in is not', async (t) => {
  const proxy = await openFlakyProxy(baseUrl)
  t.after(proxy.close)
  const unlucky = createSillaGraphqlClient({ baseUrl: proxy.url, apiKey: salon.publishableKey })
  const visita = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: salon.today,
    hora_inicio: '17:00',
    nombre: 'Lucía Prado',
    email: 'lucia@example.com',
  }
  proxy.fail('lose response')
  const booked = await unlucky(booking, { visita })
  assert.ok(booked.data?.crear_reserva.codigo, JSON.stringify(booked.errors))
  const [key, ...others] = proxy.keys()
  assert.ok(key)
  assert.deepEqual(others, [key])

  const again = await unlucky(booking, { visita }, { idempotencyKey: key })
  assert.deepEqual(again.data, booked.data)

  proxy.fail('lose response')
  await unlucky(screen, { fecha: salon.today })
  assert.deepEqual(proxy.keys(), [key, null, null])

  proxy.fail('lose response')
  const login = graphql('mutation { login(entrada: { email: "lucia@example.com" }) { otp_id } }')
  await assert.rejects(unlucky(login))
  assert.equal(proxy.keys().length, 1)
})
