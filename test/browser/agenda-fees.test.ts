import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import type { TestSalon } from '../support/salon.ts'
import {
  bookWithCard,
  heldAtProcessor,
  openCardSalon,
  saveCard,
  settleAll,
} from '../support/saved-cards.ts'
import { openAgenda, piece } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'

const button = { exact: true } as const

/** A visit of today that was missed, with a card. */
async function openMissed(): Promise<TestSalon> {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon, { date: '2030-03-05' })
  await saveCard(salon, booking)
  salon.setTime('2030-03-05T11:00')
  return salon
}

test(
  'D51: a fee is charged in the agenda after its amount was shown, and waived',
  inBrowser(async (bed) => {
    const salon = await openMissed()
    const page = await openAgenda(bed, salon)
    await piece(page, 'Lucía Prado').click()
    const sheet = page.getByRole('dialog', { name: 'Lucía Prado' })
    await sheet.getByRole('button', { name: 'No vino' }).click()
    await sheet.locator('.chip.no_show').waitFor()
    assert.equal(await sheet.locator('.primary').count(), 0, 'what would undo it is not proposed')
    await sheet.getByRole('button', { name: 'Cobrar cargo', ...button }).click()
    const dialog = page.getByRole('dialog', { name: 'Cobrar un cargo' })
    await dialog.getByText(/Se puede cobrar hasta .?18,50\s€/).waitFor()
    assert.equal(heldAtProcessor(salon), 0)
    await dialog.getByLabel('Importe').fill('20')
    await dialog.getByText(/un importe de hasta .?18,50\s€/).waitFor()
    await dialog.getByLabel('Importe').fill('12')
    await dialog.getByRole('button', { name: 'Cobrar cargo' }).dblclick()
    await dialog.waitFor({ state: 'detached' })
    await sheet.getByText(/Cargo de .?12\s€.?: se está cobrando\./).waitFor()
    await settleAll(salon)
    assert.equal(heldAtProcessor(salon), 1200)
    await page.keyboard.press('Escape')
    await piece(page, 'Lucía Prado').click()
    await sheet.getByText(/Cargo de .?12\s€.?: cobrado\./).waitFor()
    await sheet.getByRole('button', { name: 'Perdonar cargo' }).click()
    const waiver = page.getByRole('dialog', { name: 'Perdonar el cargo' })
    await waiver.getByText(/se devuelven al cliente/).waitFor()
    await waiver.getByRole('button', { name: 'Perdonar cargo' }).click()
    await sheet.getByText(/Cargo de .?12\s€.?: perdonado\./).waitFor()
    assert.equal(await sheet.getByRole('button', { name: 'Cobrar cargo' }).count(), 0)
    await settleAll(salon)
    assert.equal(heldAtProcessor(salon), 0)
  }),
)

test(
  'D51: who cancelled late is found in the list of the day, and charged',
  inBrowser(async (bed) => {
    const salon = await openCardSalon()
    const booking = await bookWithCard(salon, { date: '2030-03-05' })
    await saveCard(salon, booking)
    const others = { date: '2030-03-05', time: '11:00', email: 'marta@example.com' }
    const without = await bookWithCard(salon, others)
    dataOf(await salon.backend.post(`/reservas/${without.id}/confirmar/`, {}))
    // the deadline of when it was booked counts
    dataOf(await salon.backend.put('/ajustes/reglas/', { tiempo_cancelacion_horas: 0 }))
    salon.setTime('2030-03-05T09:00')
    for (const each of [booking, without]) dataOf(await salon.guest.cancel(each))
    const page = await openAgenda(bed, salon, { path: '/agenda/lista' })
    await page.getByRole('button', { name: 'Ver canceladas' }).click()
    const cancelled = page.getByRole('button', { name: /Lucía Prado/ })
    await cancelled.nth(1).waitFor()
    await assertAccessible(page, 'cancelled visits')
    const sheet = page.getByRole('dialog', { name: 'Lucía Prado' })
    await cancelled.filter({ hasText: '11:00' }).click()
    await sheet.getByText('Total').waitFor()
    assert.equal(await sheet.getByRole('button', { name: 'Cobrar cargo', ...button }).count(), 0)
    await page.keyboard.press('Escape')
    await cancelled.filter({ hasText: '10:00' }).click()
    await sheet.getByRole('button', { name: 'Cobrar cargo', ...button }).click()
    const dialog = page.getByRole('dialog', { name: 'Cobrar un cargo' })
    await dialog.getByText(/Se puede cobrar hasta .?9,25\s€/).waitFor()
    await dialog.getByRole('button', { name: 'Cobrar cargo' }).click()
    await sheet.getByText(/Cargo de .?9,25\s€.?: se está cobrando\./).waitFor()
    await settleAll(salon)
    assert.equal(heldAtProcessor(salon), 925)
  }),
)

test(
  'D51, D65: only who may take money charges a fee; axe finds nothing, in any language',
  inBrowser(async (bed) => {
    const salon = await openMissed()
    for (const [language, width, charge, waive] of [
      ['es', 320, 'Cobrar cargo', 'Perdonar cargo'],
      ['en', 1280, 'Charge fee', 'Waive fee'],
      ['ar', 320, 'خصم رسم', 'التنازل عن الرسم'],
    ] as const) {
      const page = await openAgenda(bed, salon, { language, width, path: '/agenda/lista' })
      await page.getByRole('button', { name: /Lucía Prado/ }).click()
      if (language === 'es') await page.getByRole('button', { name: 'No vino' }).click()
      await page.getByRole('button', { name: charge, ...button }).click()
      await page.waitForLoadState('networkidle')
      await assertAccessible(page, `fee ${language}`)
      if (language !== 'ar') continue
      await page.locator('dialog form .actions button').last().click()
      await page.getByRole('button', { name: waive, ...button }).click()
      await assertAccessible(page, `waiver ${language}`)
    }
    const page = await openAgenda(bed, salon, {
      role: 'professional',
      person: { professional: 'Ana' },
    })
    await piece(page, 'Lucía Prado').click()
    await page.getByRole('dialog').getByText('Total').waitFor()
    for (const name of ['Cobrar cargo', 'Perdonar cargo'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  }),
)

test(
  'D47, D50: the salon sets its card guarantee, and that of a service, in its settings',
  inBrowser(async (bed) => {
    const salon = await openCardSalon({ cardGuarantee: null })
    const open = (part: string) => openAgenda(bed, salon, { path: `/agenda/ajustes?parte=${part}` })
    const page = await open('reglas')
    const save = async () => {
      await page.getByRole('button', { name: 'Revisar y guardar' }).click()
      const plan = page.getByRole('dialog', { name: 'Antes de guardar' })
      const text = (await plan.getByRole('listitem').first().textContent()) ?? ''
      await plan.getByRole('button', { name: 'Guardar', ...button }).click()
      await plan.waitFor({ state: 'detached' })
      return text.replace(/\s+/g, ' ')
    }
    await page.getByLabel('Los clientes dejan una tarjeta').check()
    await page.getByLabel('Si no viene').fill('80')
    await page.getByLabel('Si cancela tarde').fill('120')
    await page.getByRole('button', { name: 'Revisar y guardar' }).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await page.getByLabel('Si cancela tarde').fill('40')
    await page.getByLabel('Solo clientes nuevos').check()
    assert.match(await save(), /Tarjeta al reservar: – → .*80% \/ 40%, Solo clientes nuevos/)
    const { garantia_tarjeta } = dataOf(await salon.backend.get('/ajustes/reglas/'))
    assert.deepEqual(garantia_tarjeta, {
      ...{ no_show: 80, cancelacion_tardia: 40, solo_clientes_nuevos: true, desde_total: 0 },
    })
    await assertAccessible(page, 'card guarantee')

    await page.goto(page.url().replace(/\?.*/, `?parte=servicios&id=${salon.id('Corte')}`))
    await page.getByLabel('Partes propias').check()
    await page.getByLabel('Si no viene').fill('50')
    await page.getByLabel('Si cancela tarde').fill('0')
    assert.match(await save(), /50% \/ 0%/)
    const booking = await bookWithCard(salon)
    const { garantia } = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
    assert.deepEqual(garantia, {
      ...{ no_show: 9.25, cancelacion_tardia: 0, gratis_hasta: '2030-03-05T10:00:00.000Z' },
      con_tarjeta: true,
    })
  }),
)

test(
  'D50: the sheet of a visit misses its card only until the salon has confirmed it',
  inBrowser(async (bed) => {
    const salon = await openCardSalon()
    const booking = await bookWithCard(salon, { date: '2030-03-04' })
    const page = await openAgenda(bed, salon)
    await piece(page, 'Lucía Prado').click()
    const sheet = page.getByRole('dialog', { name: 'Lucía Prado' })
    const missing = sheet.getByText('Falta la tarjeta del cliente.')
    await missing.waitFor()
    dataOf(await salon.backend.post(`/reservas/${booking.id}/confirmar/`, {}))
    await page.keyboard.press('Escape')
    await piece(page, 'Lucía Prado').click()
    await sheet.locator('.chip.confirmada').waitFor()
    assert.equal(await missing.count(), 0)
  }),
)
