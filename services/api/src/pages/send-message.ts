import type { Code } from '@silla/errors'
import { imageUrl } from '@silla/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { logFailure } from '../http/error-handler.ts'
import { toRefusal } from '../http/error-mapping.ts'
import { messageLanguage } from '../http/languages.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { type MessageSalon, messagePage } from './message-page.ts'
import { htmlType, languageFor } from './page-response.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The salon of a page, once it is known that its page is on. */
    pageSalon: MessageSalon | null
  }
}

/** Sends an error as a page. The cause of a server error is logged and never sent. */
export function sendMessage(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, code, headers } = toFailure(error, request)
  if (headers) reply.headers(headers)
  request.errorCode = code
  if (code === 'BUSINESS_MOVED' && headers?.location) {
    // not kept by browsers: the salon may return
    reply.header('cache-control', 'no-store').redirect(`${headers.location}${request.url}`, 308)
    return
  }
  sendPage(request, reply, { status, code })
}

/** The pages are only read. */
export async function refuseMethod(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('allow', 'GET, HEAD')
  return sendPage(request, reply, { status: 405, code: 'NOT_FOUND' })
}

/** Whether a request, of which only the URL is known, is for a page. */
export const isPageUrl = (url: string | undefined): boolean =>
  /^\/(s|conectar)(\/|$)/.test(url ?? '')

/** Answers an address that cannot be decoded, such as `/s/%E0`; no hook has run yet. */
export function sendPageNotFound(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('access-control-allow-origin').header('vary', 'Accept-Language')
  sendPage(request, reply, { status: 404, code: 'NOT_FOUND' })
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code }: { status: number; code: Code },
): FastifyReply {
  // null or, where no route was found, undefined
  const salon = request.pageSalon ?? null
  const language = salon ? languageFor(request, salon.catalog) : messageLanguage(request)
  const { html, style } = messagePage(code, language, salon)
  const images = salon ? [imageUrl(salon.catalog.business.logoUrl, salon)] : []
  return reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-language': language,
      'content-security-policy': contentSecurityPolicy({ style, images, paymentScriptUrl: null }),
    })
    .type(htmlType)
    .send(html)
}

function toFailure(error: unknown, request: FastifyRequest) {
  const refusal = toRefusal(error)
  if (refusal.status >= 500) logFailure(refusal, request)
  return refusal
}
