import type { AccessTokens, RequestContext } from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'

/**
 * From the token to the customer. Runs when the request was admitted; from here on the narrowest
 * identity decides (D9). A token that is not right is refused on every path: whoever believes to be
 * signed in must not end up as a guest (D11).
 */
export function addCustomer(
  app: FastifyInstance,
  { accessTokens }: { accessTokens: AccessTokens },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization } = request.headers
    if (authorization === undefined) return done()
    asCustomer(request.context, authorization).then((context) => {
      request.context = context
      done()
    }, done)
  })

  async function asCustomer(
    requestContext: RequestContext,
    authorization: string,
  ): Promise<RequestContext> {
    const [, token] = bearer.exec(authorization) ?? fail('INVALID_TOKEN')
    const access = await accessTokens.read(
      token ?? '',
      requestContext.tenant.businessId,
      requestContext.clock.now(),
    )
    const { customerId, sessionId, authenticatedAt, byCode } = access
    return {
      ...requestContext,
      identity: { kind: 'customer', customerId, sessionId, authenticatedAt, byCode },
    }
  }
}

const bearer = /^bearer +([\w.~+/=-]+) *$/i
