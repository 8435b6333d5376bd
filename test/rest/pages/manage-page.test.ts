import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setMessageSender, suspendBusiness } from '@silla/core'
import { openApi, testApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { runJobs } from '../../support/jobs.ts'
import type { TestSalon } from '../../support/salon.ts'
import { staffOf } from '../../support/staff.ts'
import { browser, keyIn, openSalonPage, textOf } from './open-page.ts'

test('the code in the address shows the booking, without a script and to nobody else', async () => {
  const salon = await openSalonPage({ now: '2030-03-04T08:00' })
  const { data: booking } = await salon.guest.book('Ana', '10:00')
  const path = `${salon.path}/r/${booking.codigo}`
  const page = await salon.open(path)
  assert.equal(page.status, 200)
  const text = textOf(page)
  for (const part of [
    'Tu cita',
    'Cuándo lunes, 4 de marzo, 10:00–10:30',
    'Servicios Corte',
    'Con Ana',
    'Total 18 €',
    'Estado Confirmada',
    booking.codigo,
    'Para cancelar esta cita o cambiar su hora en línea, activa JavaScript',
  ])
    assert.ok(text.includes(part), `${part}\n${text}`)
  assert.doesNotMatch(page.html, /lucia@example\.com|Prado/)
  assert.ok(page.html.includes(`code="${booking.codigo}"`))
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(page.headers.get('x-robots-tag'), 'noindex, nofollow')
  assert.equal(page.headers.get('etag'), null)
  assert.match(page.html, /<meta name="robots" content="noindex, nofollow">/)
  assert.equal((await salon.open(path.toLowerCase())).status, 200, 'codes have no case')
  const arabic = await salon.open(`${path}?lang=ar`)
  assert.match(arabic.html, /<html lang="ar-ES" dir="rtl">/)
})

test('a cancelled and a pending booking show their state', async () => {
  const salon = await openSalonPage({
    now: '2030-03-04T08:00',
    payments: true,
    settings: { requiresPrepayment: true, cancellationHours: 0 },
  })
  const { data: booking } = await salon.guest.book('Ana', '10:00')
  const path = `${salon.path}/r/${booking.codigo}`
  assert.match(textOf(await salon.open(path)), /Estado Pendiente · Reservada hasta las 8:15/)
  await salon.guest.cancel(booking)
  assert.match(textOf(await salon.open(path)), /Estado Cancelada /)
})

test('a wrong code and the code of another salon get the same page, which says what to do', async () => {
  const [salon, other] = [await openSalonPage(), await openSalonPage()]
  const { data: booking } = await other.guest.book('Ana', '10:00')
  const answers = [
    await salon.open(`${salon.path}/r/${booking.codigo}`),
    await salon.open(`${salon.path}/r/ABCDEFGHJK`),
    await salon.open(`${salon.path}/r/nonsense`),
  ]
  for (const page of answers) {
    assert.equal(page.status, 404)
    assert.equal(page.html, answers[0]?.html)
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(page.headers.get('cache-control'), 'no-store')
  }
  const page = answers[0] as (typeof answers)[0]
  const text = textOf(page)
  assert.match(text, /No encontramos esta cita/)
  assert.match(text, /\+34 912 34 56 78/)
  assert.ok(page.html.includes(`href="https://book.example/s/${salon.slug}"`))
})

test('D27: codes tried on the page count like codes tried at the API', async (t) => {
  const salon = await openSalonPage()
  const api = await openApi(undefined, {
    limits: { redisUrl: null, trustedProxies: ['127.0.0.1'] },
  })
  t.after(api.close)
  const page = await browser(api.url)
  const from = { 'x-forwarded-for': '192.0.2.1' }
  const guess = (headers = from) => page.open(`${salon.path}/r/ABCDEFGHJK`, headers)
  const guest = client(api.url, { 'x-api-key': salon.publishableKey, ...from })
  for (let times = 0; times < 10; times++) {
    assert.equal((await guess()).status, 404)
    assert.equal((await guest.get('/reservas/codigo/ABCDEFGHJK/')).status, 404)
  }
  const refused = await guess()
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.match(textOf(refused), /Demasiadas solicitudes/)
  assert.equal((await guest.get('/reservas/codigo/ABCDEFGHJK/')).status, 429)
  const { data: booking } = await salon.guest.book('Ana', '10:00')
  const right = await page.open(`${salon.path}/r/${booking.codigo}`, from)
  assert.equal(right.status, 429, 'a right code is not found out either')
  assert.equal((await guess({ 'x-forwarded-for': '192.0.2.2' })).status, 404)
})

test('the booking is shown and can be cancelled from the page with its key', async () => {
  const salon = await openSalonPage({ now: '2030-03-02T08:00' })
  const { data: booking } = await salon.guest.book('Ana', '10:00', { date: '2030-03-04' })
  const page = await salon.open(`${salon.path}/r/${booking.codigo}`)
  const { url } = await testApi()
  const fromPage = client(url, {
    'x-api-key': keyIn(page),
    origin: 'https://book.example',
  })
  const cancelled = await fromPage.post(`/reservas/${booking.id}/cancelar/`, {
    codigo: booking.codigo,
  })
  assert.equal(cancelled.status, 200, cancelled.text)
})

test('while a salon is suspended, the page of a booking names its phone', async () => {
  const salon = await openSalonPage()
  const { data: booking } = await salon.guest.book('Ana', '10:00')
  const { admin } = await testDatabase()
  await suspendBusiness(admin, salon.slug)
  const api = await openApi()
  try {
    const page = await (await browser(api.url)).open(`${salon.path}/r/${booking.codigo}`)
    assert.equal(page.status, 403)
    assert.match(textOf(page), /\+34 912 34 56 78/)
    assert.doesNotMatch(page.html, new RegExp(booking.codigo))
  } finally {
    await api.close()
  }
})

const day = '2030-03-06'

/** A salon that opens for one visit a day, which is booked, and a customer who waits for it. */
async function openWaiting(fixture: Parameters<typeof openSalonPage>[0] = {}) {
  const salon = await openSalonPage({
    hours: '10:00-10:30',
    professionals: ['Ana'],
    now: '2030-03-04T08:00',
    ...fixture,
  })
  const { data: booking } = await salon.guest.book('Ana', '10:00', { date: day })
  const { data: entry } = await join(salon, 'Eva')
  return { salon, booking, entry, path: `${salon.path}/r/${entry.codigo}` }
}

function join(salon: TestSalon, name: string) {
  salon.clock.set(new Date(salon.clock.now().getTime() + 1000))
  return salon.guest.post('/lista-espera/', {
    servicio_ids: [salon.id('Corte')],
    ...{ desde: day, hasta: day, nombre: name, email: `${name.toLowerCase()}@example.com` },
  })
}

/** Frees the booked time, which is then offered. */
async function free({ salon, booking }: Awaited<ReturnType<typeof openWaiting>>): Promise<void> {
  await salon.backend.post(`/reservas/${booking.id}/cancelar/`, {})
  await runJobs(salon)
}

const send = (
  { open }: Awaited<ReturnType<typeof openSalonPage>>,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) => open(path, headers, { method: 'POST', body: new URLSearchParams(fields) })

const offerIn = ({ html }: { html: string }) =>
  /name="oferta" value="(\d+)"/.exec(html)?.[1] ?? 'none'

test('D40: the page of an entry shows what was requested and the offer, and changes nothing', async () => {
  const waiting = await openWaiting()
  const { salon, entry, path } = waiting
  const before = await salon.open(path)
  assert.equal(before.status, 200)
  const text = textOf(before)
  for (const part of [
    'Estás en la lista de espera',
    'Corte',
    'cualquiera',
    'miércoles, 6 de marzo',
  ])
    assert.ok(text.includes(part), `${part}\n${text}`)
  assert.doesNotMatch(before.html, /eva@example\.com|name="oferta"/)

  await free(waiting)
  const offered = await salon.open(path)
  const shown = textOf(offered)
  for (const part of [
    'Hay una hora libre para ti',
    'miércoles, 6 de marzo 10:00–10:30',
    'Corte · Ana · 18 €',
    'Te la guardamos hasta las 8:15',
    '15 minutos',
    'Aceptar esta hora',
    'Rechazarla',
    'Salir de la lista',
  ])
    assert.ok(shown.includes(part), `${part}\n${shown}`)
  assert.equal(offered.headers.get('cache-control'), 'no-store')
  assert.equal(offered.headers.get('x-robots-tag'), 'noindex, nofollow')
  // no-referrer would hide the origin of the form
  assert.equal(offered.headers.get('referrer-policy'), 'same-origin')
  assert.match(offered.headers.get('content-security-policy') ?? '', /form-action 'self'/)
  for (const method of ['GET', 'HEAD'])
    await salon.open(`${path}?accion=aceptar&oferta=${offerIn(offered)}`, {}, { method })
  const { data } = await salon.backend.get(`/lista-espera/${entry.id}/`)
  assert.equal(data.estado, 'ofrecida')
  assert.match((await salon.open(`${path}?lang=ar`)).html, /<html lang="ar-ES" dir="rtl">/)
})

test('D40: the form of an offer accepts it once, however often it is sent', async () => {
  const waiting = await openWaiting()
  const { salon, path } = waiting
  await free(waiting)
  const fields = { accion: 'aceptar', oferta: offerIn(await salon.open(path)) }
  const answers = await Promise.all([
    send(salon, `${path}?lang=en`, fields),
    send(salon, `${path}?lang=en`, fields),
  ])
  answers.push(await send(salon, `${path}?lang=en`, fields))
  const { data } = await salon.backend.get('/reservas/?estado=confirmada')
  assert.equal(data.items.length, 1)
  for (const { status, headers } of answers)
    assert.deepEqual(
      [status, headers.get('location')],
      [303, `${salon.path}/r/${data.items[0].codigo}?lang=en`],
    )
  const after = await salon.open(path)
  assert.match(textOf(after), /La hora es tuya/)
  assert.ok(after.html.includes(`/r/${data.items[0].codigo}?lang=es`))
})

test('D40: a declined time goes to the next at once, and the page says so', async () => {
  const waiting = await openWaiting()
  const { salon, path } = waiting
  const next = await join(salon, 'Leo')
  await free(waiting)
  const fields = { accion: 'rechazar', oferta: offerIn(await salon.open(path)) }
  for (const _ of ['once', 'twice']) {
    const { status, headers } = await send(salon, path, fields)
    assert.deepEqual([status, headers.get('location')], [303, `${path}?lang=es`])
  }
  await runJobs(salon)
  const page = textOf(await salon.open(path))
  assert.match(page, /Has rechazado la hora del miércoles, 6 de marzo, 10:00/)
  assert.match(page, /Estás en la lista de espera/)
  assert.equal((await salon.backend.get(`/lista-espera/${next.data.id}/`)).data.estado, 'ofrecida')

  const left = await send(salon, path, { accion: 'salir' })
  assert.equal(left.status, 303)
  assert.match(textOf(await salon.open(path)), /Ya no estás en la lista de espera/)
})

test('D40: an offer that has expired, or that the salon has taken back, says so', async () => {
  const waiting = await openWaiting()
  const { salon, path } = waiting
  await free(waiting)
  const late = { accion: 'aceptar', oferta: offerIn(await salon.open(path)) }
  salon.clock.set(new Date(salon.clock.now().getTime() + 15 * 60_000))
  assert.equal((await send(salon, path, late)).status, 303)
  assert.match(textOf(await salon.open(path)), /ya no está guardada para ti: no se aceptó a tiempo/)
  await runJobs(salon)

  // the same time, freed again, is offered again, and the salon closes on that day
  const { data: booking } = await salon.guest.book('Ana', '10:00', { date: day })
  await free({ ...waiting, booking })
  const page = await salon.open(path)
  assert.notEqual(offerIn(page), late.oferta)
  assert.equal((await send(salon, path, late)).headers.get('location'), `${path}?lang=es`)
  assert.equal(offerIn(await salon.open(path)), offerIn(page), 'an old form answers no new offer')
  await salon.apply({
    hours: '10:00-10:30',
    professionals: ['Ana'],
    settings: { onlinePage: true },
    closings: { [day]: null },
  })
  const refused = await send(salon, path, { accion: 'aceptar', oferta: offerIn(page) })
  assert.equal(refused.status, 400)
  assert.match(refused.html, /<p class="notice" role="alert">/)
  await runJobs(salon)
  assert.match(textOf(await salon.open(path)), /El salón ya no puede ofrecer la hora/)
})

test('D40: only a form of the page itself answers an offer', async () => {
  const waiting = await openWaiting()
  const { salon, entry, path } = waiting
  await free(waiting)
  const fields = { accion: 'rechazar', oferta: offerIn(await salon.open(path)) }
  const stateAfter = async (headers: Record<string, string>) => {
    const { status, headers: answered } = await send(salon, path, fields, headers)
    assert.deepEqual([status, answered.get('location')], [303, `${path}?lang=es`])
    return (await salon.backend.get(`/lista-espera/${entry.id}/`)).data.estado
  }
  const foreigners: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]
  for (const foreign of foreigners)
    assert.equal(await stateAfter(foreign), 'ofrecida', JSON.stringify(foreign))
  assert.equal(await stateAfter({ origin: 'https://book.example' }), 'esperando')

  const wrong = await send(salon, `${salon.path}/r/ABCDEFGHJK`, fields)
  assert.equal(wrong.status, 404)
  const large = await send(salon, path, { accion: 'x'.repeat(2000) })
  assert.equal(large.status, 413)
  assert.match(large.headers.get('content-type') ?? '', /^text\/html/)
})

test('D40: an offer that has to be paid leads to the page where it is', async () => {
  const waiting = await openWaiting({ payments: true, settings: { requiresPrepayment: true } })
  const { salon, path } = waiting
  await free(waiting)
  const page = await salon.open(path)
  assert.match(textOf(page), /Aceptar y pagar.*En el siguiente paso pagas 18 € con tarjeta/)
  const accepted = await send(salon, path, { accion: 'aceptar', oferta: offerIn(page) })
  const booking = await salon.open(accepted.headers.get('location') ?? '')
  assert.match(textOf(booking), /Estado Pendiente/)
  assert.match(booking.html, /<silla-manage /)
})

test('D77: the page of a booking offers messages to its phone, without a script, and records what was read', async () => {
  const salon = await openSalonPage({ now: '2030-03-04T08:00', settings: { cancellationHours: 0 } })
  const { data: booking } = await salon.guest.book('Ana', '18:00', { telefono: '600112233' })
  const path = `${salon.path}/r/${booking.codigo}`
  assert.doesNotMatch((await salon.open(path)).html, /id="mensajes"/, 'the salon sends none')
  for (const [channel, sender] of [
    ['sms', '+34910555555'],
    ['whatsapp', '100555555'],
  ] as const)
    await setMessageSender(await staffOf(salon), { channel, sender, registeredOn: null })
  const page = await salon.open(path)
  assert.match(textOf(page), /Mensajes al móvil Quiero recibir en el móvil \(\*\*\*233\)/)
  assert.doesNotMatch(page.html, /600112233|<input type="checkbox"[^>]* checked/)
  assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self'/)

  const foreign = { 'sec-fetch-site': 'cross-site' }
  const ticked = { canal: 'sms', accion: 'mensajes' }
  await send(salon, path, ticked, foreign)
  assert.doesNotMatch((await salon.open(path)).html, / checked/, 'a form of another site')
  const sent = await send(salon, path, ticked)
  assert.equal(sent.status, 303)
  const saved = await salon.open(`${path}?mensajes=guardados`)
  assert.match(saved.html, /value="sms" checked/)
  assert.match(textOf(saved), /Guardado\./)
  const { witness } = await testDatabase()
  const consents = () => witness`
    select kind, granted, means, recorded_by, phone, wording from customer_consents
    where business_id = ${salon.businessId} order by kind, ordinal`
  const [given] = await consents()
  assert.partialDeepStrictEqual(given, {
    ...{ kind: 'sms', granted: true, means: 'online', recordedBy: 'customer' },
    phone: '+34600112233',
  })
  assert.match(given?.wording, /^Quiero recibir .* respondiendo BAJA\.$/)

  await send(salon, path, { canal: 'sms', accion: 'mensajes' })
  assert.equal((await consents()).length, 1, 'nothing has changed')
  await send(salon, path, { accion: 'mensajes' })
  assert.deepEqual(
    (await consents()).map(({ granted }) => granted),
    [true, false],
  )
  assert.match(textOf(await salon.open(`${path}?lang=ar`)), /رسائل إلى هاتفك/)

  const mine = `/reservas/${booking.id}/mensajes/`
  assertError(await salon.guest.get(mine), 'AUTHENTICATION_REQUIRED')
  const proof = { codigo: booking.codigo }
  const chosen = await salon.guest.put(mine, { canales: ['whatsapp'], ...proof })
  assert.deepEqual(dataOf(chosen), {
    ...{ disponibles: ['whatsapp', 'sms'], canales: ['whatsapp'], telefono: '***233' },
  })
  const read = await salon.guest.get(mine, { 'x-reserva-codigo': booking.codigo })
  assert.deepEqual(dataOf(read).canales, ['whatsapp'])
  const own = dataOf(await salon.backend.get(mine))
  assert.equal(own.telefono, '+34600112233')
  const wrong = { canales: [], codigo: '0000000000' }
  assertError(await salon.guest.put(mine, wrong), 'BOOKING_NOT_FOUND')
})
