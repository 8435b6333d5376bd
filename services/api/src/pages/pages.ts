import {
  type BookingMessages,
  type BrowserPayment,
  bookingMessages,
  browserPayment,
  type Catalog,
  entryMessages,
  findBookingByCode,
  findWaitlistPageEntry,
  type Processors,
  pageUrls,
  parseBookingCode,
  parseBookingSource,
  type RequestContext,
  type WaitlistPageEntry,
} from '@silla/core'
import { fail, type Refusal, sentence } from '@silla/errors'
import { assertServed, type PageCache, type Principal, type SalonPage } from '@silla/tenants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DerivedCache } from '../derived-cache.ts'
import { addOwnSite } from '../http/own-site.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { addUnderPressure, type LoadMonitor } from '../limits/under-pressure.ts'
import { answerOffer } from './answer-offer.ts'
import { bookingPage, pageMoment } from './booking-page.ts'
import { chooseMessages } from './choose-messages.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { findPage } from './find-page.ts'
import { loadWidget } from './load-release.ts'
import { managePage } from './manage-page.ts'
import { messagesAction } from './messages-section.ts'
import { offerScript } from './offer-script.ts'
import { orNone } from './or-none.ts'
import { isFromOwnPage } from './own-page.ts'
import { htmlType, languageFor } from './page-response.ts'
import { type ReadyFile, readyFile, sendFile } from './ready-file.ts'
import type { RenderedPage } from './rendered-page.ts'
import { refuseMethod, sendMessage } from './send-message.ts'
import { textsIn } from './texts/texts.ts'
import { actionField, waitlistPage } from './waitlist-page.ts'

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
  production: boolean
}

type Query = Readonly<Record<string, unknown>>

/**
 * The pages that customers open in a browser: the booking page of a salon, `/s/{slug}`, and the page
 * of a booking or of an entry of the waitlist, `/s/{slug}/r/{codigo}`. They need no API key. Errors are
 * pages too, in the language of the visitor.
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
  app.setErrorHandler(sendMessage)
  addOwnSite(app, { url: publicUrl, production: parts.production })
  addUnderPressure(app, parts.load)
  app.addHook('onRequest', async (request, reply) => limits.page(request, reply))
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  )

  app.get<{ Params: { slug: string }; Querystring: Query }>(
    '/s/:slug',
    hidden,
    async (request, reply) => {
      const { catalog, page, url } = await openPage(request, request.params.slug)
      const language = languageFor(request, catalog)
      const now = request.context.clock.now()
      const chosen = {
        serviceIds: idsIn(catalog.services, request.query.servicio_id),
        professionalId: idsIn(catalog.professionals, request.query.peluquero_id)[0] ?? null,
      }
      const source = parseBookingSource(request.query.origen)
      const payment = browserPayment(catalog, processors)
      const widget = await loadWidget()
      const render = () =>
        withPolicy(
          bookingPage({
            ...{ catalog, language, now, url, assetsBaseUrl, widget, payment, chosen, source },
            isLive: page.visitor.mode === 'live',
            key: page.key,
          }),
          payment,
        )
      const isUsual =
        chosen.serviceIds.length === 0 && chosen.professionalId === null && source === null
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

  app.get<{ Params: { slug: string; codigo: string }; Querystring: Query }>(
    '/s/:slug/r/:codigo',
    { ...hidden, config: { limit: 'lookUp' } },
    async (request, reply) => {
      reply.headers(privateHeaders)
      const { catalog, page, url } = await openPage(request, request.params.slug)
      // before the code is looked up, and from the same buckets as the API's look-up by code
      await limits.request(request, reply, page.visitor)
      const code = parseBookingCode(request.params.codigo) ?? fail('BOOKING_NOT_FOUND')
      const detail = await findBookingByCode(request.context, code).catch(orNone)
      if (detail === null) {
        const shown = await findWaitlistPageEntry(request.context, code).catch(orNone)
        if (shown === null) return fail('BOOKING_NOT_FOUND')
        const messages = await entryMessages(request.context, code)
        return sendEntry(request, reply, { shown, page, catalog, url, messages, refusal: null })
      }
      const language = languageFor(request, catalog)
      const payment = browserPayment(catalog, processors)
      const widget = await loadWidget()
      const proof = { bookingId: detail.booking.id, code }
      const messages = await bookingMessages(request.context, proof)
      const hasForms = messages.available.length > 0
      const rendered = managePage({
        ...{ catalog, language, detail, url, assetsBaseUrl, widget, payment, messages },
        isSaved: request.query.mensajes === 'guardados',
        isLive: page.visitor.mode === 'live',
        key: page.key,
      })
      return reply
        .headers({
          'content-security-policy': policyOf(rendered, payment, hasForms),
          'content-language': language,
          // a form of a page without a referrer has no origin either
          ...(hasForms && { 'referrer-policy': 'same-origin' }),
        })
        .type(htmlType)
        .send(rendered.html)
    },
  )

  // answers a form of the page of a booking or of an entry, with that page or another one
  app.post<{ Params: { slug: string; codigo: string }; Body: URLSearchParams | undefined }>(
    '/s/:slug/r/:codigo',
    { ...hidden, config: { limit: 'create' } },
    async (request, reply) => {
      reply.headers(privateHeaders)
      const { catalog, page, url } = await openPage(request, request.params.slug)
      await limits.request(request, reply, page.visitor)
      const code = parseBookingCode(request.params.codigo) ?? fail('BOOKING_NOT_FOUND')
      const form = request.body ?? new URLSearchParams()
      if (form.get(actionField) === messagesAction) {
        const language = languageFor(request, catalog)
        if (isFromOwnPage(request, publicUrl))
          await chooseMessages(request.context, { code, form, texts: textsIn(language).messages })
        const saved = `lang=${language}&mensajes=guardados#mensajes`
        return reply.redirect(`/s/${page.visitor.slug}/r/${code}?${saved}`, 303)
      }
      const find = () => findWaitlistPageEntry(request.context, code)
      const { entry } = (await find().catch(orNone)) ?? fail('BOOKING_NOT_FOUND')
      const show = (bookingCode: string) => {
        const query = `lang=${languageFor(request, catalog)}`
        return reply.redirect(`/s/${page.visitor.slug}/r/${bookingCode}?${query}`, 303)
      }
      if (!isFromOwnPage(request, publicUrl)) return show(code)
      const clientAddress = limits.clientAddress(request)
      const { bookingCode, refusal } = await answerOffer(request.context, form, {
        id: entry.id,
        code,
        clientAddress,
      })
      if (refusal === null) return show(bookingCode ?? (await find()).bookingCode ?? code)
      reply.code(refusal.status)
      const messages = await entryMessages(request.context, code)
      return sendEntry(request, reply, {
        shown: await find(),
        page,
        catalog,
        url,
        messages,
        refusal,
      })
    },
  )

  refuseMethods('/s/:slug', ['POST', 'PUT', 'PATCH', 'DELETE'])
  refuseMethods('/s/:slug/r/:codigo', ['PUT', 'PATCH', 'DELETE'])
  app.get('/s/*', hidden, () => fail('NOT_FOUND'))
  app.get('/s', hidden, () => fail('NOT_FOUND'))

  function refuseMethods(url: string, method: string[]): void {
    const handler = () => fail('NOT_FOUND')
    app.route({ ...hidden, method, url, onRequest: refuseMethod, handler })
  }

  async function sendEntry(
    request: FastifyRequest,
    reply: FastifyReply,
    { shown, page, catalog, url, messages, refusal }: EntryParts,
  ): Promise<FastifyReply> {
    const language = languageFor(request, catalog)
    const rendered = waitlistPage({
      ...{ catalog, language, shown, url, assetsBaseUrl, messages },
      isSaved: (request.query as Query).mensajes === 'guardados',
      now: request.context.clock.now(),
      refusal: refusal && sentence(refusal.code, language, refusal.extra),
      isLive: page.visitor.mode === 'live',
      script: await offerScript(),
    })
    const policy = contentSecurityPolicy({ ...rendered, paymentScriptUrl: null, hasForms: true })
    return reply
      .headers({
        'content-security-policy': policy,
        'content-language': language,
        // a form of a page without a referrer has no origin either
        'referrer-policy': 'same-origin',
      })
      .type(htmlType)
      .send(rendered.html)
  }

  /** The salon of a page that is on. From now on the request is one of its visitors. */
  async function openPage(
    request: FastifyRequest,
    slug: string,
  ): Promise<{ page: SalonPage; catalog: Catalog; url: string }> {
    const page = await findPage(pages, slug)
    const context = contextOf(page.visitor)
    const catalog = await context.tenant.catalog()
    const urls = pageUrls(publicUrl, page.visitor.slug, catalog.settings) ?? fail('NOT_FOUND')
    request.principal = page.visitor
    request.context = context
    request.pageSalon = { catalog, url: urls.booking, assetsBaseUrl }
    assertServed(page.visitor.status)
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

interface EntryParts {
  shown: WaitlistPageEntry
  page: SalonPage
  catalog: Catalog
  url: string
  messages: BookingMessages
  refusal: Refusal | null
}

/** Forms have two short fields. */
const maxFormBytes = 1024

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

const policyOf = (
  { style, images }: RenderedPage,
  payment: BrowserPayment | null,
  hasForms = false,
): string =>
  contentSecurityPolicy({ style, images, paymentScriptUrl: payment?.scriptUrl ?? null, hasForms })

/**
 * The ids of a query parameter, with commas between them, that are ids of these; an address edited by
 * hand shows the page.
 */
function idsIn(entries: readonly { id: number }[], text: unknown): number[] {
  const ids =
    typeof text === 'string' && /^[\d,]{1,200}$/.test(text) ? text.split(',').map(Number) : []
  return entries.map(({ id }) => id).filter((id) => ids.includes(id))
}
