import type { DemoBusiness } from '../demo-file.ts'
import { openExampleCards } from './cards.ts'
import type { Caller, ExampleApi } from './example-api.ts'
import { openFreeTimes } from './free-times.ts'
import { openExampleImport } from './imports.ts'
import { openKeepUnused } from './keep-unused.ts'
import { openExamplePeople } from './people.ts'
import { openExampleSettings } from './settings.ts'
import { register, renew, type Session, signUp } from './sign-up.ts'
import { openExampleSupport } from './support.ts'
import { openVisits } from './visits.ts'
import { openWaiting } from './waiting.ts'

/** What the examples refer to. */
export type Scene = Awaited<ReturnType<ReturnType<typeof openScene>>>

interface Made {
  id: number
}

interface Hold extends Made {
  fecha: string
  token: string
}

/** How long a hold lasts at least when the page is opened. */
const usableMilliseconds = 5 * 60_000

/**
 * Prepares the examples at `business`; `another` takes payments in advance, so that its bookings wait
 * for a confirmation.
 *
 * @returns makes what is missing or was used
 */
export function openScene(
  api: ExampleApi,
  { business, another }: { business: DemoBusiness; another: DemoBusiness },
) {
  const { send, pay, saveCard } = api
  const guest: Caller = { key: business.publishableKey }
  const owner: Caller = { key: business.secretKey }
  const keepUnused = openKeepUnused(send)
  let customer: Session & { email: string }

  return async () => {
    // nobody has registered with these emails
    const unique = Date.now().toString(36)
    const emailOf = (name: string) => `${name}.${unique}@example.com`
    customer = await signedIn(emailOf('marta'))
    const asCustomer: Caller = { ...guest, accessToken: customer.accessToken }
    const free = await openFreeTimes(send, owner, business)
    const made = await bookings()
    const people = await openExamplePeople(api, keepUnused, { business, emailOf })
    return {
      business,
      eventsUrl: `${api.baseUrl}/dev/events`,
      free,
      customer,
      ...made,
      card: await card(made.own.cliente.id),
      settings: await openExampleSettings(send, owner, free.professionalId),
      people,
      support: await openExampleSupport(api, { business, token: people.token }),
      ...(await waitlist(emailOf)),
      ...(await salon()),
      ...(await accounts(emailOf)),
    }

    async function bookings() {
      const contact = { nombre: 'Marta Ruiz', email: customer.email }
      const visits = openVisits(api, { owner, free, contact })
      return {
        own: await booking('own', () => visits.book(asCustomer), asCustomer),
        cancelled: await booking('cancelled', visits.book),
        moved: await booking('moved', visits.book),
        unpaid: await booking('unpaid', visits.book),
        paid: pay && (await booking('paid', () => visits.bookAndPay(pay))),
        refunded: pay && (await booking('refunded', () => visits.bookAndPay(pay))),
        changed: await booking('changed', visits.book),
        ofAbsent: await booking('ofAbsent', visits.book),
        arrived: await booking('arrived', visits.arrive),
        notArrived: await booking('notArrived', visits.arrive),
        charged: await booking('charged', visits.book),
        takenEntry: await takenEntry(),
        begun: await booking('begun', visits.begin),
        missed: await booking('missed', async () => {
          const visit = await visits.begin()
          if (visit.isNoShow) await visits.complete(visit)
          return visit
        }),
        reviewed: await booking('reviewed', visits.beginAndComplete, asCustomer),
        pending: { ...(await pendingOfAnother()), secretKey: another.secretKey },
        withCard: saveCard && (await guaranteed(saveCard)()),
      }

      function guaranteed(save: (setup: string) => void) {
        return openExampleCards(api, { owner, keepUnused, book: visits.book, save })
      }

      /** A tip, which is reversed by the example. */
      async function takenEntry() {
        const { id } = await booking('tipped', visits.book)
        const tip = { metodo: 'efectivo', monto: 0, propina: 1 }
        return keepUnused<Made>('takenEntry', {
          ...{ as: owner, path: () => `/cobros/?reserva_id=${id}` },
          make: () => post<Made>('/cobros/', { reserva_id: id, ...tip }),
        })
      }

      function pendingOfAnother() {
        const as: Caller = { key: another.secretKey }
        const make = async () =>
          openVisits(api, {
            owner: as,
            free: await openFreeTimes(send, as, another),
            contact,
          }).book()
        return booking('pending', make, as)
      }
    }

    /**
     * The customer as the salon sees them, with notes to change and to delete, and another who is blocked
     * and merged.
     */
    async function card(id: number) {
      const path = `/clientes/${id}/`
      const { notas: notes } = await send<{ notas: Made[] }>(owner, { path })
      const note = (text: string) => post<Made>(`${path}notas/`, { tipo: 'nota', texto: text })
      const changed = notes[0] ?? (await note('Junto a la ventana'))
      const twice = { path: '/clientes/?q=Olga%20Duplicada' }
      const { items } = await send<{ items: Made[] }>(owner, twice)
      const other = items[0] ?? (await post<Made>('/clientes/', { nombre: 'Olga Duplicada' }))
      return { id, changedNote: changed, deletedNote: notes[1] ?? (await note('Se borra')), other }
    }

    async function waitlist(newEmail: (name: string) => string) {
      const waiting = openWaiting(api, { business, owner, free })
      const own = () => waiting.join(customer.email, asCustomer)
      const entry = (name: string, make: typeof own, as = owner) =>
        keepUnused(name, { as, path: ({ id }) => `/lista-espera/${id}/`, make })
      return {
        entry: await entry('entry', own, asCustomer),
        left: await entry('left', own, asCustomer),
        accepted: await entry('accepted', () => waiting.joinAndOffer(newEmail('eva'))),
        declined: await entry('declined', () => waiting.joinAndOffer(newEmail('iris'))),
      }
    }

    async function salon() {
      const what = { peluquero_id: free.professionalId }
      const held = { ...what, servicio_ids: [free.serviceId] }
      return {
        prolonged: await hold('prolonged'),
        released: await hold('released'),
        block: await keepUnused('block', {
          ...{ as: owner, path: () => '/bloqueos/' },
          async make() {
            const { fecha, hora_inicio, hora_fin } = await free.last()
            const times = { desde: `${fecha}T${hora_inicio}`, hasta: `${fecha}T${hora_fin}` }
            return post<Made>('/bloqueos/', { ...what, ...times, motivo: 'Curso' })
          },
        }),
        import: await keepUnused<Made>('import', {
          ...{ as: owner, path: ({ id }) => `/importaciones/${id}/` },
          make: () => openExampleImport(send, owner),
        }),
        calendar: await keepUnused('calendar', {
          ...{ as: owner, path: () => '/calendarios/' },
          make: () => post<Made>('/calendarios/', what),
        }),
        endpoint: await endpoint('endpoint', async () => {
          const { id } = await createEndpoint()
          const delivery = await post<Made>(`/webhooks/endpoints/${id}/probar/`)
          return { id, delivery }
        }),
        deletedEndpoint: await endpoint('deletedEndpoint', createEndpoint),
      }

      /** Of ten minutes; it is not used again in its last ones. */
      function hold(name: string) {
        return keepUnused<Hold, { retenciones: { id: number; expira_en: string }[] }>(name, {
          as: owner,
          path: ({ fecha }) => `/agenda/?fecha=${fecha}`,
          async make() {
            const { fecha, hora_inicio } = await free.last()
            return post<Hold>('/retenciones/', { ...held, fecha, hora_inicio })
          },
          look({ retenciones }, { id }) {
            const ending = retenciones.find((one) => one.id === id)?.expira_en ?? ''
            return Date.parse(ending) - Date.now() > usableMilliseconds && ending
          },
        })
      }

      function endpoint<Endpoint extends Made>(name: string, make: () => Promise<Endpoint>) {
        return keepUnused<Endpoint>(name, {
          as: owner,
          path: ({ id }) => `/webhooks/endpoints/${id}/`,
          make,
          // changing it does not use it up
          look: ({ id }) => id,
        })
      }

      function createEndpoint() {
        const url = `${api.baseUrl}/dev/events`
        return post<Made>('/webhooks/endpoints/', { url, tipos: ['reserva.creada'] })
      }
    }

    async function accounts(newEmail: (name: string) => string) {
      const { productos } = await send<{
        productos: { id: number; stock_disponible: number | null }[]
      }>(guest, { path: '/productos/' })
      const product = productos.find((one) => (one.stock_disponible ?? Infinity) > 1)
      if (!product) throw new Error('the demo salon has sold all its products')
      const items = [{ producto_id: product.id, cantidad: 1 }]
      const verified = newEmail('nuria')
      const { otp_id } = await register(send, business, verified)
      // a code is sent again after a minute
      const resent = await register(api.before(2 * 60_000), business, newEmail('olga'))
      return {
        productId: product.id,
        order: await keepUnused<Made>('order', {
          ...{ as: asCustomer, path: ({ id }) => `/pedidos/${id}/` },
          make: () => post<Made>('/pedidos/', { items }, asCustomer),
        }),
        newEmail: newEmail('paula'),
        verified: { otp_id, codigo: await api.codeFor(business, verified) },
        resent,
        renewed: await signUp(api, business, newEmail('rosa')),
        loggedOut: await signUp(api, business, newEmail('sara')),
      }
    }

    function booking<Booked extends Made>(
      name: string,
      make: () => Promise<Booked>,
      as = owner,
    ): Promise<Booked> {
      return keepUnused(name, { as, path: ({ id }) => `/reservas/${id}/`, make })
    }
  }

  /** The customer of the last time, unless their account was deleted. */
  async function signedIn(newEmail: string) {
    try {
      return { ...customer, ...(await renew(api, business, customer)) }
    } catch {
      return { email: newEmail, ...(await signUp(api, business, newEmail)) }
    }
  }

  function post<Data>(path: string, body: object = {}, as = owner): Promise<Data> {
    return send<Data>(as, { method: 'POST', path, body })
  }
}
