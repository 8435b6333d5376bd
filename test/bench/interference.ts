import type { Bench } from './bench.ts'
import { newCalendar } from './calendars.ts'
import type { Answers, LoadSpec } from './load.ts'
import type { RowId } from './options.ts'
import * as requests from './requests.ts'
import { freeTimes } from './salons.ts'
import { wholeScreen } from './screens.ts'

/** Requests at a steady rate whose latency is measured alone, and while other requests arrive. */
export interface Interference {
  id: RowId
  title: string
  measure(seconds: number): Promise<InterferenceSample>
}

export interface InterferenceSample {
  /** Milliseconds, without the other requests. */
  alone: { p50: number; p99: number }
  /** During them. */
  during: { p50: number; p99: number }
  /** The part of that time in which the event loop of the API was ready to run and had no core. */
  withoutCore: number
  /** Responses to the other requests by HTTP status, and how many got none. */
  others: { statuses: Record<string, number>; silent: number }
}

const requestsPerSecond = 200

export async function prepareInterference(
  { salons, api, generators }: Bench,
  chosen: ReadonlySet<RowId>,
): Promise<Interference[]> {
  const { large, limited, neighbour, longList } = salons
  const [steadyGenerator, otherGenerator] = generators
  const { hostname: host, port } = api.program.url
  const target = { host, port: Number(port) }
  const floods = chosen.has('fairness') ? await prepareFloods() : []
  const catalogue = [requests.catalogueRequest(neighbour)]
  const rows = [
    await prepare('fairness', "catalogue, while another salon's months are requested", catalogue, {
      connections: 64,
      requests: requests.monthRequests(large),
    }),
    await prepare('fairness', 'the same, over the rate limit', catalogue, {
      connections: 64,
      requests: requests.monthRequests(limited),
    }),
    await prepare('login-flood', 'one day, during logins', requests.dayRequests(large), {
      connections: 64,
      requests: requests.loginRequests(large),
    }),
  ]
  for (const { title, ...others } of floods)
    rows.push(await prepare('fairness', `catalogue, while ${title}`, catalogue, others))
  return rows.filter(({ id }) => chosen.has(id))

  /** What else another salon can send: all that grows with it, and the longest of its requests. */
  async function prepareFloods(): Promise<({ title: string } & OtherLoad)[]> {
    const calendar = await newCalendar(api.program.url, large)
    const bodies = await large.newBookings(freeTimes)
    return [
      {
        title: "another salon's bookings are listed",
        requests: requests.bookingListRequests(large),
      },
      {
        title: "another salon's screens are loaded",
        requests: [requests.screenRequest(large, wholeScreen)],
      },
      { title: 'bookings are created', requests: requests.newBookingRequests(large, bodies) },
      {
        title: "another salon's list of 2,000 services is read",
        requests: [requests.catalogueRequest(longList)],
      },
      {
        title: "another salon's calendar is read",
        requests: [requests.calendarRequest(calendar)],
        addresses: 64,
      },
    ].map((flood) => ({ connections: 64, order: 'in-turn' as const, ...flood }))
  }

  async function prepare(
    id: RowId,
    title: string,
    steadyRequests: string[],
    other: OtherLoad,
  ): Promise<Interference> {
    const steady = await steadyGenerator.prepare({
      ...target,
      connections: 8,
      order: 'random',
      requests: steadyRequests,
      requestsPerSecond,
    })
    const others = await otherGenerator.prepare({ ...target, order: 'random', ...other })
    return {
      id,
      title,
      async measure(seconds) {
        await steady.run(seconds / 4)
        const alone = await steady.run(seconds)
        const otherAnswers = others.run(seconds + 1)
        const waitedBefore = api.program.waitedMilliseconds()
        const during = await steady.run(seconds)
        const waited = api.program.waitedMilliseconds() - waitedBefore
        const { statuses, silent } = await otherAnswers
        return {
          alone: latency(alone),
          during: latency(during),
          withoutCore: waited / (during.seconds * 1000),
          others: { statuses, silent },
        }
      },
    }
  }
}

type OtherLoad = Pick<LoadSpec, 'connections' | 'requests' | 'addresses'> &
  Partial<Pick<LoadSpec, 'order'>>

const latency = ({ p50, p99 }: Answers) => ({ p50, p99 })
