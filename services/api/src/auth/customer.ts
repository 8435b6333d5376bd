import type { AccessTokens, RequestContext } from '@silla/core'
import { fail, Refusal } from '@silla/errors'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What the route does with a customer's access token, for routes that a client with an expired
     * token needs: `ignored`, or `may_be_expired`, which is like none then. Default: it must be
     * valid.
     */
    accessToken?: 'ignored' | 'may_be_expired'
  }
}

/**
 * Sets the customer's identity from the access token. Runs after the API key is authorized; the
 * narrower identity then applies (D9). An invalid token fails also where none is required, so that a
 * customer who is no longer signed in does not continue as a guest (D11); signing in and renewing a
 * session ignore it, so that a client that always sends its token can replace an expired one.
 */
export function addCustomer(
  app: FastifyInstance,
  { accessTokens }: { accessTokens: AccessTokens },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization } = request.headers
    const { accessToken } = request.routeOptions.config
    if (authorization === undefined || accessToken === 'ignored') return done()
    // the token was that of a staff session or of support
    const { kind } = request.context.identity
    if (kind === 'staff' || kind === 'support') return done()
    withCustomer(request.context, authorization).then(
      (context) => {
        request.context = context
        done()
      },
      (error) => done(accessToken === 'may_be_expired' && isExpired(error) ? undefined : error),
    )
  })

  async function withCustomer(
    context: RequestContext,
    authorization: string,
  ): Promise<RequestContext> {
    const [, token] = bearer.exec(authorization) ?? fail('INVALID_TOKEN')
    const access = await accessTokens.read(
      token ?? '',
      context.tenant.businessId,
      context.realClock.now(),
    )
    const { customerId, sessionId, authenticatedAt, byCode } = access
    return {
      ...context,
      identity: { kind: 'customer', customerId, sessionId, authenticatedAt, byCode },
    }
  }
}

const isExpired = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'TOKEN_EXPIRED'

const bearer = /^bearer +([\w.~+/=-]+) *$/i
