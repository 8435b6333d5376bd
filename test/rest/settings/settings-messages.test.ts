import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTemplateState } from '@silla/core'
import { messageTemplates } from '@silla/messaging'
import { dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { addMessageSenders } from '../../support/message-salon.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { staffOf } from '../../support/staff.ts'

const { witness } = await testDatabase()

interface WireText {
  tipo: string
  idioma: string
  ejemplo: string
  codificacion: string
  caracteres: number
  partes: number
  estado_whatsapp: string | null
}

const read = async (salon: TestSalon) => dataOf(await salon.backend.get('/ajustes/mensajes/'))

const textOf = ({ textos }: { textos: WireText[] }, kind: string, language: string): WireText => {
  const found = textos.find(({ tipo, idioma }) => tipo === kind && idioma === language)
  assert.ok(found, `${kind} in ${language}`)
  return found
}

test('D77: a salon reads its texts with its own name, page and lengths, and what WhatsApp says of them', async () => {
  const salon = await openSalon({
    now: '2030-03-04T10:00',
    settings: { onlinePage: true },
  })
  dataOf(await salon.backend.put('/ajustes/negocio/', { nombre: 'Peluquería Ñandú' }))
  await addMessageSenders(salon)
  const staff = await staffOf(salon)
  const names = ['silla_booking_confirmed_1']
  await setTemplateState(staff, { names, language: 'es', state: 'approved' })
  await setTemplateState(staff, { names, language: 'ar', state: 'rejected' })

  const shown = await read(salon)
  assert.deepEqual(shown.canales, ['whatsapp', 'sms'])
  assert.equal(shown.textos.length, messageTemplates.length)
  const page = `https://book.example/s/${salon.slug}/r/7K2MP9QRST`
  const spanish = textOf(shown, 'booking_confirmed', 'es')
  // without its accent it is GSM-7, which needs a segment less
  assert.equal(
    spanish.ejemplo,
    `Cita confirmada en Peluqueria Ñandu: mié, 24 sept, 10:00. Cambiar o anular: ${page}?lang=es (para no recibir mensajes, responde BAJA)`,
  )
  assert.deepEqual(
    [spanish.codificacion, spanish.caracteres, spanish.partes, spanish.estado_whatsapp],
    ['GSM-7', spanish.ejemplo.length, 2, 'aprobada'],
  )
  const arabic = textOf(shown, 'booking_confirmed', 'ar')
  assert.ok(arabic.ejemplo.includes(`${page}?lang=ar`), arabic.ejemplo)
  assert.deepEqual(
    [arabic.codificacion, arabic.partes, arabic.estado_whatsapp],
    ['UCS-2', Math.ceil(arabic.caracteres / 67), 'rechazada'],
  )
  assert.equal(textOf(shown, 'booking_reminder', 'en').estado_whatsapp, null)
})

test('D77: a salon reads what it has sent in the month of its calendar, and what it cost', async () => {
  // in Madrid it is April already
  const salon = await openSalon({
    now: '2030-04-01T00:30',
    timezone: 'Europe/Madrid',
    settings: { messagesPerMonth: 40 },
  })
  for (const [month, segments, cost] of [
    ['2030-03-01', 39, 900_000],
    ['2030-04-01', 3, 214_500],
  ] as const)
    await witness`
      insert into app.message_months (business_id, month, segments, cost_micros, cost_currency)
      values (${salon.businessId}, ${month}, ${segments}, ${cost}, 'EUR')`
  const { canales, mes, enviados, limite, coste, moneda, consultado_en } = await read(salon)
  assert.deepEqual(
    { canales, mes, enviados, limite, coste, moneda, consultado_en },
    {
      ...{ canales: [], mes: '2030-04', enviados: 3, limite: 40 },
      ...{ coste: 0.2145, moneda: 'EUR', consultado_en: null },
    },
  )
})

test('a salon that has sent nothing and has no page reads the texts with codes', async () => {
  const salon = await openSalon({ now: '2030-03-04T10:00' })
  const shown = await read(salon)
  assert.deepEqual([shown.enviados, shown.coste, shown.moneda], [0, null, null])
  assert.match(textOf(shown, 'booking_reminder', 'en').ejemplo, /say so at 7K2MP9QRST soon/)
})
