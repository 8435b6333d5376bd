import { pageUrls, type RequestContext } from '@silla/core'
import { type Code, fail } from '@silla/errors'
import type { PageCache, Principal } from '@silla/tenants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AdmissionRule, addAdmission } from '../auth/admission.ts'
import { decorateCalls } from '../auth/tenant.ts'
import { noteAnswer } from '../http/answered-early.ts'
import { addCommitTracking } from '../http/commit-tracking.ts'
import { drainBody, failureBody, logFailure } from '../http/error-handler.ts'
import { toRefusal } from '../http/error-mapping.ts'
import { addLanguages, messageLanguage } from '../http/languages.ts'
import { addOwnSite } from '../http/own-site.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { addRequestSlots, type RequestSlots, requestWeights } from '../limits/request-slots.ts'
import { addUnderPressure, type LoadMonitor } from '../limits/under-pressure.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { findPage } from '../pages/find-page.ts'
import { version } from '../reference/openapi.ts'
import { callTool } from './call-tool.ts'
import { dayAt, instructions } from './instructions.ts'
import { nextSteps } from './next-steps.ts'
import { respond } from './protocol.ts'

export interface AssistantParts {
  pages: PageCache
  limits: RateLimits
  load: LoadMonitor
  slots: RequestSlots
  rules: readonly AdmissionRule[]
  contextOf: (principal: Principal) => RequestContext
  options: OperationOptions
  production: boolean
}

/**
 * `/s/{slug}/mcp`: tools with which an assistant books at a salon (D79), by the Model Context Protocol over
 * HTTP, without sessions. A caller has the rights and the rate limits of a visitor of the salon's page. What is wrong with a
 * request is an error of JSON-RPC; what is wrong with a call of a tool is its result.
 */
export async function assistantRoutes(app: FastifyInstance, parts: AssistantParts): Promise<void> {
  const { pages, limits, load, slots, rules, contextOf, options, production } = parts
  const { publicUrl } = options
  decorateCalls(app, limits)
  app.setErrorHandler(sendProtocolError)
  app.addHook('onRequest', (_request, reply, done) => {
    reply
      .removeHeader('access-control-allow-origin')
      .removeHeader('access-control-expose-headers')
      .header('vary', 'Accept-Language, Origin')
    done()
  })
  addOwnSite(app, { url: publicUrl, production })
  addUnderPressure(app, load)
  app.addHook('onRequest', async (request, reply) => limits.page(request, reply))
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST') fail('NOT_FOUND', { headers: { allow: 'POST' } })
    await openSalon(request, reply, (request.params as { slug: string }).slug)
  })
  addLanguages(app)
  addAdmission(app, rules)
  addCommitTracking(app)
  addRequestSlots(app, slots)

  app.post<{ Params: { slug: string } }>(
    path,
    { schema: { hide: true }, config: { weight: requestWeights.none } },
    async (request, reply) => {
      // one request is one call, for the rate limits and for what an operation sets of it
      if (Array.isArray(request.body)) fail('VALIDATION_ERROR', { problems: [noBatch] })
      const { context, principal } = request
      const catalog = await context.tenant.catalog()
      const urls = pageUrls(publicUrl, principal.slug, catalog.settings) ?? fail('NOT_FOUND')
      const response = await respond(asWebRequest(request, urls.booking), request.body, {
        info: { name: 'silla', title: catalog.business.name, version, websiteUrl: urls.booking },
        instructions: instructions(catalog, dayAt(catalog, context.clock)),
        call: (tool, args) => callTool(tool, args, { request, reply, options, urls }),
        onError: (err) => request.log.debug({ err }, 'a request of an assistant was refused'),
      })
      return send(reply, response)
    },
  )
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
    app.route({ method, url: path, schema: { hide: true }, handler: () => fail('NOT_FOUND') })

  /** From now on the request is one of a visitor of the salon's page. */
  async function openSalon(
    request: FastifyRequest,
    reply: FastifyReply,
    slug: string,
  ): Promise<void> {
    const page = await findPage(pages, slug)
    const context = contextOf(page.visitor)
    const { settings } = await context.tenant.catalog()
    // without a key the page takes no bookings either
    if (page.key === null || pageUrls(publicUrl, slug, settings) === null) fail('NOT_FOUND')
    request.principal = page.visitor
    request.context = context
    await limits.request(request, reply, page.visitor)
  }
}

const path = '/s/:slug/mcp'

const noBatch = { field: '', problem: 'not_object' } as const

/** The headers that the protocol reads; the body is parsed already. */
function asWebRequest({ headers }: FastifyRequest, url: string): Request {
  const own = Object.entries(headers).filter(
    ([name, value]) =>
      typeof value === 'string' &&
      (name === 'accept' || name === 'content-type' || name.startsWith('mcp-')),
  )
  return new Request(`${url}/mcp`, { method: 'POST', headers: own as [string, string][] })
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const name of ['content-type', 'allow']) {
    const value = response.headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  return reply.code(response.status).send(await response.text())
}

/** Sends what is wrong with a request itself, with the code of the catalogue in `data`. */
function sendProtocolError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error)
  const { code, status, headers } = refusal
  request.errorCode = code
  if (status >= 500) logFailure(refusal, request)
  if (reply.hasHeader('connection')) drainBody(request, reply)
  noteAnswer(request.raw)
  if (headers) reply.headers(headers)
  const { message, ...facts } = failureBody(refusal, messageLanguage(request)).error
  const step = nextSteps[code]
  const data = { ...facts, ...(step !== undefined && { que_hacer: step }) }
  reply
    .code(headers?.allow === undefined ? status : 405)
    .header('content-type', 'application/json; charset=utf-8')
    .send({
      jsonrpc: '2.0',
      id: null,
      error: { code: rpcCodes[code] ?? serverError, message, data },
    })
}

// of JSON-RPC 2.0
const rpcCodes: Partial<Record<Code, number>> = {
  MALFORMED_JSON: -32_700,
  VALIDATION_ERROR: -32_600,
}
const serverError = -32_000
