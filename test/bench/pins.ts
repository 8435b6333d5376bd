import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { countOption, readOptions } from '../support/program-options.ts'
import { requestText } from './http.ts'
import type { Answers } from './load.ts'
import { catalogueRequest, loginRequests } from './requests.ts'
import { staffHost } from './sign-in.ts'
import { openStaffBench } from './staff-salons.ts'
import { median } from './statistics.ts'

// Over 1,024 connections, because refusals are delayed.

const guessesPerSecond = 1000
const { rounds, seconds } = await readOptions({
  command: 'npm run bench:pins',
  about:
    "Measures how long another salon's catalogue and a login there take while PINs are guessed at a shared device " +
    'of a salon (D64), 1,000 a second, from one address and from 64.',
  options: {
    rounds: countOption('how often each row is measured', 3),
    seconds: countOption('duration of each measurement', 4),
  },
})

const bench = await openStaffBench()
try {
  const [api] = bench.apis
  assert.ok(api)
  const { url } = api.program
  const target = { host: url.hostname, port: Number(url.port) }
  const { token } = await bench.openSalon('guessed')
  const { salon: neighbour } = await bench.openSalon('neighbour')
  const personId = (await send('GET', 'sesion/', token)).persona.id
  await send('PUT', 'sesion/pin/', token, { pin: '2580' })
  const device = await send('POST', 'sesion/dispositivos/', token, { nombre: 'Mostrador' })
  const guesses = Array.from({ length: 1000 }, (_, index) =>
    requestText({
      path: '/api/v1/sesion/mostrador/',
      headers: { host: staffHost, authorization: `Bearer ${device.token}` },
      body: JSON.stringify({ persona_id: personId, pin: String(4000 + index) }),
    }),
  )
  const [steadyGenerator, otherGenerator] = bench.generators
  const steady = {
    'catalogue, 200/s': await steadyGenerator.prepare({
      ...target,
      connections: 8,
      order: 'random',
      requests: [catalogueRequest(neighbour)],
      requestsPerSecond: 200,
    }),
    'login with a password, 5/s': await steadyGenerator.prepare({
      ...target,
      connections: 4,
      order: 'random',
      requests: loginRequests(neighbour),
      requestsPerSecond: 5,
    }),
  }
  const floods = {
    'guesses from one address': 1,
    'guesses from 64 addresses': 64,
  }
  for (const [title, addresses] of Object.entries(floods)) {
    const flood = await otherGenerator.prepare({
      ...target,
      connections: 1024,
      requestsPerSecond: guessesPerSecond,
      order: 'random',
      requests: guesses,
      addresses,
    })
    for (const [name, load] of Object.entries(steady)) {
      const alone: Answers[] = []
      const during: Answers[] = []
      const others: Answers[] = []
      for (let round = 0; round < rounds; round++) {
        alone.push(await load.run(seconds))
        const guessed = flood.run(seconds + 1)
        during.push(await load.run(seconds))
        others.push(await guessed)
      }
      console.log(`${name}, beside ${title}`)
      console.table({ alone: figures(alone), beside: figures(during), guesses: figures(others) })
    }
  }

  /** `fetch` would name the host of the URL. */
  async function send(method: string, path: string, bearer: string, body: object = {}) {
    const sent = request(new URL(`/api/v1/${path}`, url), {
      method,
      headers: {
        ...{ host: staffHost, authorization: `Bearer ${bearer}` },
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      },
    })
    sent.end(method === 'GET' ? undefined : JSON.stringify(body))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { data, error } = (await json(response)) as { data: never; error?: { code: string } }
    assert.equal(error, undefined)
    return data as { persona: { id: number }; token: string }
  }
} finally {
  await bench.close()
}

function figures(runs: readonly Answers[]) {
  const statuses: Record<string, number> = {}
  for (const run of runs)
    for (const [status, count] of Object.entries(run.statuses))
      statuses[status] = (statuses[status] ?? 0) + count
  const one = (of: (run: Answers) => number) => Math.round(median(runs.map(of)) * 10) / 10
  return {
    'p50 ms': one(({ p50 }) => p50),
    'p99 ms': one(({ p99 }) => p99),
    statuses: JSON.stringify(statuses),
    'answered/s': one((run) => answeredIn(run) / run.seconds),
    silent: one(({ silent }) => silent),
  }
}

function answeredIn({ statuses }: Answers): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0)
}
