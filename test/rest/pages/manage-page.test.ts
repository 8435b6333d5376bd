import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendBusiness } from '@silla/core'
import { openApi, testApi } from '../../support/api.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { browser, keyIn, openSalonPage, textOf } from './open-page.ts'

test('the code in the address shows the booking, without a script and to nobody else', async () => {
  const salon = await openSalonPage({ now: '2030-03-04T08:00' })
  const { data: booking } = await salon.guest.book('Ana', '10:00')
  const path = `${salon.path}/r/${booking.codigo}`
  const page = await salon.open(path)
  assert.equal(page.status, 200)
  const text = textOf(page)
  for (const part of [
    'Tu reserva',
    'Cuándo lunes, 4 de marzo, 10:00–10:30',
    'Servicios Corte',
    'Con Ana',
    'Total 18 €',
    'Estado Confirmada',
    booking.codigo,
    'Para cancelar o cambiar esta reserva en línea, activa JavaScript',
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
  assert.match(text, /No encontramos esta reserva/)
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
