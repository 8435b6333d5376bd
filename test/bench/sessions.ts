import { Flags } from '@oclif/core'
import { countOption, readOptions, several } from '../support/program-options.ts'
import { requestText } from './http.ts'
import type { Generator, Load } from './load.ts'
import { measure } from './measurement.ts'
import { openStaffBench } from './staff-salons.ts'
import { median } from './statistics.ts'

// The request is a catalogue read that the router handles: it has no query, so that nearly all of it is what
// every request costs.

const {
  rounds,
  seconds,
  against: checkouts = [],
} = await readOptions({
  command: 'npm run bench:sessions',
  about:
    'Compares the CPU time of the API for a request with an API key, with the cookie of a staff session and with ' +
    'its token (D62), in turn.',
  options: {
    rounds: countOption('how often each caller is measured', 7),
    seconds: countOption('duration of each measurement', 4),
    against: Flags.directory({
      ...several,
      helpValue: 'FOLDER',
      description: 'measure another checkout too, in turn with this one',
      exists: true,
    }),
  },
})

const bench = await openStaffBench(checkouts)
try {
  const { salon, token } = await bench.openSalon('sessions')
  const callers = {
    'secret key': salon.secretHeaders,
    cookie: { cookie: `__Host-silla_staff=${token}`, 'sec-fetch-site': 'same-origin' },
    'bearer token': { authorization: `Bearer ${token}` },
  }
  const samples = bench.apis.map(() => new Map<string, number[]>())
  for (let round = 0; round < rounds; round++)
    for (const [caller, headers] of Object.entries(callers))
      for (const [index, api] of bench.apis.entries()) {
        const load = await prepare(bench.generators[0], api.program.url, headers)
        const { programCpu, statuses } = await measure(load, api, seconds)
        if (Object.keys(statuses).join() !== '200') throw new Error(JSON.stringify(statuses))
        samples[index]?.set(caller, [...(samples[index].get(caller) ?? []), programCpu])
      }
  for (const [index, each] of samples.entries()) {
    const base = median(each.get('secret key') ?? [])
    console.log(['this checkout', ...checkouts][index])
    console.table(
      Object.fromEntries(
        [...each].map(([caller, values]) => [
          caller,
          {
            'CPU us': Math.round(median(values) * 10) / 10,
            'to a key': `${Math.round((median(values) / base - 1) * 1000) / 10} %`,
          },
        ]),
      ),
    )
  }
} finally {
  await bench.close()
}

/** A body of no bytes keeps the request from what is done before the router. */
function prepare(
  generator: Generator,
  { hostname, port }: URL,
  headers: Record<string, string>,
): Promise<Load> {
  const path = '/api/v1/categorias/'
  return generator.prepare({
    host: hostname,
    port: Number(port),
    connections: 8,
    requests: [requestText({ path, headers: { ...headers, 'content-length': '0' } })],
    order: 'in-turn',
  })
}
