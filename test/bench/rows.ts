import type { Bench } from './bench.ts'
import type { Load, LoadSpec } from './load.ts'
import type { Measured } from './measurement.ts'
import type { RowId } from './options.ts'
import * as requests from './requests.ts'
import type { BenchSalon, DiaryPart } from './salon.ts'
import { freeTimes, freeTimesDayAndNight } from './salons.ts'
import { catalogueScreen, wholeScreen } from './screens.ts'

/** A kind of request whose rate and cost are measured, with 32 connections. */
export interface Row {
  id: RowId | 'bare'
  title: string
  /** How many requests one unit of the row consists of, such as a screen; 1 for most. */
  requestsPerUnit: number
  load: Load
  measured: Measured
}

export const connections = 32

/** Prepares the rows that were chosen, and the bare route. */
export async function prepareRows(
  { salons, api, bare, generators }: Bench,
  chosen: ReadonlySet<RowId>,
): Promise<Row[]> {
  const { large, young, aged } = salons
  const rows: Row[] = []
  await add('bare', 'bare Fastify route', () => ['GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'])
  await add('catalogue', 'catalogue, 200', () => [requests.catalogueRequest(large)])
  await add('catalogue-304', 'catalogue, 304', async () => [
    requests.unchangedCatalogueRequest(large, await catalogueTag()),
  ])
  await add('day', 'one day, any professional', () => requests.dayRequests(large))
  await add('day-hot', 'one day, the same professional', () => [
    requests.dayRequest(large, large.professionalIds[0] as number, 7),
  ])
  await add('month', '31 days, any professional', () => requests.monthRequests(large))
  await addCreate('create', 'create a booking', large, freeTimes)
  await addCreate('create-young', 'create, no past visits', young, freeTimesDayAndNight)
  await addCreate('create-aged', 'create, 100,000 past visits', aged, freeTimesDayAndNight)
  await add('screen-catalogue', 'GraphQL, catalogue', () => [
    requests.screenRequest(large, catalogueScreen),
  ])
  await add('screen', 'GraphQL, 20 professionals x 31 days', () => [
    requests.screenRequest(large, wholeScreen),
  ])
  await add(
    'screen-rest',
    'the same by REST',
    () => requests.screenByRestRequests(large),
    'in-turn',
    large.professionalIds.length + 3,
  )
  return rows

  async function add(
    id: Row['id'],
    title: string,
    texts: () => string[] | Promise<string[]>,
    order: LoadSpec['order'] = 'random',
    requestsPerUnit = 1,
  ) {
    if (id !== 'bare' && !chosen.has(id)) return
    const measured = id === 'bare' ? bare : api
    const { hostname: host, port } = measured.program.url
    const load = await generators[0].prepare({
      host,
      port: Number(port),
      connections,
      requests: await texts(),
      order,
    })
    rows.push({ id, title, requestsPerUnit, load, measured })
  }

  function addCreate(id: RowId, title: string, salon: BenchSalon, part: DiaryPart) {
    const texts = async () => requests.newBookingRequests(salon, await salon.newBookings(part))
    return add(id, title, texts, 'in-turn')
  }

  async function catalogueTag(): Promise<string> {
    const response = await fetch(new URL('/api/v1/servicios/', api.program.url), {
      headers: large.publishableHeaders,
    })
    return response.headers.get('etag') ?? ''
  }
}
