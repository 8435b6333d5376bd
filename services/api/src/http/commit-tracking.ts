import type { Tenant } from '@silla/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Records whether a request has committed a write, so that an error after it says that the outcome
 * is unknown (D19). Runs after the identity of the request is set.
 */
export function addCommitTracking(app: FastifyInstance): void {
  app.decorateRequest('hasCommitted', false)
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method !== 'GET') {
      const { context } = request
      request.context = { ...context, tenant: withCommitTracking(context.tenant, request) }
    }
    done()
  })
}

function withCommitTracking(tenant: Tenant, request: FastifyRequest): Tenant {
  const { db } = tenant
  return { ...tenant, db: { ...db, exec: tracked(db.exec), transaction: tracked(db.transaction) } }

  function tracked<Args extends unknown[], Result>(write: (...args: Args) => Promise<Result>) {
    return async (...args: Args): Promise<Result> => {
      const result = await write(...args)
      request.hasCommitted = true
      return result
    }
  }
}
