import type { AccessTokens, RequestContext } from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'

/**
 * Sets the customer's identity from the access token. Runs after the API key is authorized; the
 * narrower identity then applies (D9). An invalid token fails on every route, so that a customer
 * who is no longer signed in does not continue as a guest (D11).
 */
export function addCustomer(
  app: FastifyInstance,
  { accessTokens }: { accessTokens: AccessTokens },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization } = request.headers
    if (authorization === undefined) return done()
    withCustomer(request.context, authorization).then((context) => {
      request.context = context
      done()
    }, done)
  })

  async function withCustomer(
    context: RequestContext,
    authorization: string,
  ): Promise<RequestContext> {
    const [, token] = bearer.exec(authorization) ?? fail('INVALID_TOKEN')
    const access = await accessTokens.read(
      token ?? '',
      context.tenant.businessId,
      context.clock.now(),
    )
    const { customerId, sessionId, authenticatedAt, byCode } = access
    return {
      ...context,
      identity: { kind: 'customer', customerId, sessionId, authenticatedAt, byCode },
    }
  }
}

const bearer = /^bearer +([\w.~+/=-]+) *$/i
