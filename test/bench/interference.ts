import type { Bench } from './bench.ts'
import type { Answers, LoadSpec } from './load.ts'
import type { RowId } from './options.ts'
import * as requests from './requests.ts'

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
  /** Responses to the other requests by HTTP status, and how many got none. */
  others: { statuses: Record<string, number>; silent: number }
}

const requestsPerSecond = 200

export async function prepareInterference(
  { salons, api, generators }: Bench,
  chosen: ReadonlySet<RowId>,
): Promise<Interference[]> {
  const { large, limited, neighbour } = salons
  const [steadyGenerator, otherGenerator] = generators
  const { hostname: host, port } = api.program.url
  const target = { host, port: Number(port), order: 'random' as const }
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
  return rows.filter(({ id }) => chosen.has(id))

  async function prepare(
    id: RowId,
    title: string,
    steadyRequests: string[],
    other: Pick<LoadSpec, 'connections' | 'requests'>,
  ): Promise<Interference> {
    const steady = await steadyGenerator.prepare({
      ...target,
      connections: 8,
      requests: steadyRequests,
      requestsPerSecond,
    })
    const others = await otherGenerator.prepare({ ...target, ...other })
    return {
      id,
      title,
      async measure(seconds) {
        await steady.run(seconds / 4)
        const alone = await steady.run(seconds)
        const otherAnswers = others.run(seconds + 1)
        const during = await steady.run(seconds)
        const { statuses, silent } = await otherAnswers
        return { alone: latency(alone), during: latency(during), others: { statuses, silent } }
      },
    }
  }
}

const latency = ({ p50, p99 }: Answers) => ({ p50, p99 })
