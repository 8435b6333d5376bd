import type { Bench } from './bench.ts'
import type { Load } from './load.ts'
import type { Measured } from './measurement.ts'
import type { RowId } from './options.ts'
import * as requests from './requests.ts'
import type { BenchSalon, DiaryPart } from './salon.ts'
import { cancelledDays, type Demand, freeTimes, freeTimesDayAndNight, movedDays } from './salons.ts'
import { catalogueScreen, wholeScreen } from './screens.ts'

/** A kind of request whose rate and cost are measured. */
export interface Row {
  id: RowId | 'bare'
  title: string
  /** How many requests one unit of the row consists of, such as a screen; 1 for most. */
  requestsPerUnit: number
  /** For the API, then for each API of other code. */
  loads: readonly { load: Load; measured: Measured }[]
}

export const connections = 32

/** Prepares the bare route, with which everything is compared, and the rows that were chosen. */
export async function prepareRows(
  { salons, api, others, openWithRedis, bare, generators }: Bench,
  chosen: ReadonlySet<RowId>,
): Promise<{ bare: Row; rows: Row[] }> {
  const { large, young, aged } = salons
  const available: Partial<Record<RowId, () => Promise<Row>>> = {
    catalogue: () => row('catalogue', 'catalogue, 200', [requests.catalogueRequest(large)]),
    'catalogue-304': async () =>
      row('catalogue-304', 'catalogue, 304', [
        requests.unchangedCatalogueRequest(
          large,
          await tagOf('/servicios/', large.publishableHeaders),
        ),
      ]),
    'catalogue-redis': async () =>
      row('catalogue-redis', 'catalogue, limits in Redis', [requests.catalogueRequest(large)], {
        measured: await openWithRedis(),
      }),
    day: () => row('day', 'one day, any professional', requests.dayRequests(large)),
    'day-hot': () =>
      row('day-hot', 'one day, the same professional', [
        requests.dayRequest(large, large.professionalIds[0] as number, 7),
      ]),
    'day-anyone': () =>
      row('day-anyone', 'one day, anyone of 20', requests.anyoneDayRequests(large)),
    month: () => row('month', '31 days, any professional', requests.monthRequests(large)),
    'month-anyone': () =>
      row('month-anyone', '31 days, anyone of 20', requests.anyoneMonthRequests(large)),
    create: () => createRow('create', 'create a booking', large, freeTimes),
    'create-young': () =>
      createRow('create-young', 'create, no past visits', young, freeTimesDayAndNight),
    'create-prepayment': () => demandRow('prepayment', 'all paid online'),
    'create-deposit': () => demandRow('deposit', 'a deposit and refund tiers'),
    'create-card': () => demandRow('card', 'a card guarantee'),
    'create-aged': () =>
      createRow('create-aged', 'create, 100,000 past visits', aged, freeTimesDayAndNight),
    agenda: () =>
      row('agenda', 'agenda of one day, 60 visits', requests.agendaRequests(opened('agenda')), {
        order: 'in-turn',
      }),
    'agenda-unchanged': () =>
      row(
        'agenda-unchanged',
        'the same, unchanged',
        requests.repeatedAgendaRequests(opened('agenda')),
      ),
    'agenda-304': async () =>
      row('agenda-304', 'the same, 304', [
        requests.unchangedAgendaRequest(
          opened('agenda'),
          await tagOf(requests.agendaPath(7), opened('agenda').secretHeaders),
        ),
      ]),
    'bookings-day': () =>
      row('bookings-day', 'bookings of one day, secret key', requests.bookingListRequests(large)),
    'bookings-all': () =>
      row('bookings-all', 'all bookings, secret key', [requests.allBookingsRequest(large)]),
    reschedule: rescheduleRow,
    cancel: cancelRow,
    'screen-catalogue': () =>
      row('screen-catalogue', 'GraphQL, catalogue', [
        requests.screenRequest(large, catalogueScreen),
      ]),
    screen: () =>
      row('screen', 'GraphQL, 20 professionals x 31 days', [
        requests.screenRequest(large, wholeScreen),
      ]),
    'screen-rest': screenByRestRow,
  }
  const rows: Row[] = []
  for (const id of chosen) {
    const prepared = await available[id]?.()
    // without Redis nothing is measured with it
    if (prepared !== undefined && prepared.loads.length > 0) rows.push(prepared)
  }
  const root = ['GET / HTTP/1.1\r\nhost: localhost\r\n\r\n']
  return { bare: await row('bare', 'bare Fastify route', root, { measured: [bare] }), rows }

  async function row(
    id: Row['id'],
    title: string,
    texts: string[],
    {
      order = 'random' as 'random' | 'in-turn',
      requestsPerUnit = 1,
      /** Each request succeeds once, so the APIs share them. */
      once = false,
      measured = [api, ...others],
    } = {},
  ): Promise<Row> {
    const loads: Row['loads'][number][] = []
    for (const [share, target] of measured.entries()) {
      const { hostname: host, port } = target.program.url
      const requests = once ? texts.filter((_, at) => at % measured.length === share) : texts
      const load = { host, port: Number(port), connections, requests, order }
      loads.push({ load: await generators[0].prepare(load), measured: target })
    }
    return { id, title, requestsPerUnit, loads }
  }

  async function createRow(id: RowId, title: string, salon: BenchSalon, part: DiaryPart) {
    const texts = requests.newBookingRequests(salon, await salon.newBookings(part))
    return row(id, title, texts, { order: 'in-turn', once: true })
  }

  function demandRow(demand: Demand, what: string) {
    if (salons.demanding === null) throw new Error('the salons that want something were not opened')
    return createRow(
      `create-${demand}`,
      `the same, with ${what}`,
      salons.demanding[demand],
      freeTimesDayAndNight,
    )
  }

  async function rescheduleRow() {
    const texts = requests.moveRequests(
      opened('changing'),
      await opened('changing').moves(movedDays),
    )
    return row('reschedule', 'move a booking', texts, { order: 'in-turn', once: true })
  }

  async function cancelRow() {
    const texts = requests.cancelRequests(
      opened('changing'),
      await opened('changing').bookingIds(cancelledDays),
    )
    return row('cancel', 'cancel a booking', texts, { order: 'in-turn', once: true })
  }

  function opened(name: 'agenda' | 'changing'): BenchSalon {
    const salon = salons[name]
    if (salon === null) throw new Error(`the salon ${name} was not opened`)
    return salon
  }

  function screenByRestRow() {
    const texts = requests.screenByRestRequests(large)
    const options = { order: 'in-turn' as const, requestsPerUnit: texts.length }
    return row('screen-rest', 'the same by REST', texts, options)
  }

  async function tagOf(path: string, headers: Record<string, string>): Promise<string> {
    const response = await fetch(new URL(`/api/v1${path}`, api.program.url), { headers })
    return response.headers.get('etag') ?? ''
  }
}
