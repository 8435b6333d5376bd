import assert from 'node:assert/strict'
import { test } from 'node:test'
import { businessMoveQueries, openPool } from '@silla/db'
import { createKey, revokeKey } from '@silla/tenants'
import type { Locator, Page } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { codeFor } from '../support/emails.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { assertAccessible } from './bed/axe.ts'
import { diaryOf } from './bed/bookings.ts'
import { embed } from './bed/embed.ts'
import { inBrowser } from './bed/in-browser.ts'
import { chooseTime, fillContact, goOn, heading, mainButton, recordRequests } from './bed/widget.ts'

const barbershop = { services: [{ name: 'Corte' }], professionals: ['Ana'] }
const bookingUrl = /\/reservas\/crear\//
const offline = 'Parece que no hay conexión. Lo que has elegido no se pierde.'

/** Whether all of it is in the viewport. */
async function isOnScreen(target: Locator): Promise<boolean> {
  const { y = -1, height = 0 } = (await target.boundingBox()) ?? {}
  return y >= 0 && y + height <= (target.page().viewportSize()?.height ?? 0)
}

/** Lets minutes pass, for the salon and for the visitor. */
async function pass(salon: TestSalon, page: Page, minutes: number): Promise<void> {
  salon.clock.set(new Date(salon.clock.now().getTime() + minutes * 60_000))
  await page.clock.fastForward(minutes * 60_000)
}

test(
  'a time that somebody else takes first is not lost in silence: the nearest ones are offered',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await embed(bed, salon)
    await page.getByRole('checkbox', { name: 'Corte' }).check()
    await goOn(page)
    await page.getByRole('radio', { name: '10:00', exact: true }).check()
    dataOf(await salon.guest.book('Ana', '10:00', { nombre: 'Quien llega antes' }), 201)
    await mainButton(page).click()
    await page
      .getByText('Alguien acaba de reservar esa hora. Estas son las más cercanas:')
      .first()
      .waitFor()
    await assertAccessible(page, 'a time was taken')
    await page.getByRole('button', { name: /10:30/ }).click()
    await page.locator('[part~=time]:has(input:checked)').filter({ hasText: '10:30' }).waitFor()
    await goOn(page)
    await fillContact(page)
    await goOn(page)
    assert.deepEqual(await diaryOf(salon), [
      '10:00 Ana Corte: Quien llega antes, confirmada',
      '10:30 Ana Corte: Lucía Prado, confirmada',
    ])
  }),
)

test(
  'two visitors want the last time: one gets it, the other is offered the next day',
  inBrowser(async (bed) => {
    const salon = await openSalon({
      ...barbershop,
      hours: '09:00-09:30',
    })
    const pages = await Promise.all([embed(bed, salon), embed(bed, salon)])
    for (const page of pages) {
      await page.getByRole('checkbox', { name: 'Corte' }).check()
      await goOn(page)
      await page.getByRole('radio', { name: '9:00', exact: true }).check()
    }
    await Promise.all(pages.map((page) => mainButton(page).click()))
    const held = (page: Page) =>
      page
        .locator('input#name')
        .waitFor()
        .then(() => page)
    const lost = (page: Page) =>
      page
        .locator('[part~=notice]')
        .waitFor()
        .then(() => page)
    const winner = await Promise.race(pages.map(held))
    const loser = await Promise.race(pages.map(lost))
    assert.notEqual(winner, loser)
    await fillContact(winner)
    await goOn(winner)
    assert.deepEqual(await diaryOf(salon), ['09:00 Ana Corte: Lucía Prado, confirmada'])
  }),
)

test(
  'a hold counts down, can be extended, and says when it has expired',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await embed(bed, salon)
    await chooseTime(page)
    await page.locator('.hold').filter({ hasText: '10 min' }).waitFor()
    await pass(salon, page, 8.5)
    await page.getByRole('button', { name: 'Necesito más tiempo' }).click()
    await page
      .locator('.hold')
      .filter({ hasText: /1[12] min/ })
      .waitFor()
    assert.equal(await page.getByRole('button', { name: 'Necesito más tiempo' }).count(), 0)
    await pass(salon, page, 12)
    await page.locator('.hold').getByText('Ya no te guardamos la hora.').waitFor()
    await assertAccessible(page, 'the hold has expired')

    // still free: it is booked all the same
    await fillContact(page)
    await goOn(page)
    assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte: Lucía Prado, confirmada'])
  }),
)

test(
  'a time that was taken after its hold expired leads to the nearest ones, and the form keeps its content',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await embed(bed, salon)
    await chooseTime(page)
    await fillContact(page)
    await pass(salon, page, 11)
    dataOf(await salon.guest.book('Ana', '10:00', { nombre: 'Otra' }), 201)
    await mainButton(page).click()
    await page.getByRole('button', { name: /10:30/ }).click()
    await page.locator('[part~=time]:has(input:checked)').filter({ hasText: '10:30' }).waitFor()
    await goOn(page)
    assert.equal(await page.locator('input#name').inputValue(), 'Lucía Prado')
    await goOn(page)
    assert.equal((await diaryOf(salon))[1], '10:30 Ana Corte: Lucía Prado, confirmada')
  }),
)

test(
  'a connection lost after the booking was made books nothing twice',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await embed(bed, salon)
    await chooseTime(page)
    await fillContact(page)
    await page.route(bookingUrl, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    const requests = recordRequests(page)
    await mainButton(page).click()
    await page.locator('[part~=notice]').filter({ hasText: offline }).waitFor()
    assert.equal((await diaryOf(salon)).length, 1)
    // a reload, and another email: the request whose answer was lost is repeated as it was
    await page.unroute(bookingUrl)
    await page.reload()
    await page.locator('input#email').fill('otra@example.com')
    await goOn(page)
    assert.equal(await heading(page).textContent(), 'Cita reservada')
    assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte: Lucía Prado, confirmada'])
    assert.ok(requests.filter((each) => each === 'POST /reservas/crear/').length >= 2)
  }),
)

test(
  'without a connection nothing is lost, and the booking goes on by itself when it is back',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await embed(bed, salon)
    await chooseTime(page)
    await fillContact(page)
    // on a small phone the button stays on the screen and the message stands above it
    await page.setViewportSize({ width: 390, height: 500 })
    await page.locator('textarea').scrollIntoViewIfNeeded()
    await page.context().setOffline(true)
    await mainButton(page).click()
    const notice = page.locator('[part~=notice]').filter({ hasText: offline })
    await notice.waitFor()
    assert.ok(await isOnScreen(notice), 'the message is on the screen')
    await assertAccessible(page, 'offline')
    assert.deepEqual(await diaryOf(salon), [])
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Cita reservada' }).waitFor()
    assert.equal((await diaryOf(salon)).length, 1)
  }),
)

for (const [status, code, shown] of [
  [503, 'SERVICE_UNAVAILABLE', 'El servicio no responde en este momento.'],
  [429, 'RATE_LIMIT_EXCEEDED', 'Hay mucha gente ahora mismo.'],
] as const)
  test(
    `${status}: the visitor is shown the wait, and the request is repeated after it`,
    inBrowser(async (bed) => {
      const salon = await openSalon(barbershop)
      const page = await embed(bed, salon)
      await chooseTime(page)
      await fillContact(page)
      await page.route(bookingUrl, (route) =>
        route.request().method() === 'OPTIONS'
          ? route.continue()
          : route.fulfill({
              status,
              headers: {
                'access-control-allow-origin': '*',
                'access-control-expose-headers': 'Retry-After',
                'retry-after': '30',
              },
              json: { success: false, error: { code, message: 'x' } },
            }),
      )
      await mainButton(page).click()
      const notice = page.locator('[part~=notice]')
      await notice.filter({ hasText: shown }).waitFor()
      await assertAccessible(page, `${status}`)
      await notice.getByText(/Se reintenta en \d+ segundos/).waitFor()
      await page.unroute(bookingUrl)
      await page.clock.runFor(31_000)
      await page.getByRole('heading', { name: 'Cita reservada' }).waitFor()
      assert.equal((await diaryOf(salon)).length, 1)
    }),
  )

test(
  'a salon that moves takes no bookings for some seconds: the visitor is shown the wait, and it is booked then',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const { urls } = await testDatabase()
    const lock = openPool({ url: urls.cli, max: 1, name: 'silla-test-lock' })
    bed.t.after(() => lock.end({ timeout: 1 }))
    const page = await embed(bed, salon)
    await chooseTime(page)
    await fillContact(page)
    assert.ok(await businessMoveQueries.closeBusiness(lock, salon.businessId, 60_000))
    await mainButton(page).click()
    const notice = page.locator('[part~=notice]')
    await notice.filter({ hasText: 'El servicio no responde en este momento.' }).waitFor()
    await notice.getByText(/Se reintenta en [45] segundos/).waitFor()
    assert.deepEqual(await diaryOf(salon), [])
    await businessMoveQueries.openBusiness(lock, salon.businessId)
    await page.clock.runFor(6_000)
    await page.getByRole('heading', { name: 'Cita reservada' }).waitFor()
    assert.equal((await diaryOf(salon)).length, 1)
  }),
)

test(
  'what does not answer for minutes is not tried any more by itself',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await embed(bed, salon)
    await page.getByRole('checkbox', { name: 'Corte' }).check()
    const moving = { code: 'BUSINESS_MOVING', message: 'x' }
    let requests = 0
    await page.route(/\/api\/v1\//, (route) => {
      requests++
      return route.fulfill({
        status: 503,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'Retry-After',
          'retry-after': '5',
        },
        json: { success: false, error: moving },
      })
    })
    await mainButton(page).click()
    const notice = page.locator('[part~=notice]')
    await notice.getByText(/Se reintenta en/).waitFor()
    // while a request is sent there is no notice
    const withoutCountdown = notice.filter({ hasNotText: /Se reintenta en/ })
    while ((await withoutCountdown.count()) === 0) {
      await page.clock.runFor(5_000)
      await notice.waitFor()
    }
    const sent = requests
    await notice.getByRole('button', { name: 'Reintentar' }).waitFor()
    await page.clock.runFor(60_000)
    assert.equal(requests, sent)
    await page.unroute(/\/api\/v1\//)
    await notice.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByRole('radio', { name: '10:00', exact: true }).waitFor()
  }),
)

test(
  'a suspended salon, a wrong origin and a wrong key are explained without a raw code',
  inBrowser(async (bed) => {
    const { admin } = await testDatabase()
    const suspended = await openSalon(barbershop)
    await admin`
      update registry.businesses set status = 'suspended' where business_id = ${suspended.businessId}`
    const restricted = await openSalon(barbershop)
    const { key } = await createKey(admin, restricted.businessId, {
      kind: 'publishable',
      name: 'other site',
      origins: ['https://salon.example'],
    })
    const texts: string[] = []
    for (const [salon, publishableKey] of [
      [suspended, suspended.publishableKey],
      [restricted, key],
      [restricted, `${key.slice(0, -4)}0000`],
    ] as const) {
      const page = await embed(bed, salon, { publishableKey })
      const notice = page.locator('[part~=notice]')
      await notice.waitFor()
      texts.push((await notice.textContent())?.trim() ?? '')
    }
    assert.deepEqual(texts, [
      'Este negocio no admite peticiones en este momento.',
      'En esta página no se puede reservar en línea.',
      'En esta página no se puede reservar en línea.',
    ])
  }),
)

test(
  'a key that is revoked during a booking leaves what the site has put between the tags',
  inBrowser(async (bed) => {
    const { admin } = await testDatabase()
    const salon = await openSalon(barbershop)
    const { key, keyId } = await createKey(admin, salon.businessId, {
      kind: 'publishable',
      name: 'site',
      origins: [],
    })
    const page = await embed(bed, salon, { publishableKey: key })
    await page.getByRole('checkbox', { name: 'Corte' }).check()
    await goOn(page)
    await page.getByRole('radio', { name: '10:00', exact: true }).check()
    await revokeKey(admin, salon.businessId, keyId, () => salon.clock.now().getTime())
    // a look-up is cached for a second at most
    await pass(salon, page, 1)
    await mainButton(page).click()
    const notice = page.locator('[part~=notice]')
    await notice.waitFor()
    assert.equal(
      (await notice.textContent())?.trim(),
      'En esta página no se puede reservar en línea.',
    )
    await page.getByRole('link', { name: 'Book online' }).waitFor()
    assert.deepEqual(await diaryOf(salon), [])
  }),
)

test(
  'a session that has ended leaves the choice and the way to go on',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const email = 'nora@example.com'
    await salon.customer({ nombre: 'Nora Vidal', email })
    const page = await embed(bed, salon)
    await chooseTime(page)
    await page.getByRole('button', { name: 'Entrar con un código' }).click()
    await page.getByLabel('Correo electrónico').fill(email)
    await mainButton(page).click()
    await page.getByText('le llegará un código').waitFor()
    await page.getByLabel('Código', { exact: true }).fill(await codeFor(salon, email))
    await mainButton(page).click()
    await page.getByText('Has entrado como Nora Vidal').waitFor()
    const { witness } = await testDatabase()
    await witness`
      update sessions set ended_at = ${salon.clock.now()} where business_id = ${salon.businessId}`
    // the access token is valid for some minutes more
    await pass(salon, page, 60)
    await mainButton(page).click()
    await page.getByText('Tu sesión ha terminado.').first().waitFor()
    await assertAccessible(page, 'the session has ended')
    await fillContact(page)
    await goOn(page)
    assert.deepEqual(await diaryOf(salon), ['10:00 Ana Corte: Lucía Prado, confirmada'])
  }),
)
