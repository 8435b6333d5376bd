import { readFileSync } from 'node:fs'
import { catalogue } from '@silla/errors'
import { buildSchema } from 'graphql'
import type { OpenApi } from '../spec/contract/openapi-document.ts'
import { runJobs } from '../support/jobs.ts'
import { openRandom, type Random } from '../support/random.ts'
import { openCallers } from './callers.ts'
import { graphqlCheck } from './check-graphql.ts'
import { checkResponse, type Fault, type ResponseRules } from './check-response.ts'
import { exchangeRaw, type FuzzResponse, openConnection } from './connection.ts'
import { documentedCodes } from './documented-codes.ts'
import { graphqlRequests } from './graphql-requests.ts'
import { harvestFrom } from './harvest.ts'
import { invalidHttp } from './invalid-http.ts'
import { mutateRequest } from './mutate-request.ts'
import { operationsOf } from './operations.ts'
import { bytesOf, encode, type FuzzRequest, toCurl } from './request.ts'
import { restRequests } from './rest-requests.ts'
import { databaseNames, openScene, type SceneSalon } from './scene.ts'
import { shrink } from './shrink.ts'
import { webhookRequests } from './webhook-requests.ts'
import { somethingHappens } from './world.ts'

export interface FuzzOptions {
  /** The same seed sends the same requests, but for the random ids and codes of the answers. */
  seed: number
  requests: number
  /** Called after each request. */
  onProgress?: (number: number) => void
}

export interface FuzzReport {
  /** How many responses there were of each kind: `201`, `400 TOO_SOON`, `invalid HTTP`. */
  outcomes: Record<string, number>
  /** One of each kind, at most `maxFailures`. */
  failures: FuzzFailure[]
}

export interface FuzzFailure {
  /** The number of the request, from 1: `--requests <number>` ends with it. */
  number: number
  source: string
  fault: Fault
  /** The smallest request that fails in the same way, and whether it still did when repeated. */
  curl: string
  isRepeatable: boolean
}

const maxFailures = 20
const runsJobsEvery = 500

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/**
 * Sends generated requests, one after the other, and checks each response against the OpenAPI
 * document, the GraphQL schema and docs/api.md, and the log for errors.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const scene = await openScene()
  const connections = {
    normal: openConnection(scene.origin),
    limited: openConnection(scene.limitedOrigin),
  }
  const document = JSON.parse(read('docs/openapi.json')) as OpenApi
  const schemaText = read('docs/schema.graphql')
  const schema = buildSchema(schemaText)
  const codes = documentedCodes(document, read('docs/api.md'))
  const operations = operationsOf(document)
  const codesFor = (request: FuzzRequest) => {
    const all = operations(request).map(codes)
    return all.reduce((union, one) => union.union(one), codes(''))
  }
  const names = await databaseNames(JSON.stringify(document) + schemaText)
  const rules: ResponseRules = {
    codesFor,
    innerNames: new RegExp(`\\b(${names.map((name) => RegExp.escape(name)).join('|')})\\b`),
    checkGraphql: graphqlCheck(schema, codesFor),
  }
  const anyCode: ResponseRules = { ...rules, codesFor: () => new Set(Object.keys(catalogue)) }
  const chooseCaller = openCallers(scene)
  const rest = restRequests(document, chooseCaller)
  const generators = [
    [62, rest],
    [24, graphqlRequests(schema, chooseCaller)],
    [8, webhookRequests(scene)],
  ] as const
  const report: FuzzReport = { outcomes: {}, failures: [] }
  const seen = new Set<string>()
  const sent: { request: FuzzRequest; salon: SceneSalon }[] = []

  try {
    for (let number = 1; number <= options.requests; number++) {
      const random = openRandom(options.seed, number)
      if (random.chance(0.1)) await happen(number, random)
      if (number % runsJobsEvery === 0) await work(number)
      if (random.chance(0.02)) await sendInvalid(number, random)
      else await sendNext(number, random)
      options.onProgress?.(number)
      if (report.failures.length >= maxFailures) break
    }
    return report
  } finally {
    connections.normal.close()
    connections.limited.close()
  }

  async function sendNext(number: number, random: Random) {
    const [next, salon] = await nextRequest(random)
    const { response, faults } = await attempt(next)
    count(response ? outcomeOf(response) : 'no response')
    if (response && !next.isLimited) await learn(salon, next, response)
    if (faults.length > 0) await addFailures(number, next, faults)
  }

  async function nextRequest(random: Random): Promise<[FuzzRequest, SceneSalon]> {
    const repeated = sent.length > 0 && random.chance(0.06) ? random.pick(sent) : null
    const salon = repeated?.salon ?? random.weighted(scene.salons.map((one, i) => [3 - 2 * i, one]))
    let request =
      repeated?.request ?? (await random.weighted(generators)(salon, random, scene.now()))
    // a repeated request may be changed too: the same key with another body
    const changes = random.weighted([
      [45, 0],
      [40, 1],
      [12, 2],
      [3, 4],
    ])
    for (let change = 0; change < changes; change++) request = mutateRequest(request, random)
    sent.push({ request, salon })
    if (sent.length > 50) sent.shift()
    return [request, salon]
  }

  /** Sends a request and checks its response and what was logged meanwhile. */
  async function attempt(
    request: FuzzRequest,
  ): Promise<{ response: FuzzResponse | null; faults: Fault[] }> {
    const connection = request.isLimited ? connections.limited : connections.normal
    try {
      const options = { isHead: request.method === 'HEAD' }
      const response = await connection.send(encode(request), options)
      return { response, faults: [...checkResponse(request, response, rules), ...loggedErrors()] }
    } catch (error) {
      const found = (error as Error).message
      return { response: null, faults: [{ rule: 'no response', found }, ...loggedErrors()] }
    }
  }

  function loggedErrors(): Fault[] {
    return scene.takeLoggedErrors().map((line) => {
      const { err, msg } = JSON.parse(line) as { err?: { message: string }; msg?: string }
      return { rule: `error log: ${err?.message ?? msg}`.slice(0, 100), found: line.slice(0, 3000) }
    })
  }

  async function learn(
    salon: SceneSalon,
    request: FuzzRequest,
    { status, headers, body }: FuzzResponse,
  ) {
    if (headers.etag) {
      salon.harvest.etags.push(headers.etag)
      if (salon.harvest.etags.length > 20) salon.harvest.etags.shift()
    }
    if (status > 400 || body.length === 0) return
    const data = parsed(body)
    const json = parsed(bytesOf(request.body))
    await harvestFrom(salon.harvest, data, json, scene.now(), () => scene.latestCode(salon))
  }

  async function sendInvalid(number: number, random: Random) {
    const salon = random.pick(scene.salons)
    const request = await rest(salon, random, scene.now())
    const bytes = invalidHttp(request, random)
    const faults: Fault[] = []
    try {
      const responses = await exchangeRaw(scene.origin, bytes)
      // the parts of the bytes that are requests: only what holds for every response is checked
      for (const response of responses) {
        if (response.status >= 500)
          faults.push({ rule: 'server error', found: response.body.toString() })
        if (response.status === 400 || response.status > 404)
          faults.push(...checkResponse({ ...request, path: '/' }, response, anyCode))
      }
    } catch (error) {
      faults.push({ rule: 'no response', found: (error as Error).message })
    }
    count('invalid HTTP')
    const escaped = JSON.stringify(bytes.toString('latin1')).slice(0, 4000)
    for (const fault of [...faults, ...loggedErrors()])
      add({ number, source: 'http', fault, curl: `bytes: ${escaped}`, isRepeatable: true })
  }

  async function happen(number: number, random: Random) {
    for (const found of await somethingHappens(scene, random))
      add({
        number,
        source: 'processor',
        fault: { rule: 'webhook', found },
        curl: '',
        isRepeatable: false,
      })
  }

  /** Runs the jobs that the requests have enqueued: their data must not break the worker. */
  async function work(number: number) {
    try {
      await runJobs({ clock: scene.clock })
    } catch (error) {
      const found = (error as Error).message
      const fault = { rule: 'job', found }
      add({ number, source: 'worker', fault, curl: '', isRepeatable: false })
    }
  }

  async function addFailures(number: number, request: FuzzRequest, faults: Fault[]) {
    for (const fault of faults) {
      const { source } = request
      if (seen.has(keyOf(source, fault))) continue
      const failsAgain = async (candidate: FuzzRequest) =>
        (await attempt(candidate)).faults.some(({ rule }) => rule === fault.rule)
      const isRepeatable = await failsAgain(request)
      const smallest = isRepeatable ? await shrink(request, failsAgain) : request
      const origin = request.isLimited ? scene.limitedOrigin : scene.origin
      add({ number, source, fault, curl: toCurl(smallest, origin), isRepeatable })
    }
  }

  function add(failure: FuzzFailure) {
    const key = keyOf(failure.source, failure.fault)
    if (seen.has(key) || report.failures.length >= maxFailures) return
    seen.add(key)
    report.failures.push(failure)
  }

  function count(outcome: string) {
    report.outcomes[outcome] = (report.outcomes[outcome] ?? 0) + 1
  }
}

/** One failure of each kind is reported; an error that was logged is the same for all sources. */
const keyOf = (source: string, { rule }: Fault) =>
  rule.startsWith('error log') ? rule : `${source.replace(/^query .*/, 'query')} ${rule}`

function outcomeOf({ status, body }: FuzzResponse): string {
  const { error, errors } = (parsed(body) ?? {}) as {
    error?: { code: string }
    errors?: { extensions?: { code: string } }[]
  }
  const code = error?.code ?? errors?.[0]?.extensions?.code
  return code ? `${status} ${code}` : String(status)
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return null
  }
}

/** A failure as text, with what repeats it. */
export function describeFailure(failure: FuzzFailure, seed: number): string {
  const { number, source, fault, curl, isRepeatable } = failure
  return [
    `Request ${number} of seed ${seed}, ${source}: ${fault.rule}`,
    `  found: ${fault.found}`,
    curl && `  ${isRepeatable ? 'shrunk to' : 'did not fail again; it was'}: ${curl}`,
    `  again: npm run fuzz -- --seed ${seed} --requests ${number}`,
  ]
    .filter(Boolean)
    .join('\n')
}
