import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildWidget } from '@silla/widget'
import { dataOf } from '../support/assertions.ts'
import { openSalon } from '../support/salon.ts'
import { embed } from './bed/embed.ts'
import { assertAccessibleInEveryLook } from './bed/every-look.ts'
import { inBrowser } from './bed/in-browser.ts'
import { chooseTime, fillContact, goOn, heading, mainButton } from './bed/widget.ts'

const services = [{ name: 'Corte' }, { name: 'Barba' }]
const closedMarch = Object.fromEntries(
  Array.from({ length: 31 }, (_, day) => [`2030-03-${String(day + 1).padStart(2, '0')}`, null]),
)

test(
  'a month without a free time offers the next free day and the waitlist',
  inBrowser(async (bed) => {
    const salon = await openSalon({ services, professionals: ['Ana'], closings: closedMarch })
    const page = await embed(bed, salon)
    await page.getByRole('checkbox', { name: 'Corte' }).check()
    await goOn(page)
    await page.getByRole('heading', { name: 'abril de 2030' }).waitFor()
    await page.getByRole('button', { name: 'Mes anterior' }).click()
    await page.getByText('No queda nada libre en marzo de 2030.').waitFor()
    await page.getByRole('button', { name: 'Ir al lunes, 1 de abril' }).waitFor()

    await page.getByRole('button', { name: 'Avísame si queda algo libre' }).click()
    await heading(page).filter({ hasText: 'Lista de espera' }).and(page.locator(':focus')).waitFor()
    await mainButton(page).click()
    await page.locator('#problems:focus').waitFor()
    await assertAccessibleInEveryLook(page, 'waitlist')
    await fillContact(page)
    await mainButton(page).dblclick()
    await page.locator('[part~=notice]').filter({ hasText: 'Te has apuntado.' }).waitFor()

    const { items } = dataOf(await salon.backend.get('/lista-espera/'))
    assert.equal(items.length, 1)
    const [{ desde, hasta, cliente }] = items
    assert.deepEqual(
      [desde, hasta, cliente.email],
      [salon.today, '2030-03-31', 'lucia@example.com'],
    )
  }),
)

test(
  'a service that is taken out while it is chosen leads back to those that are offered',
  inBrowser(async (bed) => {
    const salon = await openSalon({ services, professionals: ['Ana'] })
    const page = await embed(bed, salon)
    await page.getByRole('checkbox', { name: 'Corte' }).check()
    await page.getByRole('checkbox', { name: 'Barba' }).check()
    await goOn(page)
    await page.getByRole('radio', { name: '10:00', exact: true }).check()
    await salon.apply({ services: [{ name: 'Barba' }], professionals: ['Ana'] })
    await goOn(page)
    await heading(page).filter({ hasText: '¿Qué te hacemos?' }).waitFor()
    await page.locator('[part~=notice]').waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 1)
    assert.ok(await page.getByRole('checkbox', { name: 'Barba' }).isChecked())
    await goOn(page)
    await page.getByRole('radio', { name: '10:00', exact: true }).waitFor()
  }),
)

test(
  'an entry from a cache that is older than the release of the API replaces itself',
  inBrowser(async (bed) => {
    const salon = await openSalon({ services, professionals: ['Ana'] })
    const page = await embed(bed, salon)
    const { hash, files } = await buildWidget()
    const older = files.get('silla.js')?.content.toString().replaceAll(hash, '0123456789abcdef')
    await page.route(/\/v1\/silla\.js$/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: older ?? '',
      }),
    )
    await page.reload()
    await page.getByRole('checkbox', { name: 'Corte' }).waitFor()
  }),
)

test(
  'who may book no more online is offered the phone of the salon, as people read it',
  inBrowser(async (bed) => {
    const salon = await openSalon({ services, professionals: ['Ana'] })
    const email = 'lucia@example.com'
    for (const time of ['11:00', '11:30', '12:00', '12:30', '13:00'])
      dataOf(await salon.guest.book('Ana', time, { email }), 201)
    const page = await embed(bed, salon)
    await chooseTime(page)
    await fillContact(page, { email })
    await mainButton(page).click()
    await page
      .getByRole('button', { name: /^Llamar al \p{Cf}?\+34 912 34 56 78\p{Cf}?$/u })
      .waitFor()
  }),
)
