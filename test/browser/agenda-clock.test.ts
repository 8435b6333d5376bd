import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { publishEvents } from '../support/events.ts'
import { openSalon } from '../support/salon.ts'
import { until } from '../support/until.ts'
import { openAgenda, piece } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openSalon({
  now: '2030-03-04T08:00',
  services: [
    { name: 'Corte', minutes: 45 },
    { name: 'Flequillo', minutes: 15 },
  ],
  professionals: ['Ana', 'Marta'],
})
const book = async (who: string, time: string, name: string, service: string, more = {}) =>
  dataOf(
    await salon.backend.book(who, time, {
      ...{ services: [service], nombre: name, por_negocio: true, email: undefined, ...more },
    }),
    201,
  )
const { id: saraId } = await book('Ana', '10:00', 'Sara Gil', 'Corte')
await book('Ana', '11:00', 'Olga Mir', 'Flequillo')
await book('Marta', '09:00', 'Iris Cano', 'Corte')
await book('Marta', '12:00', 'Pura Soler', 'Corte', { date: '2030-03-05' })
salon.setTime('2030-03-04T10:20')

/** The clock of the browser is that of the salon, and goes on when a test says so. */
const present = new Date('2030-03-04T09:20:00Z')

test(
  'D71: who has not come after the start is late, in the grid, the list and for screen readers',
  inBrowser(async (bed) => {
    const words = { es: 'Con retraso', en: 'Late', ar: 'متأخر' } as const
    for (const language of ['es', 'en', 'ar'] as const) {
      const late = words[language]
      const page = await openAgenda(bed, salon, { language, path: `/agenda?lang=${language}` })
      const sara = piece(page, 'Sara Gil')
      await sara.locator('.what .strong').getByText(late, { exact: true }).waitFor()
      assert.match((await sara.locator('.hidden').textContent()) ?? '', new RegExp(late))
      // a star of the first visit beside it
      assert.equal(await sara.locator('.marks svg').count(), 2)
      // one is over, the other has not begun
      for (const name of ['Iris Cano', 'Olga Mir'])
        assert.doesNotMatch((await piece(page, name).textContent()) ?? '', new RegExp(late), name)
      await page.goto(page.url().replace('/agenda', '/agenda/lista'))
      const row = page.getByRole('button', { name: /Sara Gil/ })
      await row.locator('.end .strong').getByText(late, { exact: true }).waitFor()
      assert.equal(await page.getByText(late, { exact: true }).count(), 1)
    }
  }),
)

test(
  'D71: the present and who is late go on by themselves, until somebody has come or it is over',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { now: present })
    const shownMinute = async () => {
      const text = await page.locator('.present').textContent()
      const [hours = 0, minutes = 0] = (text ?? '').split(':').map(Number)
      return hours * 60 + minutes
    }
    const before = await shownMinute()
    const [sara, olga] = [piece(page, 'Sara Gil'), piece(page, 'Olga Mir')]
    await sara.filter({ hasText: 'Con retraso' }).waitFor()
    await olga.filter({ hasNotText: 'Con retraso' }).waitFor()
    dataOf(await salon.backend.post(`/reservas/${saraId}/llegada/`))
    await publishEvents(salon)
    await sara.filter({ hasText: 'Ha llegado' }).waitFor()
    await sara.filter({ hasNotText: 'Con retraso' }).waitFor()

    await page.clock.runFor('42:00')
    await olga.filter({ hasText: 'Con retraso' }).waitFor()
    assert.ok((await shownMinute()) >= before + 42)
    await page.clock.runFor('15:00')
    await olga.filter({ hasNotText: 'Con retraso' }).waitFor()
    await sara.filter({ hasText: 'Ha llegado' }).waitFor()
  }),
)

test(
  'D71: after midnight a page that was left open shows the new day, and keeps it for later',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { now: present })
    await piece(page, 'Olga Mir').waitFor()
    // what a page that was just opened reads is over
    await until(() => page.evaluate<boolean>("caches.match('/agenda').then(Boolean)"))
    const read = page.waitForRequest(/\/agenda\/\?.*fecha=2030-03-06/)
    // as the lid of a laptop does: what was due meanwhile happens once
    await page.clock.fastForward('24:00:00')
    await page.getByRole('heading', { name: 'martes, 5 de marzo' }).waitFor()
    await piece(page, 'Pura Soler').filter({ hasNotText: 'Con retraso' }).waitFor()
    assert.equal(await piece(page, 'Olga Mir').count(), 0)
    await page.clock.runFor(2_000)
    await read
  }),
)
