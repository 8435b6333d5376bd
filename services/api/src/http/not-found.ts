import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'

/**
 * Answers unknown paths, and known paths with another method, for which `Allow` lists the right
 * ones (D1).
 */
export function addNotFound(app: FastifyInstance): void {
  const routes: { path: RegExp; method: string }[] = []

  app.addHook('onRoute', ({ url, method }) => {
    const path = pathPattern(url)
    for (const one of [method].flat()) routes.push({ path, method: one })
  })

  app.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = new Set(
      routes.filter((route) => route.path.test(path)).map((route) => route.method),
    )
    fail(
      'NOT_FOUND',
      methods.size === 0 ? {} : { headers: { allow: [...methods].sort().join(', ') } },
    )
  })
}

/** `/reservas/:id/cancelar/` as a regular expression, with or without the trailing slash (D3). */
function pathPattern(url: string): RegExp {
  const steps = url.replace(/\/$/, '').split('/')
  const patterns = steps.map((step) =>
    step.startsWith(':') ? `${lookaheadOf(step)}[^/]+` : RegExp.escape(step),
  )
  return new RegExp(`^${patterns.join('/')}/?$`)
}

/** The values that a parameter excludes: the lookahead of its expression. */
const lookaheadOf = (parameter: string): string => /\(\?![^)]*\)/.exec(parameter)?.[0] ?? ''
