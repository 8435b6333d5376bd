import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { formatDate } from '@silla/slots'
import { assistantCall } from './assistant-call.ts'
import { type GrownSalon, grownSlug, pagesHost } from './grown-salon.ts'
import type { Program } from './processes.ts'
import { today } from './requests.ts'

/** For how long an answer that grows with its salon keeps the event loop from everything else. */
export interface Stall {
  title: string
  /** Of each request, its longest pass in milliseconds of CPU time. */
  passMilliseconds: number[]
  bytes: number
}

interface Answer {
  title: string
  headers: Record<string, string>
  path: string
  /** Default: GET. */
  method?: 'POST' | 'PUT'
  body?: object
  /** What is done before each request. */
  before?: () => Promise<void>
}

const warmUps = 5
const requests = 15

/**
 * Each of them alone, at the largest size that may be requested.
 *
 * @param programs of several versions of the code, to which the requests go in turn
 * @returns for each program
 */
export async function measureStalls(
  programs: readonly Program[],
  salon: GrownSalon,
): Promise<Stall[][]> {
  const stalls: Stall[][] = programs.map(() => [])
  for (const answer of answersOf(salon))
    for (const [version, stall] of (await measure(answer)).entries()) stalls[version]?.push(stall)
  return stalls

  async function measure(answer: Answer): Promise<Stall[]> {
    const measured = programs.map((program) => {
      const stall: Stall = { title: answer.title, passMilliseconds: [], bytes: 0 }
      return { program, stall }
    })
    for (let count = -warmUps; count < requests; count++)
      for (const { program, stall } of measured) {
        if (answer.before) {
          await answer.before()
          // the API is notified of what was changed, and ends what it has sent
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        const pass = await program.longestPass(async () => {
          stall.bytes = await send(program, answer)
        })
        if (count >= 0) stall.passMilliseconds.push(pass)
      }
    return measured.map(({ stall }) => stall)
  }

  /** `fetch` would name the host of the URL. */
  async function send(
    program: Program,
    { title, headers, path, method, body }: Answer,
  ): Promise<number> {
    const sent = request(new URL(path, program.url), {
      ...(method && { method }),
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    })
    sent.end(body && JSON.stringify(body))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const received = await buffer(response)
    const hasFailed = ['{"errors"', '"errors":[', '"isError":true'].some((text) =>
      received.includes(text),
    )
    if (response.statusCode !== 200 || hasFailed)
      throw new Error(`${title}: ${response.statusCode} ${received.toString('utf8', 0, 500)}`)
    return received.byteLength
  }
}

function answersOf(salon: GrownSalon): Answer[] {
  const {
    publishableHeaders,
    secretHeaders,
    customerHeaders,
    endpointId,
    serviceId,
    payoutId,
    bookingId,
    ownerHeaders,
  } = salon
  const [professionalId] = salon.professionalIds
  const [from, to] = [formatDate(today() - 365), formatDate(today())]
  const api = (path: string) => `/api/v1${path}`
  const byStaff = (title: string, path: string) => ({
    ...{ title, headers: secretHeaders, path: api(path) },
  })
  const byCustomer = (title: string, path: string) => ({
    ...{ title, headers: customerHeaders, path: api(path) },
  })
  const fromCatalog = (title: string, path: string) => ({
    ...{ title, headers: publishableHeaders, path, before: salon.touchCatalog },
  })
  const graphql = (title: string, headers: Record<string, string>, query: string) => ({
    ...{ title: `GraphQL, ${title}`, headers, path: api('/graphql') },
    ...{ method: 'POST' as const, body: { query } },
  })
  const byAssistant = (title: string, ...[method, params]: Parameters<typeof assistantCall>) => {
    const { headers, body } = assistantCall(method, params)
    return {
      ...{ title: `assistants, ${title}`, path: `/s/${grownSlug}/mcp` },
      ...{ headers: { ...headers, host: pagesHost }, method: 'POST' as const, body },
    }
  }
  const tool = (title: string, name: string, args: object) => ({
    ...byAssistant(title, 'tools/call', { name, arguments: args }),
    before: salon.touchCatalog,
  })
  return [
    fromCatalog('the catalogue is loaded', api('/puntos/paquetes/')),
    fromCatalog('2,000 services', api('/servicios/')),
    fromCatalog('500 professionals', api('/peluqueros/')),
    fromCatalog('1,000 products', api('/productos/')),
    byStaff('100 bookings of ten services', '/reservas/?page_size=100'),
    byStaff('500 events', '/eventos/?limite=500'),
    byStaff('100 entries of the waitlist', '/lista-espera/?page_size=100'),
    byStaff('100 blocks', '/bloqueos/?page_size=100'),
    byStaff(
      '100 deliveries of eight attempts',
      `/webhooks/endpoints/${endpointId}/entregas/?page_size=100`,
    ),
    byStaff('100 orders of ten products', '/pedidos/?page_size=100'),
    byStaff('100 reviews', `/peluqueros/${professionalId}/resenas/?page_size=100`),
    byStaff('100 customers', '/clientes/?page_size=100'),
    byStaff('the agenda of a month', '/agenda/mes/'),
    byStaff('the report of visits of a year', `/informes/citas/?desde=${from}&hasta=${to}`),
    byStaff('messages of a booking', `/reservas/${bookingId}/mensajes/`),
    byStaff('200 payouts', '/liquidaciones/?limite=200'),
    byStaff('200 lines of a payout', `/liquidaciones/${payoutId}/?limite=200`),
    byStaff('100 takings at the desk', `/cobros/?desde=${from}&hasta=${to}&page_size=100`),
    byStaff('the report of takings of a year', `/informes/caja/?desde=${from}&hasta=${to}`),
    byStaff('1,000 movements of a month', '/informes/contabilidad/?limite=1000'),
    byStaff('all movements of a month, as a file', '/informes/contabilidad/?formato=csv'),
    byStaff('settings of 100 services', '/ajustes/servicios/?page_size=100'),
    byStaff('settings of 100 professionals', '/ajustes/profesionales/?page_size=100'),
    byStaff('settings of a service', `/ajustes/servicios/${serviceId}/`),
    {
      ...byStaff('a price is changed', `/ajustes/servicios/${serviceId}/`),
      ...{ method: 'PUT', body: { precio: 20 } },
    },
    byCustomer("100 of a customer's bookings", '/cliente/reservas/?page_size=100'),
    byCustomer('all of their bookings', '/cliente/reservas/'),
    byCustomer('all of their waitlist', '/cliente/lista-espera/'),
    byCustomer('100 movements of points', '/cliente/puntos/movimientos/?page_size=100'),
    byCustomer('everything about a customer', '/cliente/exportar/'),
    {
      ...graphql(
        '50 services with their professionals',
        publishableHeaders,
        `{ servicios(page_size: 50) { items { id nombre precio profesionales { id nombre } } } }`,
      ),
      before: salon.touchCatalog,
    },
    {
      ...graphql(
        '100 professionals with their services',
        publishableHeaders,
        `{ peluqueros(page_size: 100) { items { id nombre servicios { id nombre descripcion precio
          duracion_minutos imagen_url } } } }`,
      ),
      before: salon.touchCatalog,
    },
    graphql(
      '20 professionals x 31 days',
      publishableHeaders,
      `{ peluqueros(page_size: 20) { items { id nombre dias { fecha disponible slots_libres primer_slot } } } }`,
    ),
    graphql(
      '100 bookings of ten services',
      secretHeaders,
      `{ reservas(page_size: 100) { items { id codigo fecha hora_inicio hora_fin estado notas
        servicios { id nombre precio duracion_minutos hora_inicio hora_fin profesional { id nombre } }
        cliente { id nombre email telefono } total puede_cancelar cancelable_hasta inicio fin } } }`,
    ),
    graphql(
      '500 events',
      secretHeaders,
      `{ eventos(limite: 500) { items { posicion id tipo creado_en datos } siguiente } }`,
    ),
    byAssistant('all tools', 'tools/list', {}),
    tool('100 services', 'servicios', { page_size: 100 }),
    tool('100 professionals', 'peluqueros', { page_size: 100 }),
    {
      ...{ title: 'everything of the salon, for its owner', headers: ownerHeaders },
      ...{ path: api('/ajustes/descarga/archivo/'), before: salon.usePasskey },
    },
  ]
}
