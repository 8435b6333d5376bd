import type { FastifyContextConfig } from 'fastify'

// The pages for staff and apps of a salon's own call these routes; they are not part of the API of salons.

export const hidden = { schema: { hide: true } }

/** A request that changes something, by its name in the audit log; null: it is not recorded. */
export const changing = (action: FastifyContextConfig['action'], body?: object) => ({
  schema: { hide: true, ...(body && { body }) },
  config: { action: action ?? null },
})
