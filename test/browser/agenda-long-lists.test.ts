import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { openSalon } from '../support/salon.ts'
import { now, openAgenda } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'

const team = ['Ana Prieto', 'Marta Sanz', 'Zoe Duarte', 'Noa Rey']

test(
  'D71: of more than a hundred visits that wait to be confirmed the next ones are there',
  inBrowser(async (bed) => {
    const salon = await openSalon({
      now,
      services: [{ name: 'Corte', minutes: 15 }],
      professionals: team,
      settings: { confirmsByHand: true },
    })
    const book = async (who: string, date: string, time: string, number: number) =>
      dataOf(
        await salon.backend.book(who, time, {
          ...{ services: ['Corte'], date, nombre: 'Pura Soler', email: `p${number}@example.com` },
          por_negocio: false,
        }),
        201,
      )
    await book('Ana Prieto', '2030-03-05', '12:00', 100)
    for (let number = 0; number < 100; number++) {
      const minute = 15 * Math.floor(number / team.length)
      const time = `${11 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
      await book(team[number % team.length] ?? '', '2030-03-06', time, number)
    }
    const page = await openAgenda(bed, salon, { path: '/agenda/confirmar' })
    const rows = page.locator('.agenda-list .pair')
    await rows.first().waitFor()
    assert.match((await rows.first().textContent()) ?? '', /5 de marzo/)
    assert.equal(await rows.count(), 101)
  }),
)

test(
  'D71: a long name makes the columns of a day no wider, and print cuts nothing of the first one',
  inBrowser(async (bed) => {
    const salon = await openSalon({
      now,
      services: [{ name: 'Corte', minutes: 15 }],
      professionals: [
        'Maximiliana Wolfeschlegelsteinhausenbergerdorff',
        ...[...'ABCDEFGHIJK'].map((letter) => `Persona ${letter}`),
      ],
    })
    const page = await openAgenda(bed, salon)
    const lane = page.locator('.lane').first()
    await lane.waitFor()
    assert.equal(await page.locator('.lane').count(), 12)
    const { width = 0 } = (await lane.boundingBox()) ?? {}
    assert.ok(width < 180, `${width} pixels`)
    await page.emulateMedia({ media: 'print' })
    const axis = (await page.locator('.axis').boundingBox()) ?? { x: 0, width: 0 }
    const { x = 0 } = (await lane.boundingBox()) ?? {}
    assert.ok(x >= axis.x + axis.width - 1, `${x}: below the axis until ${axis.x + axis.width}`)
  }),
)
