import type { OpenApi } from '../spec/contract/openapi-document.ts'
import { restEquivalents } from '../spec/contract/rest-equivalents.ts'
import { type FuzzRequest, graphqlTextOf } from './request.ts'

const prefix = '/api/v1'

/**
 * The operations that a request reaches, as `POST /reservas/crear/`: one by its path, or those that
 * the fields of a GraphQL query correspond to. None: it reaches no route.
 */
export function operationsOf(document: OpenApi): (request: FuzzRequest) => string[] {
  const routes = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method })))
    // literal steps win over parameters
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
    .map(({ path, method }) => ({
      name: `${method.toUpperCase()} ${path.replace(prefix, '')}`,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]*')}/?$`),
    }))

  return (request) => {
    if (request.path.startsWith(`${prefix}/graphql`)) return fieldsOf(request)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = routes.find((one) => one.method === method && one.pattern.test(request.path))
    return found ? [found.name] : []
  }
}

function fieldsOf(request: FuzzRequest): string[] {
  const words = new Set(graphqlTextOf(request).match(/\w+/g))
  return Object.entries({ ...restEquivalents, 'Query.cliente': 'GET /cliente/perfil/' })
    .filter(([name]) => words.has(name.split('.')[1] ?? ''))
    .map(([, operation]) => operation)
}
