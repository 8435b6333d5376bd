import {
  type Clock,
  type Credentials,
  continueOnboarding,
  countOnboardingRequest,
  type Onboarding,
  onboardingPath,
  onboardingUrl,
  type Processors,
  processorMode,
  type RequestContext,
  readOnboarding,
  sendOnboardingCode,
} from '@silla/core'
import type { Database } from '@silla/db'
import { fail, Refusal, sentence } from '@silla/errors'
import { defaultLanguage, type Language } from '@silla/locale'
import { findMovedAddress, findOnboardingVisitor, type Principal } from '@silla/tenants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestedLanguage } from '../http/languages.ts'
import { addOwnSite } from '../http/own-site.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { addUnderPressure, type LoadMonitor } from '../limits/under-pressure.ts'
import { contentSecurityPolicy, onboardingOrigins } from './content-security-policy.ts'
import {
  actionField,
  actions,
  codeField,
  type OnboardingPageParts,
  onboardingPage,
  unknownOnboardingPage,
} from './onboarding-page.ts'
import { isFromOwnPage } from './own-page.ts'
import { htmlType, languageFor } from './page-response.ts'
import { refuseMethod, sendMessage } from './send-message.ts'
import { onboardingTexts } from './texts/onboarding-texts.ts'

export interface OnboardingRoutesParts {
  database: Database
  clock: Clock
  limits: RateLimits
  load: LoadMonitor
  contextOf: (principal: Principal) => RequestContext
  credentials: Credentials
  processors: Processors
  /** null: no salon has such an address. */
  publicUrl: string | null
  production: boolean
}

interface TokenParams {
  token: string
}

/**
 * The address at which a salon completes its account at the processor, `/conectar/{token}`, and that to
 * which it returns, `/conectar/{token}/estado` (D53). Who knows the address sees how far the salon has
 * come; a code that is mailed to the salon leads on.
 */
export async function onboardingRoutes(
  app: FastifyInstance,
  parts: OnboardingRoutesParts,
): Promise<void> {
  const { database, clock, limits, contextOf, credentials, processors, publicUrl } = parts
  const codes = credentials.codes
  app.decorateRequest('principal', null as never)
  app.decorateRequest('context', null as never)
  app.addHook('onRequest', (_request, reply, done) => {
    reply
      .removeHeader('access-control-allow-origin')
      .removeHeader('access-control-expose-headers')
      .headers({
        vary: 'Accept-Language',
        'cache-control': 'no-store',
        // a form of a page without a referrer has no origin either
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex, nofollow',
      })
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

  app.get<{ Params: TokenParams; Querystring: Record<string, unknown> }>(
    `${onboardingPath}:token`,
    hidden,
    async (request, reply) => {
      const onboarding = await open(request, reply)
      if (onboarding === null) return reply
      const view = codeField in request.query ? 'code' : 'start'
      return sendPage(request, reply, { onboarding, view, refusal: null })
    },
  )

  app.get<{ Params: TokenParams }>(
    `${onboardingPath}:token/estado`,
    hidden,
    async (request, reply) => {
      const onboarding = await open(request, reply)
      if (onboarding === null) return reply
      return sendPage(request, reply, { onboarding, view: 'status', refusal: null })
    },
  )

  app.post<{ Params: TokenParams; Body: URLSearchParams | undefined }>(
    `${onboardingPath}:token`,
    hidden,
    async (request, reply) => {
      const onboarding = await open(request, reply)
      if (onboarding === null) return reply
      const form = request.body ?? new URLSearchParams()
      const { page, status } = urlsOf(request)
      const language = await languageOf(request)
      const query = `lang=${language}`
      if (!isFromOwnPage(request, publicUrl)) return reply.redirect(`${page}?${query}`, 303)
      try {
        switch (form.get(actionField)) {
          case actions.send:
            await sendOnboardingCode(request.context, codes)
            return reply.redirect(`${page}?${query}&${codeField}`, 303)
          case actions.continue: {
            const link = await continueOnboarding(
              request.context,
              { codes, processors },
              {
                code: (form.get(codeField) ?? '').trim(),
                urls: urlsOf(request, publicUrl),
              },
            )
            return reply.redirect(link ?? `${status}?${query}`, 303)
          }
          default:
            return reply.redirect(`${page}?${query}`, 303)
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code === 'NOT_FOUND') return sendUnknown(request, reply)
        const refusal = reasonOf(error, language)
        if (refusal === null) throw error
        reply.code(error.status)
        if (error.headers) reply.headers(error.headers)
        return sendPage(request, reply, { onboarding, view: 'code', refusal })
      }
    },
  )

  const notFound = () => fail('NOT_FOUND')
  for (const [url, method] of [
    [`${onboardingPath}:token`, ['PUT', 'PATCH', 'DELETE']],
    [`${onboardingPath}:token/estado`, ['POST', 'PUT', 'PATCH', 'DELETE']],
  ] as const)
    app.route({ ...hidden, method: [...method], url, onRequest: refuseMethod, handler: notFound })
  for (const url of [onboardingPath, `${onboardingPath}*`]) app.get(url, hidden, notFound)

  /**
   * How far the salon of the token has come; from now on the request is one of its visitors.
   *
   * @returns null: the token is no salon's, and the response says so
   */
  async function open(
    request: FastifyRequest<{ Params: TokenParams }>,
    reply: FastifyReply,
  ): Promise<Onboarding | null> {
    const { token } = request.params
    const found = await findOnboardingVisitor(database.queryPool, token)
    const clientAddress = limits.address(request)
    if (clientAddress !== null)
      await countOnboardingRequest(database.execPool, clock, {
        clientAddress,
        tokenHash: found?.tokenHash ?? null,
      })
    if (found === null) {
      const origin = await findMovedAddress(database.queryPool, token)
      if (origin === null) sendUnknown(request, reply)
      else reply.redirect(`${origin}${request.url}`, 308)
      return null
    }
    request.principal = found.visitor
    request.context = contextOf(found.visitor)
    if (found.visitor.status === 'suspended') fail('BUSINESS_SUSPENDED')
    const onboarding = await readOnboarding(request.context, processors)
    if (onboarding === null) sendUnknown(request, reply)
    return onboarding
  }

  async function sendPage(
    request: FastifyRequest<{ Params: TokenParams }>,
    reply: FastifyReply,
    shown: Pick<OnboardingPageParts, 'onboarding' | 'view' | 'refusal'>,
  ): Promise<FastifyReply> {
    const { mode } = request.principal
    const paths = urlsOf(request)
    const language = await languageOf(request)
    const rendered = onboardingPage({
      ...shown,
      language,
      catalog: await request.context.tenant.catalog(),
      isLive: mode === 'live',
      paths: { page: paths.page, own: shown.view === 'status' ? paths.status : paths.page },
    })
    const scriptUrl = processors(processorMode(mode))?.scriptUrl
    return send(reply, language, {
      ...rendered,
      formOrigins: scriptUrl === undefined ? [] : onboardingOrigins(scriptUrl),
    })
  }
}

/** That with the button, and that of the state. */
function urlsOf(
  { params }: FastifyRequest<{ Params: TokenParams }>,
  publicUrl: string | null = null,
): { page: string; status: string } {
  const page = onboardingUrl(publicUrl ?? '', params.token)
  return { page, status: `${page}/estado` }
}

const languageOf = async (request: FastifyRequest): Promise<Language> =>
  languageFor(request, await request.context.tenant.catalog())

function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = requestedLanguage(request) ?? defaultLanguage
  return send(reply.code(404), language, unknownOnboardingPage(language))
}

function send(
  reply: FastifyReply,
  language: Language,
  page: { html: string; style: string; images: string[]; formOrigins?: readonly string[] },
): FastifyReply {
  const { style, images, formOrigins } = page
  return reply
    .headers({
      'content-security-policy': contentSecurityPolicy({
        ...{ style, images, paymentScriptUrl: null },
        ...(formOrigins && { hasForms: true, formOrigins }),
      }),
      'content-language': language,
    })
    .type(htmlType)
    .send(page.html)
}

/** What the page says about a refusal; null: it is none of this page. */
function reasonOf({ code }: Refusal, language: Language): string | null {
  const texts = onboardingTexts[language]
  switch (code) {
    case 'OTP_INVALID':
    case 'OTP_EXPIRED':
    case 'OTP_TOO_MANY_ATTEMPTS':
      return sentence(code, language)
    case 'RATE_LIMIT_EXCEEDED':
      return texts.tooManyCodes
    case 'PROCESSOR_UNAVAILABLE':
      return texts.away
    case 'PROCESSOR_NOT_CONFIGURED':
      return texts.noAccess
    default:
      return null
  }
}

/** The forms have one short field. */
const maxFormBytes = 1024

const hidden = { schema: { hide: true } }
