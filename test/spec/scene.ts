import { readBalances, runImport, type SalonFile, setMessageSender } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import type { ApiResponse } from '../support/client.ts'
import { insertDeliveries } from '../support/deliveries.ts'
import { codeFor } from '../support/emails.ts'
import { publishEvents } from '../support/events.ts'
import { payOnline } from '../support/money.ts'
import { testProcessors } from '../support/processor.ts'
import { requestContextFor } from '../support/request-context.ts'
import { reschedule } from '../support/reschedule.ts'
import { insertReviews } from '../support/reviews.ts'
import {
  type BookingInput,
  type Customer,
  openSalon,
  type SalonClient,
  type TestSalon,
} from '../support/salon.ts'
import {
  bookWithCard,
  chargeFee,
  confirmCard,
  missVisit,
  openCardSalon,
  requestCard,
  termsRequest,
  waiveFee,
} from '../support/saved-cards.ts'
import { staffOf } from '../support/staff.ts'
import { requestedSupport } from '../support/support-access.ts'
import { offerFreeTimes } from '../support/waitlist.ts'
import type { Path } from './contract/paths.ts'
import { settingsRequests } from './settings-requests.ts'
import { staffRequests } from './staff-requests.ts'

/** A salon with data of every kind, so that no list is empty and no optional field is absent. */
export interface Scene {
  salon: TestSalon
  /** The client that may request a path. */
  clientFor({ by }: Pick<Path, 'by'>): SalonClient
  /** Sends one successful request to a path. */
  request(path: Path): Promise<ApiResponse>
}

const now = '2030-03-04T10:00'
const marta = { nombre: 'Marta Ruiz', email: 'marta@example.com', telefono: '+34612345678' }
const customerList =
  'id,name,email,phone,newsletter\n1,Nuria Vega,nuria.vega@example.com,600123456,yes\n2,Hugo Sanz,hugo@,,no\n'
/** The id of a customer would differ in each run. */
const refusedRow = 'id,name,email\n2,Hugo Sanz,hugo@\n'
const password = 'la silla junto a la ventana'

/**
 * Monday, ten o'clock. Marta has had a visit and reviewed it; she has another booking and an order,
 * both paid.
 */
export async function openScene(): Promise<Scene> {
  const byHand = await openSalon({ settings: { confirmsByHand: true }, now })
  const salon = await openSalon({
    resources: { Lavabo: 5 },
    services: [
      { name: 'Corte', priceCents: 1999, offerPriceCents: 1450, needs: ['Lavabo'] },
      { name: 'Barba', featured: true },
    ],
    professionals: [
      'Ana',
      { name: 'Bea', exceptions: { '2030-03-05': null, '2030-03-06': ['10:00-12:00'] } },
      'Eva',
    ],
    hours: {
      1: '09:00-20:00',
      2: '09:00-20:00',
      3: '09:00-20:00',
      4: '09:00-20:00',
      5: '09:00-20:00',
    },
    break: '14:00-15:30',
    closings: { '2030-03-07': null, '2030-03-08': '09:00-11:00' },
    products: [
      { name: 'Cera', priceCents: 1400, offerPriceCents: 1250, pointsAwarded: 12, stock: 8 },
      { name: 'Peine' },
    ],
    pointsPackages: [{ name: 'Bono', points: 100, priceCents: 999 }],
    payments: true,
    now,
    editFile: (file) => ({
      ...file,
      // the version of the profile follows from its name, which would otherwise count the run's salons
      profile: { ...file.profile, name: 'salon-lola' },
      professionals: file.professionals.map((one) => ({
        ...one,
        specialties: [{ es: 'Degradado' }],
        imageUrl: '/ana.svg',
        galleryUrls: ['/1.svg'],
      })),
      services: file.services.map((service) => ({ ...service, galleryUrls: ['/1.svg'] })),
    }),
  })
  await insertReviews(salon, 'Ana', [{ rating: 5, day: '2030-03-01', comment: 'Muy bien' }])

  const reviewed = await startedVisit('09:00', marta)
  dataOf(await salon.backend.post(`/reservas/${reviewed.id}/completar/`))
  const customer = await salon.customer(marta)
  dataOf(
    await customer.post(`/reservas/${reviewed.id}/resena/`, { valoracion: 4, comentario: 'Bien' }),
    201,
  )
  await setMessageSender(await staffOf(salon), {
    ...{ channel: 'sms', sender: '+34910111222', registeredOn: null },
  })
  dataOf(await consents('sms'), 201)
  const upcoming = dataOf(await customer.book('Eva', '18:00', { notas: 'Junto a la ventana' }), 201)
  const newOrder = { items: [{ producto_id: salon.id('Cera'), cantidad: 1 }], notas: 'Envuelto' }
  const order = dataOf(await customer.post('/pedidos/', newOrder), 201)
  await payOnline(salon, { booking: upcoming })
  await payOnline(salon, { order })
  dataOf(await salon.backend.post(`/reservas/${upcoming.id}/reembolsar/`, { monto: 1.5 }))
  dataOf(await blockTime('2030-03-11T13:00', '2030-03-11T14:00'), 201)

  dataOf(await consents('salud'), 201)
  dataOf(await writeNote('Parafenilendiamina', 'alergia'), 201)
  dataOf(await writeNote('Junto a la ventana'), 201)

  const endpoint = dataOf(await createEndpoint(), 201)
  await insertDeliveries(salon, endpoint.id)

  const staff = await salon.staff('owner', { name: 'Lola Gil', email: 'lola@example.com' })
  const callers = { guest: salon.guest, customer, owner: salon.backend, staff }
  let payout: Promise<number> | undefined
  const requests = requestsByPath()
  return {
    salon,
    clientFor: ({ by }) => callers[by],
    request: (path) => {
      const send = requests[`${path.method} ${path.path}`]
      return send ? send() : callers[path.by].get(path.path)
    },
  }

  function requestsByPath(): Record<string, () => Promise<ApiResponse>> {
    const { guest, backend } = salon
    const endpointPath = `/webhooks/endpoints/${endpoint.id}/`
    return {
      'GET /servicios/{id}/': () => guest.get(`/servicios/${salon.id('Corte')}/`),
      'GET /peluqueros/{id}/': () => guest.get(`/peluqueros/${salon.id('Ana')}/`),
      'GET /peluqueros/{id}/horario/': () => guest.get(`/peluqueros/${salon.id('Bea')}/horario/`),
      'GET /peluqueros/{id}/resenas/': () => guest.get(`/peluqueros/${salon.id('Ana')}/resenas/`),
      'GET /disponibilidad/{peluquero_id}/{fecha}/': async () => {
        dataOf(await guest.book('Ana', '13:00'), 201)
        return guest.get(
          `/disponibilidad/${salon.id('Ana')}/2030-03-04/?servicio_id=${salon.id('Corte')}`,
        )
      },

      'POST /reservas/crear/': () =>
        guest.book('Ana', '11:00', { telefono: '612345678', notas: 'Sin prisa' }),
      'GET /reservas/{id}/': () => customer.get(`/reservas/${upcoming.id}/`),
      'GET /reservas/codigo/{codigo}/': () => guest.get(`/reservas/codigo/${upcoming.codigo}/`),
      'GET /reservas/{id}/cancelacion/': () =>
        customer.get(`/reservas/${upcoming.id}/cancelacion/`),
      'GET /reservas/{id}/mensajes/': () => customer.get(`/reservas/${upcoming.id}/mensajes/`),
      'PUT /reservas/{id}/mensajes/': () =>
        guest.put(`/reservas/${upcoming.id}/mensajes/`, {
          ...{ canales: ['sms'], codigo: upcoming.codigo },
        }),
      'POST /reservas/{id}/cancelar/': async () =>
        guest.cancel(dataOf(await guest.book('Ana', '16:00', { date: '2030-03-06' }), 201)),
      'POST /reservas/{id}/reprogramar/': async () => {
        const booking = dataOf(await guest.book('Ana', '12:00', { date: '2030-03-06' }), 201)
        return reschedule(guest, booking, { fecha: '2030-03-06', hora_inicio: '12:15' })
      },
      'POST /reservas/{id}/confirmar/': async () => {
        const { id } = dataOf(await byHand.guest.book('Ana', '18:00'), 201)
        return byHand.backend.post(`/reservas/${id}/confirmar/`, { motivo: 'Hay sitio' })
      },
      'POST /reservas/{id}/completar/': async () =>
        backend.post(`/reservas/${(await startedVisit('09:30')).id}/completar/`, {
          motivo: 'Vino',
        }),
      'POST /reservas/{id}/no-show/': async () =>
        backend.post(`/reservas/${(await startedVisit('09:00', {}, 'Bea')).id}/no-show/`, {
          motivo: 'No vino',
        }),
      'GET /peluqueros/{id}/ausencia/': async () => {
        await visitToday('15:30')
        return backend.get(`/peluqueros/${salon.id('Eva')}/ausencia/`)
      },
      'POST /peluqueros/{id}/ausencia/': async () => {
        const { id } = await visitToday('18:30')
        return backend.post(`/peluqueros/${salon.id('Eva')}/ausencia/`, {
          visitas: [{ reserva_id: id, version: 1, accion: 'cancelar', motivo: 'Eva está enferma' }],
        })
      },
      'PUT /reservas/{id}/lineas/': async () => {
        const { id } = await visitToday('16:00')
        return backend.put(`/reservas/${id}/lineas/`, {
          lineas: [
            { servicio_id: salon.id('Corte') },
            { servicio_id: salon.id('Barba'), precio: 20, motivo: 'Barba larga' },
          ],
          version: 1,
        })
      },
      'POST /reservas/{id}/llegada/': async () =>
        backend.post(`/reservas/${(await visitToday('17:00')).id}/llegada/`, {}),
      'DELETE /reservas/{id}/llegada/': async () => {
        const { id } = await visitToday('17:30')
        dataOf(await backend.post(`/reservas/${id}/llegada/`))
        return backend.delete(`/reservas/${id}/llegada/`)
      },
      'POST /reservas/{id}/reembolsar/': () =>
        backend.post(`/reservas/${upcoming.id}/reembolsar/`, { monto: 2 }),
      'POST /reservas/{id}/resena/': async () => {
        const { id } = await startedVisit('09:30', marta, 'Bea')
        dataOf(await backend.post(`/reservas/${id}/completar/`))
        return customer.post(`/reservas/${id}/resena/`, { valoracion: 5, comentario: 'Muy bien' })
      },

      'POST /retenciones/': () => holdTime('09:00'),
      'POST /retenciones/{id}/prolongar/': async () => {
        const { id, token } = dataOf(await holdTime('10:00'), 201)
        return guest.post(`/retenciones/${id}/prolongar/`, { token })
      },
      'DELETE /retenciones/{id}/': async () => {
        const { id, token } = dataOf(await holdTime('11:00'), 201)
        return guest.delete(`/retenciones/${id}/`, { 'x-retencion-token': token })
      },

      'GET /agenda/': async () => {
        const day = '2030-03-08'
        dataOf(await guest.book('Ana', '13:00', { date: day, email: 'olga@example.com' }), 201)
        dataOf(await blockTime(`${day}T12:00`, `${day}T13:00`), 201)
        dataOf(await holdTime('11:00', day), 201)
        return backend.get(`/agenda/?fecha=${day}`)
      },
      'GET /agenda/mes/': () => backend.get('/agenda/mes/?mes=2030-03'),

      ...Object.fromEntries(
        ['caja', 'citas', 'ocupacion', 'ausencias', 'clientes', 'servicios'].map((report) => [
          `GET /informes/${report}/`,
          () => backend.get(`/informes/${report}/?desde=2030-03-04&hasta=2030-03-04`),
        ]),
      ),

      'POST /lista-espera/': () => joinWaitlist('2030-03-13'),
      'GET /lista-espera/': () => backend.get('/lista-espera/'),
      'GET /cliente/lista-espera/': async () => {
        dataOf(await joinWaitlist('2030-03-13', customer), 201)
        return customer.get('/cliente/lista-espera/')
      },
      'GET /lista-espera/{id}/': async () => {
        const { id } = dataOf(await joinWaitlist('2030-03-13', customer), 201)
        return customer.get(`/lista-espera/${id}/`)
      },
      'DELETE /lista-espera/{id}/': async () => {
        const { id } = dataOf(await joinWaitlist('2030-03-13', customer), 201)
        return customer.delete(`/lista-espera/${id}/`)
      },
      'POST /lista-espera/{id}/aceptar/': async () => {
        const { id, codigo } = dataOf(await joinWaitlist('2030-03-14'), 201)
        await offerFreeTimes(salon)
        return guest.post(`/lista-espera/${id}/aceptar/`, { codigo })
      },
      'POST /lista-espera/{id}/rechazar/': async () => {
        const { id, codigo } = dataOf(await joinWaitlist('2030-03-15'), 201)
        await offerFreeTimes(salon)
        return guest.post(`/lista-espera/${id}/rechazar/`, { codigo })
      },

      'GET /clientes/': () => backend.get('/clientes/?q=marta'),
      'GET /clientes/{id}/': () => backend.get(`/clientes/${customer.id}/`),
      'POST /clientes/': () =>
        backend.post('/clientes/', { nombre: 'Rosa Gil', email: 'rosa@example.com' }),
      'PUT /clientes/{id}/': () =>
        backend.put(`/clientes/${customer.id}/`, { telefono: '699 11 22 33', idioma: 'en' }),

      'POST /clientes/{id}/bloquear/': () => setBlocked('bloquear'),
      'POST /clientes/{id}/desbloquear/': () => setBlocked('desbloquear'),
      'POST /clientes/{id}/puntos/': () =>
        backend.post(`/clientes/${customer.id}/puntos/`, { puntos: 20, motivo: 'Cumpleaños' }),
      'POST /clientes/{id}/fusionar/': async () => {
        const { id: con } = dataOf(await backend.post('/clientes/', { nombre: 'Marta' }), 201)
        return backend.post(`/clientes/${customer.id}/fusionar/`, { con })
      },
      'POST /clientes/{id}/notas/': () => writeNote('Sin amoniaco'),
      'PUT /clientes/{id}/notas/{nota}/': async () => {
        const { id } = dataOf(await writeNote('Sin secador'), 201)
        return backend.put(`/clientes/${customer.id}/notas/${id}/`, { texto: 'Con difusor' })
      },
      'DELETE /clientes/{id}/notas/{nota}/': async () => {
        const { id } = dataOf(await writeNote('Se borra'), 201)
        return backend.delete(`/clientes/${customer.id}/notas/${id}/`)
      },
      'GET /clientes/{id}/alergias/': () => backend.get(`/clientes/${customer.id}/alergias/`),
      'POST /clientes/{id}/consentimientos/': () => consents('marketing'),

      'POST /importaciones/': async () => {
        const response = await sendImport()
        await runImport(await staffOf(salon), response.data.id, { isLast: true })
        return response
      },
      'GET /importaciones/': async () => {
        await importId()
        return backend.get('/importaciones/')
      },
      'GET /importaciones/{id}/': async () => backend.get(`/importaciones/${await importId()}/`),
      'DELETE /importaciones/{id}/': async () => {
        const { id } = dataOf(await sendImport(), 201)
        return backend.delete(`/importaciones/${id}/`)
      },
      'GET /importaciones/{id}/filas/': async () =>
        backend.get(`/importaciones/${await importId()}/filas/`),
      'GET /importaciones/{id}/informe/': async () =>
        backend.get(`/importaciones/${await importId(refusedRow)}/informe/`),

      'POST /cobros/': () => takeTip(),
      'GET /cobros/': async () => {
        dataOf(await takeTip(), 201)
        return backend.get('/cobros/')
      },
      'POST /cobros/{id}/anular/': async () => {
        const { id } = dataOf(await takeTip(), 201)
        return backend.post(`/cobros/${id}/anular/`, { motivo: 'Pagó con tarjeta' })
      },
      'POST /ventas/': () =>
        backend.post('/ventas/', {
          items: [{ producto_id: salon.id('Cera'), cantidad: 1 }],
          reserva_id: upcoming.id,
        }),

      'GET /informes/contabilidad/': async () => {
        dataOf(await takeTip(), 201)
        await paidOut()
        return backend.get('/informes/contabilidad/?mes=2030-03')
      },
      'GET /liquidaciones/': async () => {
        await paidOut()
        return backend.get('/liquidaciones/')
      },
      'GET /liquidaciones/{id}/': async () => backend.get(`/liquidaciones/${await paidOut()}/`),

      'POST /bloqueos/': () => blockTime('2030-03-11T09:00', '2030-03-11T10:00'),
      'DELETE /bloqueos/{id}/': async () => {
        const { id } = dataOf(await blockTime('2030-03-11T11:00', '2030-03-11T12:00'), 201)
        return backend.delete(`/bloqueos/${id}/`)
      },

      'GET /auditoria/': async () => {
        const change = { calle: 'Calle Mayor 3' }
        dataOf(await staff.put('/ajustes/negocio/', change))
        return staff.get('/auditoria/?recurso=ajuste&limite=1')
      },
      'GET /ajustes/pagos/': async () => {
        const { fake, account } = salon.stripe
        fake.setCardPayments(account, 'active', ['external_account'])
        return backend.get('/ajustes/pagos/')
      },
      'POST /ajustes/pagos/continuar/': () => staff.post('/ajustes/pagos/continuar/', {}),
      'POST /ajustes/descarga/': () => staff.post('/ajustes/descarga/', {}),
      'DELETE /ajustes/descarga/': () => staff.delete('/ajustes/descarga/'),
      'GET /soporte/': async () => {
        await requestedSupport(salon)
        return staff.get('/soporte/')
      },
      ...Object.fromEntries(
        ['aprobar', 'rechazar', 'terminar'].map((verb) => [
          `POST /soporte/{id}/${verb}/`,
          async () => staff.post(`/soporte/${await requestedSupport(salon)}/${verb}/`, {}),
        ]),
      ),
      'GET /eventos/': async () => {
        await publishEvents(salon)
        const { siguiente } = dataOf(await backend.get('/eventos/?limite=500'))
        dataOf(
          await guest.book('Ana', '19:00', { date: '2030-03-06', email: 'nora@example.com' }),
          201,
        )
        await publishEvents(salon)
        return backend.get(`/eventos/?desde=${siguiente}`)
      },
      'POST /webhooks/endpoints/': createEndpoint,
      'GET /webhooks/endpoints/{id}/': () => backend.get(endpointPath),
      'PUT /webhooks/endpoints/{id}/': () =>
        backend.put(endpointPath, { tipos: ['reserva.creada'], descripcion: 'Caja' }),
      'DELETE /webhooks/endpoints/{id}/': async () => {
        const { id } = dataOf(await createEndpoint(), 201)
        return backend.delete(`/webhooks/endpoints/${id}/`)
      },
      'POST /webhooks/endpoints/{id}/rotar/': () => backend.post(`${endpointPath}rotar/`, {}),
      'POST /webhooks/endpoints/{id}/probar/': () => backend.post(`${endpointPath}probar/`, {}),
      'GET /webhooks/endpoints/{id}/entregas/': () => backend.get(`${endpointPath}entregas/`),
      'POST /webhooks/endpoints/{id}/entregas/{entrega}/reenviar/': async () => {
        const { items } = dataOf(await backend.get(`${endpointPath}entregas/?estado=fallida`))
        return backend.post(`${endpointPath}entregas/${items[0].id}/reenviar/`, {})
      },

      'POST /calendarios/': () => backend.post('/calendarios/', { peluquero_id: salon.id('Ana') }),
      'DELETE /calendarios/{id}/': async () => {
        const { id } = dataOf(await backend.post('/calendarios/', {}), 201)
        return backend.delete(`/calendarios/${id}/`)
      },

      'POST /pagos/intent/': async () =>
        guest.createIntent(dataOf(await guest.book('Ana', '17:00', { date: '2030-03-06' }), 201)),
      'POST /pagos/confirmar/': async () => {
        const booking = dataOf(await guest.book('Ana', '18:00', { date: '2030-03-06' }), 201)
        const intent = await guest.createIntent(booking)
        salon.stripe.pay(intent)
        return guest.confirmPayment(intent, booking)
      },

      'GET /reservas/{id}/condiciones/': () =>
        withCards(async (cards) => termsRequest(cards, await bookWithCard(cards))),
      'POST /pagos/tarjeta/': () =>
        withCards(async (cards) => requestCard(cards, await bookWithCard(cards))),
      'POST /pagos/tarjeta/confirmar/': () =>
        withCards(async (cards) => {
          const booking = await bookWithCard(cards)
          const { setup_intent_id } = dataOf(await requestCard(cards, booking))
          cards.stripe.fake.saveCard(setup_intent_id)
          return confirmCard(cards, booking, setup_intent_id)
        }),
      'POST /reservas/{id}/cargo/': () =>
        withCards(async (cards) =>
          chargeFee(cards, await missVisit(cards), { motivo: 'no_show', monto: 12 }),
        ),
      'POST /reservas/{id}/cargo/perdonar/': () =>
        withCards(async (cards) => {
          const booking = await missVisit(cards)
          dataOf(await chargeFee(cards, booking))
          return waiveFee(cards, booking)
        }),

      'POST /auth/registro/': () => register('registro@example.com'),
      'POST /auth/login/': () => guest.post('/auth/login/', { email: marta.email }),
      'POST /auth/verify-otp/': () => signIn('verify@example.com'),
      'POST /auth/reenviar-otp/': async () => {
        salon.setTime('2030-03-04T09:58')
        const { otp_id } = dataOf(await register('reenviar@example.com'), 201)
        salon.setTime(now)
        return guest.post('/auth/reenviar-otp/', { otp_id })
      },
      'POST /auth/refresh/': async () => {
        const { refresh_token } = dataOf(await signIn('refresh@example.com'))
        return guest.post('/auth/refresh/', { refresh_token })
      },
      'POST /auth/logout/': async () => {
        const { refresh_token } = dataOf(await signIn('logout@example.com'))
        return guest.post('/auth/logout/', { refresh_token })
      },

      'PUT /cliente/perfil/': () =>
        customer.put('/cliente/perfil/', { fecha_nacimiento: '1990-02-03', idioma: 'en' }),
      'DELETE /cliente/perfil/': async () => {
        const leaving: Customer = await salon.customer({
          nombre: 'Iris',
          email: 'iris@example.com',
        })
        return leaving.delete('/cliente/perfil/')
      },

      'POST /pedidos/': () => customer.post('/pedidos/', newOrder),
      'GET /pedidos/{id}/': () => customer.get(`/pedidos/${order.id}/`),

      ...settingsRequests(salon),
      ...staffRequests(salon, staff),
    }
  }

  function writeNote(texto: string, tipo = 'preferencia') {
    return salon.backend.post(`/clientes/${customer.id}/notas/`, { tipo, texto })
  }

  function sendImport(file = customerList) {
    const archivo = Buffer.from(file).toString('base64')
    return salon.backend.post('/importaciones/', { tipo: 'clientes', origen: 'generico', archivo })
  }

  /** Of an import that has ended. */
  async function importId(file?: string): Promise<number> {
    const { id } = dataOf(await sendImport(file), 201)
    await runImport(await staffOf(salon), id, { isLast: true })
    return id
  }

  async function setBlocked(how: 'bloquear' | 'desbloquear') {
    const { id } = dataOf(await salon.backend.post('/clientes/', { nombre: 'Rosa Gil' }), 201)
    return salon.backend.post(`/clientes/${id}/${how}/`, {})
  }

  function consents(tipo: string) {
    const consent = { tipo, otorgado: true, medio: 'presencial', texto: 'Lo leyó en tableta' }
    return salon.backend.post(`/clientes/${customer.id}/consentimientos/`, consent)
  }

  function holdTime(hora_inicio: string, fecha = '2030-03-12') {
    return salon.guest.post('/retenciones/', {
      servicio_ids: [salon.id('Corte')],
      peluquero_id: salon.id('Ana'),
      fecha,
      hora_inicio,
    })
  }

  function joinWaitlist(dia: string, who: SalonClient = salon.guest) {
    return who.post('/lista-espera/', {
      servicio_ids: [salon.id('Corte')],
      desde: dia,
      hasta: dia,
      nombre: 'Eva Ruiz',
      email: 'eva@example.com',
    })
  }

  /** In a salon that wants a card for each booking; then the clock is as before. */
  async function withCards(request: (cards: TestSalon) => Promise<ApiResponse>) {
    // the version of the terms follows from the name
    const editFile = (file: SalonFile) => ({
      ...file,
      profile: { ...file.profile, name: 'salon-lola' },
    })
    const answer = await request(await openCardSalon({}, { editFile }))
    salon.setTime(now)
    return answer
  }

  function takeTip() {
    const money = { metodo: 'efectivo', monto: 0, propina: 2 }
    return salon.backend.post('/cobros/', { reserva_id: upcoming.id, ...money })
  }

  /** The id of a payout with a line. */
  async function paidOut(): Promise<number> {
    const { fake, account } = salon.stripe
    payout ??= (async () => {
      // after the entries of the till, so that the order of both is always the same
      salon.setTime('2030-03-04T10:01')
      const visit = dataOf(
        await salon.guest.book('Eva', '17:00', { date: '2030-03-12', email: 'pago@example.com' }),
        201,
      )
      salon.stripe.pay(await salon.guest.createIntent(visit))
      fake.payOut(account)
      await readBalances(await requestContextFor(salon), testProcessors)
      salon.setTime(now)
      return dataOf(await salon.backend.get('/liquidaciones/')).items[0].id
    })()
    return payout
  }

  function blockTime(desde: string, hasta: string) {
    const input = { peluquero_id: salon.id('Ana'), desde, hasta, motivo: 'Curso' }
    return salon.backend.post('/bloqueos/', input)
  }

  function createEndpoint() {
    return salon.backend.post('/webhooks/endpoints/', {
      url: 'https://caja.example/silla/eventos',
      tipos: ['reserva.creada', 'reserva.cancelada'],
      descripcion: 'Caja',
    })
  }

  /** A visit of this morning, booked before it started. */
  async function startedVisit(time: string, who: BookingInput = {}, professional = 'Eva') {
    salon.setTime('2030-03-04T08:00')
    const booking = dataOf(
      await salon.guest.book(professional, time, { email: 'early@example.com', ...who }),
      201,
    )
    salon.setTime(now)
    return booking as { id: number; codigo: string }
  }

  /** A visit of this afternoon. */
  async function visitToday(time: string): Promise<{ id: number }> {
    return dataOf(await salon.guest.book('Eva', time, { email: 'late@example.com' }), 201)
  }

  function register(email: string) {
    return salon.guest.post('/auth/registro/', { nombre: 'Nuria', email, password })
  }

  async function signIn(email: string) {
    const { otp_id } = dataOf(await register(email), 201)
    return salon.guest.post('/auth/verify-otp/', { otp_id, codigo: await codeFor(salon, email) })
  }
}
