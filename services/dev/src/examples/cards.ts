import type { Caller, ExampleApi } from './example-api.ts'
import type { KeepUnused } from './keep-unused.ts'
import type { Visit } from './visits.ts'

/** A visit that waits for a card, with the version of its terms. */
export interface GuaranteedVisit extends Visit {
  version: string
}

/** A visit whose card is saved. */
export interface VisitWithCard extends Visit {
  setup: string
}

/**
 * Makes visits with cards on file (D50, D51): the salon wants a card while they are booked, and none before
 * and afterwards.
 *
 * @param save saves a card as a customer does
 */
export function openExampleCards(
  { send, before }: ExampleApi,
  {
    owner,
    keepUnused,
    book,
    save,
  }: {
    owner: Caller
    keepUnused: KeepUnused
    book: () => Promise<Visit>
    save: (setup: string) => void
  },
) {
  const post = <Data>(path: string, body: object = {}, by = send) =>
    by<Data>(owner, { method: 'POST', path, body })
  const path = ({ id }: { id: number }) => `/reservas/${id}/`

  return async () => ({
    waiting: await keepUnused<GuaranteedVisit>('waitsForCard', {
      as: owner,
      path,
      make: bookGuaranteed,
    }),
    saved: await keepUnused<VisitWithCard>('savedCard', { as: owner, path, make: bookWithCard }),
    missed: await keepUnused<Visit>('missedWithCard', { as: owner, path, make: miss }),
    charged: await keepUnused<Visit>('chargedFee', {
      ...{ as: owner, path, make: missAndCharge },
      // the worker charges it meanwhile, which does not use it up
      look: (data) =>
        (data as unknown as { cargo: { estado: string } }).cargo.estado === 'perdonado',
    }),
  })

  async function bookGuaranteed(): Promise<GuaranteedVisit> {
    await setGuarantee({ no_show: 100, cancelacion_tardia: 50 })
    try {
      const visit = await book()
      const { version } = await send<{ version: string }>(owner, {
        path: `/reservas/${visit.id}/condiciones/`,
      })
      return { ...visit, version }
    } finally {
      await setGuarantee(null)
    }
  }

  async function bookWithCard(): Promise<VisitWithCard> {
    const visit = await bookGuaranteed()
    const { setup_intent_id: setup } = await post<{ setup_intent_id: string }>(
      '/pagos/tarjeta/',
      cardOf(visit),
    )
    save(setup)
    await post('/pagos/tarjeta/confirmar/', { setup_intent_id: setup, codigo: visit.codigo })
    return { ...visit, setup }
  }

  /** On its day, which is still to come, nobody came. */
  async function miss(): Promise<Visit> {
    const visit = await bookWithCard()
    const { fin } = await send<{ fin: string }>(owner, { path: path(visit) })
    await post(`${path(visit)}no-show/`, {}, before(Date.now() - Date.parse(fin)))
    return visit
  }

  async function missAndCharge(): Promise<Visit> {
    const visit = await miss()
    await post(`${path(visit)}cargo/`, { motivo: 'no_show' })
    return visit
  }

  function setGuarantee(garantia_tarjeta: object | null) {
    const body = { garantia_tarjeta }
    return send(owner, { method: 'PUT', path: '/ajustes/reglas/', body })
  }
}

export const cardOf = ({ id, codigo, cliente, version }: GuaranteedVisit) => ({
  ...{ reference_id: id, cliente_id: cliente.id, codigo },
  condiciones: version,
})
