import { setTimeout as pause } from 'node:timers/promises'
import {
  messageCallbackUrl,
  operatorContext,
  setMessageSender,
  setTemplateState,
  systemClock,
} from '@silla/core'
import { openDatabase, openPool } from '@silla/db'
import type { FakeMessaging } from '@silla/fake-messaging'
import { languages } from '@silla/locale'
import { messageTemplates } from '@silla/messaging'
import { callApi, fifteenSeconds } from './call-api.ts'
import type { DemoBusiness } from './demo-file.ts'

/** Has the fake providers report to this API, which may have too much to do at first. */
export async function connectMessaging(
  fake: FakeMessaging,
  baseUrl: string,
  { attempts, delayMilliseconds } = fifteenSeconds,
): Promise<void> {
  fake.setTwilioInboundUrl(messageCallbackUrl(baseUrl, 'twilio'))
  try {
    await fake.subscribeWhatsapp(messageCallbackUrl(baseUrl, 'whatsapp'))
  } catch (error) {
    if (attempts <= 1) throw error
    await pause(delayMilliseconds)
    await connectMessaging(fake, baseUrl, { attempts: attempts - 1, delayMilliseconds })
  }
}

/**
 * Gives each salon a sender of each channel with approved templates, as the operator does
 * (docs/messages.md), and has one customer of each agree to messages and book: the first salon's by SMS,
 * the others' by WhatsApp.
 */
export async function seedMessages(demo: {
  adminUrl: string
  baseUrl: string
  /** At WhatsApp, of all salons. */
  account: string
  businesses: readonly DemoBusiness[]
}): Promise<void> {
  await addSenders(demo)
  for (const [index, { secretKey }] of demo.businesses.entries())
    await bookWithMessages(demo.baseUrl, { key: secretKey, index })
}

async function addSenders({
  adminUrl,
  account,
  businesses,
}: {
  adminUrl: string
  account: string
  businesses: readonly DemoBusiness[]
}): Promise<void> {
  const admin = openPool({ url: adminUrl, max: 1, name: 'silla-demo-messages' })
  const database = openDatabase({ url: adminUrl, name: 'silla-demo-messages' })
  const names = [...new Set(messageTemplates.map(({ name }) => name))]
  try {
    for (const [index, { slug }] of businesses.entries()) {
      const change = { action: 'messages.senders.set', detail: {} }
      const parts = { admin, database, clock: systemClock }
      const context = await operatorContext(parts, slug, change)
      const senders = { sms: `+3491000000${index + 1}`, whatsapp: `10000000000000${index + 1}` }
      for (const channel of ['sms', 'whatsapp'] as const)
        await setMessageSender(context, {
          ...{ channel, sender: senders[channel], registeredOn: null },
          account: channel === 'whatsapp' ? account : null,
        })
      for (const language of languages)
        await setTemplateState(context, { names, language, state: 'approved' })
    }
  } finally {
    await Promise.all([admin.end(), database.close()])
  }
}

/** Nothing is booked when nobody has time. */
async function bookWithMessages(
  baseUrl: string,
  { key, index }: { key: string; index: number },
): Promise<void> {
  const send = <Data>(path: string, body?: object) =>
    callApi<Data>(`${baseUrl}/api/v1${path}`, { key, ...(body && { body }) })
  const { servicios } = await send<{ servicios: { id: number }[] }>(
    '/servicios/?reservable_online=true',
  )
  const [service] = servicios
  if (!service) return
  const { desde: today, dias } = await send<{
    desde: string
    dias: { fecha: string; primer_slot?: string }[]
  }>(`/disponibilidad/dias/?peluquero_id=0&servicio_id=${service.id}`)
  const open = dias.find(({ fecha, primer_slot }) => fecha > today && primer_slot)
  if (!open) return
  const { id } = await send<{ id: number }>('/clientes/', {
    ...{ nombre: 'Marta Mensaje', email: 'marta.mensaje@example.com' },
    telefono: `+3460000000${index + 1}`,
  })
  await send(`/clientes/${id}/consentimientos/`, {
    ...{ tipo: index === 0 ? 'sms' : 'whatsapp', otorgado: true, medio: 'presencial' },
  })
  await send('/reservas/crear/', {
    ...{ por_negocio: true, cliente_id: id, servicio_ids: [service.id] },
    ...{ fecha: open.fecha, hora_inicio: open.primer_slot },
  })
}
