import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { openAgenda, openBusySalon } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openBusySalon()

const week = (name: string, date: string) =>
  `/agenda/semana?fecha=${date}&persona=${salon.id(name)}`

const visitOf = async (name: string) => {
  const { items } = dataOf(await salon.backend.get('/reservas/?desde=2030-03-04&hasta=2030-03-04'))
  const visit = items.find(
    ({ cliente }: { cliente: { nombre: string } }) => cliente.nombre === name,
  )
  return [visit.estado, visit.profesional.nombre, visit.hora_inicio]
}

test(
  'D71: the visits of somebody who is ill are settled in one screen, and what is refused stays open',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: week('Marta Sanz', '2030-03-04') })
    await page.getByRole('button', { name: 'Ausencia' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Ausencia de Marta Sanz' })
    const julia = dialog.getByLabel(/Julia Sanchís/)
    const alba = dialog.getByLabel(/Alba Ferrer/)
    await julia.waitFor()
    await assertAccessible(page, 'absence')
    // Noa does not work on that day
    assert.deepEqual(await julia.locator('option', { hasText: 'Noa Rey' }).count(), 0)
    await julia.selectOption({ label: 'Cancelar la cita' })
    await alba.selectOption({ label: 'Dejar como está' })
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText('El día libre no se ha guardado: quedan citas.').waitFor()
    assert.equal((await visitOf('Julia Sanchís'))[0], 'cancelada')
    assert.deepEqual(await visitOf('Alba Ferrer'), ['confirmada', 'Marta Sanz', '16:00'])
    await julia.waitFor({ state: 'detached' })
    await alba.selectOption({ label: 'Ana Prieto, a la misma hora' })
    await assertAccessible(page, 'absence with a refusal')
    await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await visitOf('Alba Ferrer'), ['confirmada', 'Ana Prieto', '16:00'])
    const { excepciones } = dataOf(
      await salon.backend.get(`/ajustes/profesionales/${salon.id('Marta Sanz')}/excepciones/`),
    )
    assert.deepEqual(
      excepciones.map(({ fecha }: { fecha: string }) => fecha),
      ['2030-03-04'],
    )
  }),
)

test(
  'D71: for who does not work on a day there is nothing to settle, and their next days are offered',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: week('Noa Rey', '2030-03-11'), width: 320 })
    await page.getByRole('button', { name: 'Ausencia' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ausencia de Noa Rey' })
    await dialog.getByText('Noa Rey no trabaja ni tiene citas ese día.').waitFor()
    await assertAccessible(page, 'absence of who does not work')
    assert.equal(await dialog.getByRole('button', { name: 'Guardar' }).count(), 0)
    const days = dialog.getByRole('group', { name: 'Sus próximos días de trabajo' })
    await days.getByRole('button', { name: /12/ }).click()
    await dialog.getByText('No quedan citas ese día.').waitFor()
    await dialog.getByLabel('Día libre: nadie puede reservar más').waitFor()
    assert.equal(await dialog.getByLabel('Fecha').inputValue(), '2030-03-12')
  }),
)
