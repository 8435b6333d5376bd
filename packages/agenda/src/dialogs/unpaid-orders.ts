import type { Wire } from '@silla/client'
import type { Host } from '../host/host.ts'

export type Order = Wire['Pedido']

/**
 * What was handed over to a customer at the desk and is not all paid for; nothing for who may not take the
 * money.
 */
export async function unpaidOrders(
  { api, may }: Host,
  customerId: number,
): Promise<readonly Order[]> {
  if (!may('caja.cobrar') || !may('agenda.todas')) return []
  const query = { cliente_id: customerId, por_cobrar: true, page_size: 100 }
  const { items } = await api.call((silla) => silla.GET('/api/v1/pedidos/', { params: { query } }))
  return items
}
