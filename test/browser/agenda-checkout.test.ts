import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { openAgenda, openBusySalon, piece, sendAgain } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'
import { tabTo } from './bed/tab-to.ts'

const salon = await openBusySalon({
  products: [
    { name: 'Cera', priceCents: 1200, stock: 5 },
    { name: 'Peine', priceCents: 500 },
  ],
})

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true })

const takenFor = async (name: string) => {
  const { reservas } = dataOf(await salon.backend.get('/agenda/?fecha=2030-03-04'))
  const { id } = reservas.find(
    ({ cliente }: { cliente: { nombre: string } }) => cliente.nombre === name,
  )
  const { items } = dataOf(await salon.backend.get(`/cobros/?reserva_id=${id}`))
  return items
    .map((one: Record<string, unknown>) => `${one.metodo} ${one.monto}+${one.propina}`)
    .sort()
}

async function openCheckout(page: Page, name: string): Promise<Locator> {
  await piece(page, name).click()
  await button(page, 'Cobrar').click()
  const dialog = page.getByRole('dialog', { name: 'Cobrar' })
  await dialog.getByRole('group', { name: 'Forma de pago' }).waitFor()
  return dialog
}

test(
  'D54: a visit is paid in cash with its change, a tip and a product, by keyboard; a second click takes nothing',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { role: 'receptionist' })
    await piece(page, 'Pablo Nieto').focus()
    await page.keyboard.press('Enter')
    await tabTo(page, button(page, 'Cobrar'))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cobrar' })
    const product = dialog.getByLabel('Añadir producto')
    await product.selectOption(`${salon.id('Cera')}`)
    await dialog.getByText('1 × Cera').waitFor()
    await dialog.getByLabel('Propina').fill('3')
    await dialog.getByLabel('Entregado').fill('30')
    await dialog.getByText(/Faltan .*5/).waitFor()
    assert.equal(await button(dialog, /Cobrar 35/).getAttribute('aria-disabled'), 'true')
    await dialog.getByLabel('Entregado').fill('50')
    await dialog.getByText(/Cambio: .*15/).waitFor()
    let requests = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && /cobros|ventas/.test(request.url())) requests++
    })
    await button(dialog, /Cobrar 35/).dblclick()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(requests, 3, 'the sale, the visit and the products')
    assert.deepEqual(await takenFor('Pablo Nieto'), ['efectivo 20+3'])
    const { items } = dataOf(await salon.backend.get('/cobros/'))
    assert.deepEqual(
      items.filter((one: { pedido_id: number | null }) => one.pedido_id !== null).length,
      1,
    )
    await page
      .getByRole('dialog', { name: 'Pablo Nieto' })
      .getByText('A pagar en el salón')
      .waitFor()
  }),
)

test(
  'D54: a part is paid in cash and the rest by card, and an owner reverses one of them',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    const dialog = await openCheckout(page, 'Lucía Prado')
    await dialog.getByLabel('Importe').fill('30')
    await dialog.getByText('Es más de lo que queda.').waitFor()
    await dialog.getByLabel('Importe').fill('10')
    await dialog.getByText(/Quedarán por cobrar .*14/).waitFor()
    await button(dialog, /Cobrar 10/).click()
    await button(dialog, /Cobrar 14/).waitFor()
    await dialog.getByRole('radio', { name: 'Tarjeta' }).check()
    await button(dialog, /Cobrar 14/).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await takenFor('Lucía Prado'), ['efectivo 10+0', 'tarjeta 14+0'])
    await button(page, 'Cobrar').click()
    await button(dialog, /Anular el cobro de 14/).click()
    const reversal = page.getByRole('dialog', { name: 'Anular un cobro' })
    await reversal.getByLabel('Motivo').fill('Tarjeta rechazada')
    await button(reversal, 'Anular').click()
    await reversal.waitFor({ state: 'detached' })
    await button(dialog, /Cobrar 14/).waitFor()
    assert.deepEqual(await takenFor('Lucía Prado'), [
      'efectivo 10+0',
      'tarjeta -14+0',
      'tarjeta 14+0',
    ])
  }),
)

test(
  'D54: when the connection is lost after a payment is stored, it is not offered to be sent again',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    const dialog = await openCheckout(page, 'Alba Ferrer')
    const before = await takenFor('Alba Ferrer')
    let isLost = false
    await page.route('**/api/v1/**', (route) => {
      if (isLost && route.request().method() === 'GET') return route.abort('internetdisconnected')
      if (route.request().method() === 'POST') isLost = true
      return route.continue()
    })
    await dialog.getByLabel('Importe').fill('5')
    await button(dialog, /Cobrar 5/).click()
    await page.getByText('Sin conexión').first().waitFor()
    assert.equal(await page.getByText('quizá no se ha guardado').count(), 0)
    await button(dialog, /Cobrar 19/).waitFor()
    await button(dialog, 'Reintentar').waitFor()
    await page.unroute('**/api/v1/**')
    await sendAgain(dialog)
    await dialog.getByText('Cobros', { exact: true }).waitFor()
    assert.deepEqual(await takenFor('Alba Ferrer'), [...before, 'efectivo 5+0'])
  }),
)

test(
  'D54: what a colleague has just taken is shown, and not taken again',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    const dialog = await openCheckout(page, 'Julia Sanchís')
    const { reservas } = dataOf(await salon.backend.get('/agenda/?fecha=2030-03-04'))
    const { id } = reservas.find(
      ({ cliente }: { cliente: { nombre: string } }) => cliente.nombre === 'Julia Sanchís',
    )
    // the colleague is quicker than the request of this page
    await page.route('**/api/v1/cobros/*', async (route) => {
      if (route.request().method() === 'POST')
        dataOf(
          await salon.backend.post('/cobros/', { reserva_id: id, metodo: 'tarjeta', monto: 19 }),
          201,
        )
      await route.continue()
    })
    await button(dialog, /Cobrar 19/).click()
    await dialog.getByText(/El importe no es el que hay que pagar/).waitFor()
    await button(dialog, /Anular el cobro de 19/).waitFor()
    const taken = await takenFor('Julia Sanchís')
    assert.equal(taken.length, 1, 'only one of them took it')
  }),
)

test(
  'D54: products that were handed over and not paid for are shown with the visit, and paid from there',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { role: 'receptionist' })
    const dialog = await openCheckout(page, 'Julia Sanchís')
    await dialog.getByLabel('Añadir producto').selectOption(`${salon.id('Peine')}`)
    await dialog.getByText('1 × Peine').waitFor()
    // the sale is made, and the connection lost before its money is recorded
    await page.route('**/api/v1/cobros/*', async (route) => {
      if (route.request().method() === 'POST') await route.abort()
      else await route.continue()
    })
    await button(dialog, /Cobrar 5/).click()
    await page
      .getByText(/^Sin respuesta/)
      .first()
      .waitFor()
    await page.unroute('**/api/v1/cobros/*')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const sheet = page.getByRole('dialog', { name: 'Julia Sanchís' })
    await sheet.getByText(/Queda por cobrar .*5.* de productos/).waitFor()
    await button(sheet, 'Cobrar').click()
    await assertAccessible(page, 'unpaid products')
    await button(dialog, 'Cobrar 1 × Peine').click()
    await button(dialog, /Cobrar 5/).click()
    await dialog.waitFor({ state: 'detached' })
    await sheet.getByText(/Queda por cobrar/).waitFor({ state: 'detached' })
    const { items } = dataOf(await salon.backend.get('/pedidos/?por_cobrar=true'))
    assert.deepEqual(items, [])
  }),
)

test(
  'D71: axe finds nothing while money is taken, in any language',
  inBrowser(async (bed) => {
    for (const [language, name, width] of [
      ['es', 'Cobrar', 320],
      ['en', 'Take payment', 1280],
      ['ar', 'تحصيل الدفع', 320],
    ] as const) {
      const page = await openAgenda(bed, salon, { language, width, path: '/agenda/lista' })
      await page.getByRole('button', { name: /Lucía Prado/ }).click()
      await button(page, name).click()
      const dialog = page.getByRole('dialog', { name })
      await dialog.locator('.add-product select').selectOption({ index: 1 })
      await page.waitForLoadState('networkidle')
      await assertAccessible(page, `checkout ${language}`)
      await dialog.locator('li button').last().click()
      await page.waitForLoadState('networkidle')
      await assertAccessible(page, `reversal ${language}`)
    }
  }),
)
