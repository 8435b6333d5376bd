import type { OpenApi } from '../spec/contract/openapi-document.ts'
import type { Schema } from '../spec/contract/shape.ts'
import type { Random } from '../support/random.ts'
import { type ChooseCaller, callerOf } from './callers.ts'
import type { FuzzRequest } from './request.ts'
import type { SceneSalon } from './scene.ts'
import { openValues, type Subject, settingSubject, valueFor } from './values.ts'

/** Generates valid requests; whether they succeed depends on the state of the salon. */
export type Generate = (salon: SceneSalon, random: Random, now: Date) => Promise<FuzzRequest>

/** Generates requests to the paths of an OpenAPI document. */
export function restRequests(document: OpenApi, chooseCaller: ChooseCaller): Generate {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => !elsewhere.has(`${method} ${path}`))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const weights = operations.map(
    (one) => [weightOf[`${one.method} ${one.path.slice(7)}`] ?? 1, one] as const,
  )

  return async (salon, random, now) => {
    const { path, method, operation } = random.weighted(weights)
    const values = openValues(salon, subjectOf(path, random), random, now)
    const request: FuzzRequest = {
      source: `${method} ${path}`,
      method,
      path,
      query: [],
      headers: await chooseCaller(salon, callerOf(`${method} ${path.slice(7)}`, random), random),
      body: null,
    }
    for (const parameter of operation.parameters ?? []) {
      if (!parameter.required && random.chance(parameter.in === 'query' ? 0.6 : 0.7)) continue
      const value = valueFor(parameter.name, parameter.schema ?? {}, values, random)
      place(request, parameter, String(value))
    }
    const content = operation.requestBody?.content['application/json']
    if (content) {
      request.headers.push(['Content-Type', 'application/json'])
      request.body = { json: valueFor('', content.schema, values, random) }
    }
    if (method === 'GET' && random.chance(0.2)) moveKeyToUrl(request)
    return request
  }
}

/** Sends the API key in the URL instead of in the header, a secret one too. */
export function moveKeyToUrl(request: FuzzRequest): void {
  const at = request.headers.findIndex(([name]) => name === 'X-API-Key')
  const [[, key] = ['', '']] = at < 0 ? [] : request.headers.splice(at, 1)
  if (key !== '') request.query.push(['key', encodeURIComponent(key)])
}

/** Events are signed (webhook-requests.ts), and a stream has no end to wait for. */
const elsewhere = new Set([
  'post /api/v1/webhooks/processor/',
  'get /api/v1/agenda/cambios/',
  'get /api/v1/ajustes/descarga/archivo/',
])

/** How often an operation is chosen; 1 by default. Password hashes cost time, and an erasure data. */
const weightOf: Record<string, number> = {
  'POST /reservas/crear/': 9,
  'GET /disponibilidad/{peluquero_id}/{fecha}/': 3,
  'POST /reservas/{id}/cancelar/': 2,
  'POST /pedidos/': 2,
  'POST /pagos/intent/': 4,
  'POST /pagos/confirmar/': 3,
  'PUT /reservas/{id}/lineas/': 2,
  'POST /cobros/': 3,
  'POST /cobros/{id}/anular/': 2,
  'POST /auth/registro/': 0.6,
  'POST /auth/login/': 1,
  'POST /auth/verify-otp/': 2,
  'DELETE /cliente/perfil/': 0.1,
  'PUT /ajustes/reglas/': 0.3,
  'PUT /ajustes/horarios/': 0.3,
}

function subjectOf(path: string, random: Random): Subject {
  if (path.includes('/pagos/')) return random.pick(['booking', 'booking', 'order', 'package'])
  if (path.includes('/cobros/')) return 'till'
  if (path.includes('/pedidos/')) return 'order'
  if (path.includes('/retenciones/')) return 'hold'
  if (path.includes('/auth/')) return 'sign-in'
  if (path.includes('/clientes/')) return 'customer'
  if (path.includes('/personal/')) return 'person'
  if (path.includes('/ajustes/')) return settingSubject(path.split('/')[4] ?? '')
  if (path.includes('/servicios/')) return 'service'
  return path.includes('/peluqueros/') ? 'professional' : 'booking'
}

function place(
  request: FuzzRequest,
  { name, in: where }: { name: string; in: string; schema?: Schema },
  value: string,
): void {
  if (where === 'path')
    request.path = request.path.replace(`{${name}}`, () => encodeURIComponent(value))
  else if (where === 'query') request.query.push([name, encodeURIComponent(value)])
  else request.headers.push([name, value])
}
