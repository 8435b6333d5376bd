import { callApi } from '../call-api.ts'
import type { DemoBusiness } from '../demo-file.ts'

interface Service {
  id: number
  precio: number
}

interface Booked {
  id: number
  cliente: { id: number }
  a_pagar_ahora: number
}

/**
 * Books the dearest service of each salon that takes payments online, as one of its customers does, and pays
 * what is due of it: a deposit or all of it. Nothing is booked when nobody has time.
 *
 * @param baseUrl where the API listens
 * @param pay pays an intent with a card
 */
export async function bookOnline(
  baseUrl: string,
  businesses: readonly DemoBusiness[],
  pay: (intent: string) => void,
): Promise<void> {
  await Promise.all(
    businesses
      .filter(({ takesPayments }) => takesPayments)
      .map(({ publishableKey }) => book(publishableKey)),
  )

  async function book(key: string): Promise<void> {
    const send = <Data>(path: string, body?: object) =>
      callApi<Data>(`${baseUrl}/api/v1${path}`, { key, ...(body && { body }) })
    const { servicios } = await send<{ servicios: Service[] }>('/servicios/?reservable_online=true')
    const [dearest] = servicios.toSorted((one, other) => other.precio - one.precio)
    if (!dearest) return
    const { desde: today, dias } = await send<{
      desde: string
      dias: { fecha: string; primer_slot?: string }[]
    }>(`/disponibilidad/dias/?peluquero_id=0&servicio_id=${dearest.id}`)
    const open = dias.find(({ fecha, primer_slot }) => fecha > today && primer_slot)
    if (!open) return
    const { codigo } = await send<{ codigo: string }>('/reservas/crear/', {
      servicio_ids: [dearest.id],
      ...{ fecha: open.fecha, hora_inicio: open.primer_slot },
      ...{ nombre: 'Laura Sol', email: 'laura.sol@example.com' },
    })
    const booking = await send<Booked>(`/reservas/codigo/${codigo}/`)
    const { id, cliente, a_pagar_ahora: amount } = booking
    const intent = { type: 'booking', reference_id: id, codigo, cliente_id: cliente.id, amount }
    const { payment_intent_id } = await send<{ payment_intent_id: string }>(
      '/pagos/intent/',
      intent,
    )
    pay(payment_intent_id)
    await send('/pagos/confirmar/', { payment_intent_id, codigo })
  }
}
