import {
  type BrowserPayment,
  browserPayment,
  type Catalog,
  findBookingByCode,
  type Processors,
  pageUrls,
  parseBookingCode,
  type RequestContext,
} from '@silla/core'
import { fail } from '@silla/errors'
import type { PageCache, Principal, SalonPage } from '@silla/tenants'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DerivedCache } from '../derived-cache.ts'
import type { RateLimits } from '../plugins/rate-limits.ts'
import { addUnderPressure, type LoadMonitor } from '../plugins/under-pressure.ts'
import { bookingPage, pageMoment } from './booking-page.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { loadWidget } from './load-widget.ts'
import { managePage } from './manage-page.ts'
import { htmlType, languageFor } from './page-response.ts'
import { type ReadyFile, readyFile, sendFile } from './ready-file.ts'
import type { RenderedPage } from './rendered-page.ts'
import { refuseMethod, sendMessage } from './send-message.ts'

export interface PagesParts {
  pages: PageCache
  limits: RateLimits
  load: LoadMonitor
  contextOf: (principal: Principal) => RequestContext
  derived: DerivedCache
  processors: Processors
  assetsBaseUrl: string
  /** null: no salon has pages. */
  publicUrl: string | null
}

type Query = Readonly<Record<string, unknown>>

/**
 * The pages that customers open in a browser: the booking page of a salon, `/s/{slug}`, and the page
 * of a booking, `/s/{slug}/r/{codigo}`. They need no API key. Errors are pages too, in the language of
 * the visitor.
 */
export async function pagesRoutes(app: FastifyInstance, parts: PagesParts): Promise<void> {
  const { pages, limits, contextOf, derived, processors, assetsBaseUrl, publicUrl } = parts
  app.decorateRequest('principal', null as never)
  app.decorateRequest('context', null as never)
  app.decorateRequest('pageSalon', null)
  app.addHook('onRequest', (_request, reply, done) => {
    reply
      .removeHeader('access-control-allow-origin')
      .removeHeader('access-control-expose-headers')
      .header('vary', 'Accept-Language')
    done()
  })
  addUnderPressure(app, parts.load)
  app.addHook('onRequest', async (request, reply) => limits.page(request, reply))
  app.setErrorHandler(sendMessage)

  app.get<{ Params: { slug: string }; Querystring: Query }>(
    '/s/:slug',
    hidden,
    async (request, reply) => {
      const { catalog, page, url } = await openPage(request, request.params.slug)
      const language = languageFor(request, catalog)
      const now = request.context.clock.now()
      const chosen = {
        serviceId: idIn(catalog.services, request.query.servicio_id),
        professionalId: idIn(catalog.professionals, request.query.peluquero_id),
      }
      const payment = browserPayment(catalog, processors)
      const widget = await loadWidget()
      const render = () =>
        withPolicy(
          bookingPage({
            ...{ catalog, language, now, url, assetsBaseUrl, widget, payment, chosen },
            isLive: page.visitor.mode === 'live',
            key: page.key,
          }),
          payment,
        )
      const isUsual = chosen.serviceId === null && chosen.professionalId === null
      const cacheKey = `page ${language} ${page.key} ${url} ${pageMoment(catalog, now)}`
      const ready = isUsual ? cached(catalog, cacheKey, render) : render()
      reply.headers({
        'content-security-policy': ready.policy,
        'content-language': language,
        'cache-control': 'private, no-cache',
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
      return sendFile(request, reply.type(htmlType), ready.file)
    },
  )

  app.get<{ Params: { slug: string; codigo: string } }>(
    '/s/:slug/r/:codigo',
    { ...hidden, config: { limit: 'lookUp' } },
    async (request, reply) => {
      reply.headers(privateHeaders)
      const { catalog, page, url } = await openPage(request, request.params.slug)
      // before the code is looked up, and from the same buckets as the API's look-up by code
      await limits.request(request, reply, page.visitor)
      const code = parseBookingCode(request.params.codigo) ?? fail('BOOKING_NOT_FOUND')
      const detail = await findBookingByCode(request.context, code)
      const language = languageFor(request, catalog)
      const payment = browserPayment(catalog, processors)
      const widget = await loadWidget()
      const rendered = managePage({
        ...{ catalog, language, detail, url, assetsBaseUrl, widget, payment },
        isLive: page.visitor.mode === 'live',
        key: page.key,
      })
      return reply
        .headers({
          'content-security-policy': policyOf(rendered, payment),
          'content-language': language,
        })
        .type(htmlType)
        .send(rendered.html)
    },
  )

  for (const url of ['/s/:slug', '/s/:slug/r/:codigo'])
    app.route({
      ...hidden,
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      onRequest: refuseMethod,
      handler: () => fail('NOT_FOUND'),
    })
  app.get('/s/*', hidden, () => fail('NOT_FOUND'))
  app.get('/s', hidden, () => fail('NOT_FOUND'))

  /** The salon of a page that is on. From now on the request is one of its visitors. */
  async function openPage(
    request: FastifyRequest,
    slug: string,
  ): Promise<{ page: SalonPage; catalog: Catalog; url: string }> {
    const page = (await pages.find(slug.toLowerCase())) ?? fail('NOT_FOUND')
    const context = contextOf(page.visitor)
    const catalog = await context.tenant.catalog()
    const urls = pageUrls(publicUrl, page.visitor.slug, catalog.settings) ?? fail('NOT_FOUND')
    request.principal = page.visitor
    request.context = context
    request.pageSalon = { catalog, url: urls.booking, assetsBaseUrl }
    if (page.visitor.status === 'suspended') fail('BUSINESS_SUSPENDED')
    return { page, catalog, url: urls.booking }
  }

  function cached(catalog: Catalog, key: string, render: () => ReadyPage): ReadyPage {
    const known = derived.get<ReadyPage>(catalog, key)
    if (known !== undefined) return known
    const ready = render()
    derived.set(catalog, key, ready, ready.file.content.length + ready.file.gzip.length)
    return ready
  }
}

const hidden = { schema: { hide: true } }

/** Of the page of a booking, and of what is shown in its place: its address gives access. */
const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

interface ReadyPage {
  file: ReadyFile
  policy: string
}

const withPolicy = (page: RenderedPage, payment: BrowserPayment | null): ReadyPage => ({
  file: readyFile(Buffer.from(page.html)),
  policy: policyOf(page, payment),
})

const policyOf = ({ style, images }: RenderedPage, payment: BrowserPayment | null): string =>
  contentSecurityPolicy({ style, images, paymentScriptUrl: payment?.scriptUrl ?? null })

/** The id of a query parameter, if it is one of these; an address edited by hand shows the page. */
function idIn(entries: readonly { id: number }[], text: unknown): number | null {
  const id = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : null
  return entries.some((entry) => entry.id === id) ? id : null
}
