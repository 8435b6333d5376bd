import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openSalon } from '../support/salon.ts'
import { diaryOf } from './bed/bookings.ts'
import { embed } from './bed/embed.ts'
import { inBrowser } from './bed/in-browser.ts'
import { tabTo } from './bed/tab-to.ts'
import { eventsOf, heading, mainButton } from './bed/widget.ts'

const barbershop = {
  services: [{ name: 'Corte' }, { name: 'Barba' }],
  professionals: ['Ana', 'Bea'],
  payments: true,
  settings: { requiresPrepayment: true, cancellationHours: 2 },
}
/** Goes on with Enter; the heading of the next step then has the focus. */
async function pressMain(page: Page): Promise<void> {
  const before = (await heading(page).textContent()) ?? ''
  await tabTo(page, mainButton(page))
  await page.keyboard.press('Enter')
  await page.locator('#title:focus').filter({ hasNotText: before }).waitFor()
}

test(
  'a visit is chosen, booked, paid, moved and cancelled by keyboard alone',
  inBrowser(async (bed) => {
    const salon = await openSalon(barbershop)
    const page = await embed(bed, salon)
    const { keyboard } = page
    await tabTo(page, page.getByRole('checkbox', { name: 'Barba' }))
    await keyboard.press('Space')
    await pressMain(page)

    await tabTo(page, page.getByRole('radio', { name: 'Cualquiera' }))
    await keyboard.press('ArrowDown')
    assert.ok(await page.getByRole('radio', { name: 'Ana' }).isChecked())
    await pressMain(page)

    const day = (date: string) => page.locator(`[data-date="${date}"]:focus`)
    await tabTo(page, page.locator('[data-date="2030-03-04"]'))
    for (const [key, date] of [
      ['ArrowRight', '2030-03-05'],
      ['ArrowDown', '2030-03-12'],
      ['Home', '2030-03-11'],
      ['End', '2030-03-17'],
      ['ArrowUp', '2030-03-10'],
      ['PageDown', '2030-04-10'],
      ['PageUp', '2030-03-10'],
      ['ArrowLeft', '2030-03-09'],
    ] as const) {
      await keyboard.press(key)
      await day(date).waitFor()
    }
    await keyboard.press('Enter')
    const first = page.locator('[part~=time] input').first()
    await tabTo(page, first)
    await keyboard.press('Space')
    await keyboard.press('ArrowRight')
    await pressMain(page)

    await tabTo(page, page.locator('input#name'))
    await keyboard.type('Lucía Prado')
    await keyboard.press('Tab')
    await keyboard.type('lucia@example.com')
    // Enter in a field sends the form
    await keyboard.press('Enter')
    await page.locator('#title:focus').filter({ hasText: 'Pago' }).waitFor()

    await tabTo(page, page.getByLabel('Número de tarjeta'))
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('4000002500003155')
    await tabTo(page, mainButton(page))
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await keyboard.press('Enter')
    await page.locator('#title:focus').filter({ hasText: 'Cita reservada' }).waitFor()
    const [booked] = await eventsOf(page)
    const code = booked?.detail.codigo ?? ''

    const manage = await embed(bed, salon, { element: 'manage' })
    await tabTo(manage, manage.locator('input#code'))
    await manage.keyboard.type(code)
    await manage.keyboard.press('Enter')
    await tabTo(manage, manage.getByRole('button', { name: 'Cambiar la hora' }))
    await manage.keyboard.press('Enter')
    await tabTo(manage, manage.locator('[part~=time] input').first())
    await manage.keyboard.press('Space')
    for (const _ of [1, 2]) await manage.keyboard.press('ArrowRight')
    await tabTo(manage, mainButton(manage))
    await manage.keyboard.press('Enter')
    await manage.getByText('El precio no cambia.').waitFor()
    await tabTo(manage, mainButton(manage))
    await manage.keyboard.press('Enter')
    await manage.getByText('Hora cambiada.').first().waitFor()
    await tabTo(manage, manage.getByRole('button', { name: 'Cancelar la cita' }))
    await manage.keyboard.press('Enter')
    await tabTo(manage, mainButton(manage))
    await manage.keyboard.press('Enter')
    await manage.locator('#title').filter({ hasText: 'Cita cancelada' }).waitFor()
    assert.deepEqual(await diaryOf(salon, '2030-03-09'), [
      '09:30 Ana Barba: Lucía Prado, cancelada',
    ])
  }),
)
