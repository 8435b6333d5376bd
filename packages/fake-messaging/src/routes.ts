import type { TriggeredFault } from '@silla/fake-stripe'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createTwilioMessage, type ProviderResponse, readTwilioMessage } from './api/twilio-api.ts'
import { sendWhatsappMessage } from './api/whatsapp-api.ts'
import { listWhatsappTemplates } from './api/whatsapp-templates.ts'
import type { Provider } from './fake-message.ts'
import { readForm } from './form.ts'
import type { Parts } from './parts.ts'
import { twilioError } from './twilio/errors.ts'
import { whatsappError } from './whatsapp/errors.ts'

/** The paths of both providers' APIs that Silla calls. */
export function addRoutes(app: FastifyInstance, parts: Parts): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, readForm(String(text))),
  )
  // what is no JSON fails as a request without fields
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
    done(null, parseJson(String(text))),
  )

  app.post<{ Params: { accountSid: string } }>(
    '/2010-04-01/Accounts/:accountSid/Messages.json',
    (request, reply) =>
      respond(parts, 'twilio', request, reply, () =>
        createTwilioMessage(parts, {
          accountSid: request.params.accountSid,
          authorization: request.headers.authorization ?? '',
          form: request.body,
        }),
      ),
  )
  app.get<{ Params: { accountSid: string; file: string } }>(
    '/2010-04-01/Accounts/:accountSid/Messages/:file',
    (request, reply) =>
      respond(parts, 'twilio', request, reply, async () =>
        readTwilioMessage(parts, {
          accountSid: request.params.accountSid,
          authorization: request.headers.authorization ?? '',
          id: request.params.file.replace(/\.json$/, ''),
        }),
      ),
  )
  app.post<{ Params: { version: string; sender: string } }>(
    '/:version(^v\\d+\\.\\d+$)/:sender(^\\d+$)/messages',
    (request, reply) =>
      respond(parts, 'whatsapp', request, reply, () =>
        sendWhatsappMessage(parts, {
          sender: request.params.sender,
          authorization: request.headers.authorization ?? '',
          body: request.body,
        }),
      ),
  )
  app.get<{ Params: { version: string; account: string } }>(
    '/:version(^v\\d+\\.\\d+$)/:account(^\\d+$)/message_templates',
    (request, reply) =>
      respond(parts, 'whatsapp', request, reply, async () =>
        listWhatsappTemplates(parts, {
          account: request.params.account,
          authorization: request.headers.authorization ?? '',
          query: request.query,
        }),
      ),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Handles a request, and applies the first fault that matches it. */
async function respond(
  { faults }: Parts,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: () => Promise<ProviderResponse>,
): Promise<unknown> {
  const { pathname } = new URL(request.url, 'http://fake')
  const fault = faults.trigger({ method: request.method, path: pathname, account: null })
  if (fault?.when === 'before') {
    await fault.wait()
    if (isBreaking(fault)) return breakResponse(provider, fault, reply)
  }
  const { status, body } = await handle()
  if (fault?.when === 'after') {
    await fault.wait()
    if (isBreaking(fault)) return breakResponse(provider, fault, reply)
  }
  return reply.code(status).send(body)
}

const isBreaking = ({ kind }: TriggeredFault) => kind !== 'hold' && kind !== 'delay'

function breakResponse(
  provider: Provider,
  { kind, replacement }: TriggeredFault,
  reply: FastifyReply,
): unknown {
  if (kind === 'silence' || kind === 'reset') {
    reply.hijack()
    if (kind === 'reset') reply.raw.socket?.resetAndDestroy()
    return reply
  }
  if (kind === 'html')
    return reply
      .code(502)
      .type('text/html')
      .send('<html><body><h1>502 Bad Gateway</h1></body></html>')
  if (kind === 'response')
    return reply.code(replacement.status).type('application/json').send(replacement.body)
  const isTwilio = provider === 'twilio'
  const { status, body } =
    kind === 'rate_limit'
      ? isTwilio
        ? twilioError(20429)
        : whatsappError(130429)
      : isTwilio
        ? twilioError(20500)
        : whatsappError(131000)
  return reply.code(status).send(body)
}
