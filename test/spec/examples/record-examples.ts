import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { ExampleRequest, Examples, OperationExample } from '@silla/api'
import { testApi } from '../../support/api.ts'
import { type ApiResponse, client, type Exchange, observing } from '../../support/client.ts'
import type { OpenApi } from '../contract/openapi-document.ts'
import { type Path, paths } from '../contract/paths.ts'
import { openScene, type Scene } from '../scene.ts'
import { errorOf } from './errors.ts'
import { stableValues } from './stable-values.ts'

/**
 * Examples for the OpenAPI document: each operation's request and response, and an error that clients
 * should expect, as the real API answers them in the scene. The same in each run.
 */
export async function recordExamples(document: OpenApi): Promise<Examples> {
  const exchanges: Exchange[] = []
  return observing((exchange) => exchanges.push(exchange), record)

  async function record(): Promise<Examples> {
    const scene = await openScene()
    const stable = stableValues()
    const examples: Examples = {}
    for (const path of readsFirst) {
      const success = await successOf(scene, path)
      const error = await exchangeOf(() => errorOf(scene, path, success))
      examples[operationId(path)] = {
        request: stable(requestOf(path, success, scene)),
        responses: [
          { status: success.status, summary: 'Success', value: stable(success.response) },
          { status: error.status, summary: summaryOf(error), value: stable(error.response) },
        ],
      }
    }
    return { ...examples, ...(await streamExamples(scene)), ...(await keylessExamples(scene)) }
  }

  async function successOf(scene: Scene, path: Path): Promise<Exchange> {
    const success = await exchangeOf(() =>
      path.path === '/cliente/exportar/' ? exportOfNewCustomer(scene) : scene.request(path),
    )
    assert.equal(success.status, path.status, `${path.method} ${path.path}`)
    return success
  }

  /** The last request that this sends. */
  async function exchangeOf(send: () => Promise<ApiResponse>): Promise<Exchange> {
    await send()
    return exchanges.at(-1) ?? assert.fail('nothing was sent')
  }

  /** The responses that are no JSON. */
  async function streamExamples({ salon }: Scene): Promise<Examples> {
    const refused = await exchangeOf(() => salon.guest.get('/agenda/cambios/'))
    const file = await exchangeOf(() => salon.guest.get('/ajustes/descarga/archivo/'))
    return {
      getAgendaCambios: {
        request: { as: 'owner', query: { desde: 41 } },
        responses: [
          { status: 200, summary: 'Success', value: agendaChanges as never },
          { status: refused.status, summary: summaryOf(refused), value: refused.response },
        ],
      },
      getAjustesDescargaArchivo: {
        request: { as: 'owner' },
        responses: [{ status: file.status, summary: summaryOf(file), value: file.response }],
      },
    }
  }

  /** The operations that need no API key. */
  async function keylessExamples(scene: Scene): Promise<Examples> {
    const anyone = client(new URL('/', (await testApi()).url).origin, {})
    const health = async (path: string): Promise<OperationExample> => {
      const { status, response } = await exchangeOf(() => anyone.get(path))
      return {
        request: { as: 'anyone' },
        responses: [{ status, summary: 'Success', value: response }],
      }
    }
    const received = await exchangeOf(() => deliverEvent(scene, true))
    const forged = await exchangeOf(() => deliverEvent(scene, false))
    return {
      getHealthz: await health('/healthz'),
      getReadyz: await health('/readyz'),
      postWebhooksProcessor: {
        request: {
          as: 'processor',
          header: { 'stripe-signature': `t=1898845200,v1=${'5257a869e7ecebed'.repeat(4)}` },
        },
        responses: [
          { status: received.status, summary: 'Success', value: received.response },
          { status: forged.status, summary: summaryOf(forged), value: forged.response },
        ],
      },
    }
  }

  function operationId({ method, path }: Path): string {
    const operation = document.paths[`/api/v1${path}`]?.[method.toLowerCase()]
    return operation?.operationId ?? assert.fail(`${method} ${path} is not in the document`)
  }
}

/** `test/rest/agenda/changes.test.ts` compares it with what a stream sends. */
const agendaChanges = [
  'retry: 2210',
  'id: 42\ndata: {"tipo":"reserva.creada","id":"evt_ds05ro53s7j8fjn5dvrhb94vnc"}',
  'data: {"tipo":"agenda.cambiada","id":null}',
  ':\n\n',
].join('\n\n')

/** Lists show what the scene has prepared, not what the requests below have added. */
const readsFirst = [
  ...paths.filter(({ method }) => method === 'GET'),
  ...paths.filter(({ method }) => method !== 'GET'),
]

/** Short, and without rows of the same moment, whose order is random. */
async function exportOfNewCustomer({ salon }: Scene): Promise<ApiResponse> {
  const customer = await salon.customer({ nombre: 'Nuria Gil', email: 'nuria@example.com' })
  await customer.book('Ana', '10:00', { date: '2030-03-15' })
  return customer.get('/cliente/exportar/')
}

/** An event of the processor. */
async function deliverEvent({ salon }: Scene, isGenuine: boolean): Promise<ApiResponse> {
  const [event] = salon.stripe.fake.events(salon.stripe.account)
  const body = JSON.stringify(event)
  const secret = isGenuine ? (salon.stripe.fake.endpoints()[0]?.secret ?? '') : 'another'
  const time = Math.floor(salon.clock.now().getTime() / 1000)
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return client((await testApi()).url, {}).send('/webhooks/processor/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${digest}` },
  })
}

const summaryOf = ({ response }: Exchange): string => response.error.message

function requestOf({ path }: Path, { url, headers, body }: Exchange, scene: Scene): ExampleRequest {
  const own = Object.entries(headers).filter(([name]) => documentedHeaders.has(name))
  const inPath = valuesOf(path, url.pathname.replace(/^\/api\/v1/, ''))
  return {
    as: callerOf(headers, scene),
    ...(Object.keys(inPath).length > 0 && { path: inPath }),
    ...(url.searchParams.size > 0 && { query: numbered(url.searchParams) }),
    ...(own.length > 0 && { header: Object.fromEntries(own) }),
    ...(body && { body }),
  }
}

const documentedHeaders = new Set(['x-reserva-codigo', 'x-retencion-token', 'x-simular'])

function callerOf(headers: Record<string, string>, { salon }: Scene): ExampleRequest['as'] {
  if (headers.authorization) return headers['x-api-key'] === undefined ? 'staff' : 'customer'
  return headers['x-api-key']?.startsWith(salon.secretKey.slice(0, 9)) ? 'owner' : 'guest'
}

/** The values of a path's parameters. */
function valuesOf(template: string, path: string): Record<string, string | number> {
  const pattern = new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  return numbered(Object.entries(pattern.exec(path)?.groups ?? {}))
}

/** Ids as the numbers that they are. */
const numbered = (values: Iterable<[string, string]>): Record<string, string | number> =>
  Object.fromEntries(
    [...values].map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
  )
