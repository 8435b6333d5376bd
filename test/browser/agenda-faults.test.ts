import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openBusySalon()

const streamUrl = '**/agenda/cambios/'

test(
  'D70: a stream that was cut and then refused is opened again, and what was missed is shown',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { path: '/agenda?fecha=2030-03-06' })
    await page.locator('.grid').waitFor()
    const book = async (time: string, name: string) =>
      dataOf(
        await salon.backend.book('Ana Prieto', time, {
          ...{ date: '2030-03-06', services: ['Corte'], nombre: name, email: undefined },
          por_negocio: true,
        }),
        201,
      )
    await book('11:00', 'Laura Pons')
    await piece(page, 'Laura Pons').waitFor()

    await page.route(streamUrl, (route) => route.fulfill({ status: 503 }))
    const refused = page.waitForResponse(
      (response) => response.url().endsWith('/agenda/cambios/') && response.status() === 503,
    )
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await refused
    await book('12:00', 'Rocío Sáez')
    await page.unroute(streamUrl)
    await piece(page, 'Rocío Sáez').waitFor()
  }),
)
