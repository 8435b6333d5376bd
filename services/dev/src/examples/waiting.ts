import type { DemoBusiness } from '../demo-file.ts'
import type { Caller, ExampleApi } from './example-api.ts'
import type { FreeTimes } from './free-times.ts'

export interface Entry {
  id: number
  codigo: string
}

/** Puts customers on the waitlist of a salon. */
export function openWaiting(
  { send, offerFreeTimes }: ExampleApi,
  { business, owner, free }: { business: DemoBusiness; owner: Caller; free: FreeTimes },
) {
  return { join, joinAndOffer }

  async function join(email: string, as = owner): Promise<Entry> {
    const { fecha } = await free.last()
    const body = {
      servicio_ids: [free.serviceId],
      ...{ desde: fecha, hasta: fecha, nombre: 'Eva Ruiz', email },
    }
    return send<Entry>(as, { method: 'POST', path: '/lista-espera/', body })
  }

  /** An entry with an offer, which lasts for some minutes. */
  async function joinAndOffer(email: string): Promise<Entry> {
    const entry = await join(email)
    await offerFreeTimes(business)
    return entry
  }
}
