import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../support/assertions.ts'
import { publishEvents } from '../support/events.ts'
import { openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'
import { tabTo } from './bed/tab-to.ts'

const salon = await openBusySalon()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test(
  'D54: somebody else changes the visit while its services are edited: both are shown, and nothing typed is lost',
  inBrowser(async (bed) => {
    const date = '2030-03-07'
    const visit = { date, nombre: 'Olga Prats', email: 'olga@example.com', services: ['Peinado'] }
    const { id } = dataOf(await salon.backend.book('Ana Prieto', '12:00', visit), 201)
    const page = await openAgenda(bed, salon, { path: `/agenda?fecha=${date}` })
    await piece(page, 'Olga Prats').click()
    await button(page, 'Cambiar servicios').click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar servicios' })
    const line = (name: string) => dialog.getByRole('group', { name, exact: true })
    await line('Peinado').getByLabel('Otro precio').fill('15')
    await line('Peinado').getByLabel('Motivo').fill('Cliente de siempre')
    await dialog.getByText(/→ .*15/).waitFor()

    // at the other desk
    const peinado = { servicio_id: salon.id('Peinado'), peluquero_id: salon.id('Zoe Duarte') }
    const theirs = { lineas: [peinado, { servicio_id: salon.id('Manicura') }], version: 1 }
    dataOf(await salon.backend.put(`/reservas/${id}/lineas/`, theirs))
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    const conflict = dialog.getByRole('alert')
    await conflict.getByText(/Peinado.*Ana Prieto.*→.*Zoe Duarte/).waitFor()
    await conflict.getByText(/Añadido: .*Manicura/).waitFor()
    await assertAccessible(page, 'a conflict')
    assert.equal(await line('Peinado').getByLabel('Otro precio').inputValue(), '15')
    const stored = async () => {
      const { servicios, total } = dataOf(await salon.backend.get(`/reservas/${id}/`))
      return [
        total,
        ...servicios.map(
          ({ nombre, profesional }: { nombre: string; profesional: { nombre: string } }) =>
            `${nombre} ${profesional.nombre}`,
        ),
      ]
    }
    const both = ['Peinado Zoe Duarte', 'Manicura Zoe Duarte']
    assert.deepEqual(await stored(), [39, ...both], 'nothing is saved before a choice')

    await tabTo(page, dialog.getByRole('button', { name: 'Aplicar lo mío encima' }))
    await page.keyboard.press('Enter')
    await dialog.getByText(/39.* → .*34/).waitFor()
    assert.equal(await line('Peinado').getByLabel('Motivo').inputValue(), 'Cliente de siempre')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await stored(), [34, ...both])

    // the other way: what is typed is given up for what is there
    await button(page, 'Cambiar servicios').click()
    await line('Manicura').getByLabel('Otro precio').fill('1')
    const only = { lineas: [{ servicio_id: salon.id('Peinado') }], version: 3 }
    dataOf(await salon.backend.put(`/reservas/${id}/lineas/`, only))
    await conflict.getByText(/Quitado: .*Manicura/).waitFor()
    await dialog.getByRole('button', { name: 'Usar lo suyo' }).click()
    await line('Manicura').waitFor({ state: 'detached' })
    assert.equal(await conflict.count(), 0)
    // and where nothing is typed it is simply there
    const again = { lineas: [peinado, { servicio_id: salon.id('Manicura') }], version: 4 }
    dataOf(await salon.backend.put(`/reservas/${id}/lineas/`, again))
    await publishEvents(salon)
    await line('Manicura').waitFor()
    assert.equal(await conflict.count(), 0)
  }),
)
