import type { FastifyRequest } from 'fastify'

/**
 * Names one catalogue answer: the path, the languages, and whatever else it depends on, already
 * resolved.
 */
export const cacheKey = (request: FastifyRequest, path: string, ...dependsOn: unknown[]): string =>
  JSON.stringify([path, request.languages.text, request.languages.message, ...dependsOn])
