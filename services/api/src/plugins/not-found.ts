import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'

/**
 * An unknown path, or a known one with another method, which then hears the right ones in `Allow`
 * (D1).
 */
export function addNotFound(app: FastifyInstance): void {
  const routes: { path: RegExp; method: string }[] = []

  app.addHook('onRoute', ({ url, method }) => {
    const path = pathPattern(url)
    for (const each of [method].flat()) routes.push({ path, method: each })
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

/** `/reservas/:id/cancelar/` as an expression, with or without the last slash (D3). */
function pathPattern(url: string): RegExp {
  const steps = url.replace(/\/$/, '').split('/')
  return new RegExp(
    `^${steps.map((step) => (step.startsWith(':') ? `${exceptionOf(step)}[^/]+` : RegExp.escape(step))).join('/')}/?$`,
  )
}

/** What a parameter may not be: the lookahead of its own expression. */
const exceptionOf = (parameter: string): string => /\(\?![^)]*\)/.exec(parameter)?.[0] ?? ''
