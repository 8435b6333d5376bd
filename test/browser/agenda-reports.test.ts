import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { openAgenda, openBusySalon } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'

// Reports in the agenda (D76).

const salon = await openBusySalon()

test(
  'D76: a report is a table with its total, a drawing and a file, at an address of its own',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda/informes' })
    await page.getByRole('table').waitFor()
    await page.getByLabel('Informe', { exact: true }).selectOption('citas')
    await page.getByLabel('Filas').selectOption('peluquero')
    await page.getByLabel('Hasta').fill('2030-03-31')
    await page.getByRole('rowheader', { name: 'Ana Prieto' }).waitFor()
    assert.match(page.url(), /informe=citas&grupo=peluquero&hasta=2030-03-31/)
    const { total } = dataOf(
      await salon.backend.get('/informes/citas/?desde=2030-03-01&hasta=2030-03-31&grupo=peluquero'),
    )
    assert.equal(
      await page.locator('tfoot td').first().textContent(),
      String(total.citas),
      'the figures of the API',
    )
    assert.equal(await page.locator('.report-chart rect').count(), 4)
    await page.reload()
    await page.getByRole('rowheader', { name: 'Ana Prieto' }).waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Descargar CSV' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'citas-2030-03-01-2030-03-31.csv')
    assert.match(await readFile(await download.path(), 'utf8'), /Ana Prieto;4;/)
    await assertAccessible(page, 'the report')

    await page.getByLabel('Informe', { exact: true }).selectOption('caja')
    const [bookkeeping] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Contabilidad de marzo de 2030' }).click(),
    ])
    assert.equal(bookkeeping.suggestedFilename(), 'contabilidad-2030-03.csv')
    assert.match(await readFile(await bookkeeping.path(), 'utf8'), /^\uFEFFfecha;tipo;concepto;/)
  }),
)

test(
  'D76: a period that is too long says so, and the report stays',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda/informes?informe=citas' })
    await page.getByRole('table').waitFor()
    await page.getByLabel('Desde').fill('2028-01-01')
    await page.getByRole('main').getByText('El periodo pedido no es válido').waitFor()
    await page.getByRole('table').waitFor()
    await assertAccessible(page, 'too long')
  }),
)

for (const [language, width, theme] of [
  ['ar', 320, 'dark'],
  ['en', 1280, 'light'],
] as const)
  test(
    `D76: the reports are accessible in ${language}, ${width} px wide, ${theme}`,
    inBrowser(async (bed) => {
      const path = `/agenda/informes?informe=ausencias&lang=${language}`
      const page = await openAgenda(bed, salon, { path, language, width, theme })
      await page.getByRole('table').waitFor()
      await assertAccessible(page, path)
    }),
  )

test(
  'D76: who has only their own figures sees those, and at a shared device there are none',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, {
      ...{ role: 'professional', person: { professional: 'Ana Prieto' } },
      path: '/agenda/informes?informe=citas&grupo=peluquero&hasta=2030-03-31',
    })
    await page.getByRole('rowheader', { name: 'Ana Prieto' }).waitFor()
    assert.equal(await page.locator('tbody tr').count(), 1)
    const desk = await openAgenda(bed, salon, { role: 'receptionist' })
    assert.equal(await desk.getByRole('link', { name: 'Informes' }).count(), 0)
  }),
)
