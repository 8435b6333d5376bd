import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { openSalon } from '../support/salon.ts'
import { agendaSite, now, openAgenda } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'

const empty = { now, hours: {}, services: [], professionals: [] }

test(
  'D71: on a phone the first steps keep the margin of the page',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, await openSalon(empty), { width: 390 })
    const title = page.getByRole('heading', { name: 'Primeros pasos' })
    await title.waitFor()
    const { x = 0 } = (await title.boundingBox()) ?? {}
    assert.ok(x >= 8, `${x} px`)
  }),
)

test(
  'D71: a new salon sees what it needs, ticked as it is done, until it hides the list',
  inBrowser(async (bed) => {
    const salon = await openSalon(empty)
    const page = await openAgenda(bed, salon)
    const list = page.getByRole('region', { name: 'Primeros pasos' })
    const step = (name: string) => list.getByRole('link', { name })
    await list.waitFor()
    await page.getByText('Todavía no hay nadie con agenda.').waitFor()
    await assertAccessible(page, 'first steps')
    assert.deepEqual(
      await list.getByRole('link').evaluateAll((links) => links.map((link) => link.className)),
      Array(5).fill('row-of plain first-step '),
    )

    await step('Pon el horario').click()
    await page.getByRole('button', { name: 'Añadir horas: lunes' }).click()
    await page.getByRole('button', { name: 'Revisar y guardar' }).click()
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Día', exact: true }).click()
    await step('Pon el horario').filter({ hasText: 'Hecho' }).waitFor()
    await step('Añade tus servicios').filter({ hasText: 'Por hacer' }).waitFor()

    await list.getByRole('button', { name: 'Ocultar la lista' }).click()
    await list.waitFor({ state: 'detached' })
    await page.locator('#title:focus').waitFor()
    await page.getByText('Lista oculta. Sigue en Ajustes.').waitFor({ state: 'attached' })
    await page.reload()
    await page.getByText('Todavía no hay nadie con agenda.').waitFor()
    await page.getByRole('link', { name: 'Ajustes' }).click()
    await list.waitFor()
    assert.equal(await list.getByRole('button').count(), 0)
  }),
)

test(
  'D71: the list is for who may change the salon, and not for a salon that has begun',
  inBrowser(async (bed) => {
    const [begun, fresh] = [await openSalon({ now }), await openSalon(empty)]
    const reception = await openAgenda(bed, fresh, { role: 'receptionist' })
    await reception.getByText('Todavía no hay nadie con agenda.').waitFor()
    const owner = await openAgenda(bed, begun, { path: '/agenda/ajustes' })
    const list = owner.getByRole('region', { name: 'Primeros pasos' })
    await list.getByRole('link', { name: /Abre tu página.*Por hacer/s }).waitFor()
    assert.equal(await list.getByText('Hecho').count(), 3)
    await owner.goto(`${await agendaSite()}/agenda`)
    await owner.locator('.grid').waitFor()
    await owner.waitForLoadState('networkidle')
    for (const page of [reception, owner])
      assert.equal(await page.locator('.first-steps').count(), 0)
  }),
)

test('D62: the session says what the salon has, and who changes its settings', async () => {
  const salon = await openSalon({ now, settings: { managedBy: 'file', onlinePage: true } })
  const owner = await salon.staff('owner')
  const { negocio } = dataOf(await owner.get('/sesion/'))
  assert.equal(negocio.gestion, 'archivo')
  const done = { horarios: true, servicios: true, profesionales: true }
  assert.deepEqual(negocio.primeros_pasos, { ...done, pagina: true, cobros: false })
})
