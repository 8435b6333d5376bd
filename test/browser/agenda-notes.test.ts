import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { until } from '../support/until.ts'
import { openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'
import { tabTo } from './bed/tab-to.ts'
import { assertTargetSizes } from './bed/target-size.ts'

const salon = await openBusySalon()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function customerOf(name: string): Promise<number> {
  const { items } = dataOf(await salon.backend.get(`/clientes/?q=${encodeURIComponent(name)}`))
  return items[0].id
}

test(
  'D74: notes of each kind are added and deleted; an allergy needs consent, and is read on request',
  inBrowser(async (bed) => {
    const customer = `/clientes/${await customerOf('Carla')}`
    const page = await openAgenda(bed, salon)
    await piece(page, 'Carla Montes').click()
    const [kind, text] = [page.getByLabel('Tipo de nota'), page.getByLabel('Nota nueva')]
    await kind.selectOption('formula')
    await button(page, 'Añadir nota').click()
    await page.getByRole('alert').filter({ hasText: 'Escribe la nota.' }).waitFor()
    await text.fill('6.1 con 20 vol.')
    await tabTo(page, button(page, 'Añadir nota'))
    await page.keyboard.press('Enter')
    const formula = page.getByRole('listitem').filter({ hasText: '6.1 con 20 vol.' })
    await formula.getByText(/^Fórmula ·/).waitFor()
    assert.equal(await text.inputValue(), '')

    await kind.selectOption('alergia')
    await text.fill('Amoniaco')
    await button(page, 'Añadir nota').click()
    await page.getByRole('alert').filter({ hasText: 'Una alergia necesita' }).waitFor()
    assert.equal(dataOf(await salon.backend.get(`${customer}/`)).alergias, 0)
    await assertAccessible(page, 'allergy')
    await page.getByLabel('Acepta que el salón guarde datos sobre su salud').check()
    // the response is lost, and the request repeated: it is one allergy
    await page.route(
      /\/notas\//,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await button(page, 'Añadir nota').click()
    // the card may show it before the repeated request has its response
    await until(async () => (await text.inputValue()) === '')
    await button(page, 'Ver 1 alergia').click()
    await page.getByRole('listitem').filter({ hasText: 'Amoniaco' }).waitFor()
    const card = dataOf(await salon.backend.get(`${customer}/`))
    assert.equal(card.alergias, 1)
    assert.deepEqual(
      card.consentimientos.map(({ tipo, otorgado, medio }: Record<string, unknown>) => [
        ...[tipo, otorgado, medio],
      ]),
      [['salud', true, 'presencial']],
    )
    await text.fill('Látex')
    await button(page, 'Añadir nota').click()
    await page.getByRole('listitem').filter({ hasText: 'Látex' }).waitFor()
    await button(page, 'Borrar: Amoniaco').click()
    await page.getByRole('dialog', { name: '¿Borrar la nota?' }).waitFor()
    await assertAccessible(page, 'delete')
    await button(page, 'Borrar').click()
    await button(page, 'Borrar: Amoniaco').waitFor({ state: 'detached' })

    // somebody else deletes it while the question is open
    const [note] = card.notas
    await button(page, 'Borrar: 6.1 con 20 vol.').click()
    dataOf(await salon.backend.delete(`${customer}/notas/${note.id}/`))
    await button(page, 'Borrar').click()
    // the card may be read again before the request has its response
    await page.getByText('Sin notas.').waitFor()
    await page.getByRole('dialog', { name: '¿Borrar la nota?' }).waitFor({ state: 'hidden' })
  }),
)

test(
  'D74: who may not read about health is offered no allergies, and the card fits in other languages',
  inBrowser(async (bed) => {
    const customer = `/clientes/${await customerOf('Lucía')}`
    const consent = { tipo: 'salud', otorgado: true, medio: 'papel' }
    dataOf(await salon.backend.post(`${customer}/consentimientos/`, consent), 201)
    dataOf(
      await salon.backend.post(`${customer}/notas/`, { tipo: 'alergia', texto: 'Níquel' }),
      201,
    )
    const path = '/agenda/lista'
    const person = { permissionsRemoved: ['customers.health' as const] }
    const desk = await openAgenda(bed, salon, { role: 'manager', person, path })
    await desk.getByRole('button', { name: /Lucía Prado/ }).click()
    const options = desk.getByLabel('Tipo de nota').locator('option')
    await options.first().waitFor({ state: 'attached' })
    assert.deepEqual(await options.allTextContents(), ['Nota', 'Fórmula', 'Preferencia'])
    assert.equal(await desk.getByRole('button', { name: /alergia/ }).count(), 0)

    for (const language of ['en', 'ar'] as const) {
      const page = await openAgenda(bed, salon, { path, language, width: 320, theme: 'dark' })
      await page.getByRole('button', { name: /Emma Ríos/ }).click()
      await page.locator('.card select').selectOption('alergia')
      await page.locator('.card input[type="checkbox"]').waitFor()
      await assertAccessible(page, `allergy (${language})`)
      await assertTargetSizes(page, `allergy (${language})`)
    }
  }),
)

test(
  'D77: at the desk a customer agrees to messages by channel, and withdraws it',
  inBrowser(async (bed) => {
    const id = await customerOf('Lucía')
    const cardOf = async () => dataOf(await salon.backend.get(`/clientes/${id}/`))
    const { telefono } = await cardOf()
    assert.ok(telefono)
    const son = dataOf(await salon.backend.post('/clientes/', { nombre: 'Leo', telefono }), 201)
    const hisConsents = `/clientes/${son.id}/consentimientos/`
    const agrees = { tipo: 'whatsapp', otorgado: true, medio: 'presencial' }
    dataOf(await salon.backend.post(hisConsents, agrees), 201)
    const page = await openAgenda(bed, salon)
    await piece(page, 'Lucía Prado').click()
    await page.getByRole('checkbox', { name: /usan este número/ }).check()
    const box = page.getByRole('checkbox', { name: 'WhatsApp' })
    await box.check()
    const consentOf = async () =>
      (await cardOf()).consentimientos.find(({ tipo }: { tipo: string }) => tipo === 'whatsapp')
    await until(async () => (await consentOf())?.otorgado === true)
    assert.equal((await consentOf()).telefono, telefono)
    assert.match((await consentOf()).texto, /^Acepta recibir en su móvil/)
    const { consentimientos } = dataOf(await salon.backend.get(`/clientes/${son.id}/`))
    assert.equal(consentimientos[0].otorgado, true, 'they share the number')
    await assertAccessible(page, 'messages')
    await assertTargetSizes(page, 'messages')
    await box.uncheck()
    await until(async () => (await consentOf())?.otorgado === false)
    assert.equal(await page.getByRole('checkbox', { name: 'SMS' }).isChecked(), false)
  }),
)
