import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { openApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { publishEvents } from '../support/events.ts'
import { freePort } from '../support/free-port.ts'
import { openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openBusySalon()

test(
  'D70: the API restarts behind a proxy: what happened meanwhile is shown',
  inBrowser(async (bed) => {
    const port = await freePort()
    const site = `http://localhost:${port}`
    const open = () => openApi(undefined, { clock: salon.clock, port, staffUrl: site })
    const book = async (time: string, name: string) => {
      const visit = { date: '2030-03-06', services: ['Corte'], nombre: name, por_negocio: true }
      dataOf(await salon.backend.book('Ana Prieto', time, { ...visit, email: undefined }), 201)
      // as the worker does: a stream sends events in the order of their positions
      await publishEvents(salon)
    }
    const before = await open()
    let after: typeof before | undefined
    try {
      const page = await openAgenda(bed, salon, { path: '/agenda?fecha=2030-03-06', site })
      await page.locator('.grid').waitFor()
      await book('11:00', 'Laura Pons')
      await piece(page, 'Laura Pons').waitFor()

      // the stream is cut, and the browser, which opens it again, gets an error: it gives up
      const refused = page.waitForResponse(
        (response) => response.url().endsWith('/agenda/cambios/') && response.status() === 503,
      )
      await before.close()
      const proxy = createServer((_request, response) => response.writeHead(503).end())
      await once(proxy.listen(port, '127.0.0.1'), 'listening')
      await refused
      await book('12:00', 'Rocío Sáez')
      proxy.closeAllConnections()
      await once(proxy.close(), 'close')
      after = await open()
      await piece(page, 'Rocío Sáez').waitFor()
      // not by a read that is repeated: the stream is open again
      await book('13:00', 'Inés Vega')
      await piece(page, 'Inés Vega').waitFor()
    } finally {
      await (after ?? before).close()
    }
  }),
)
