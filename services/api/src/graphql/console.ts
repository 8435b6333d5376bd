import { readFile } from 'node:fs/promises'
import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readAsset, readRepairs } from '../assets.ts'
import type { FindDemoExamples } from '../reference/examples.ts'

/**
 * The GraphQL console `/graphiql`, never in production (D29). All its files are served from here:
 * it works without a network, and its content security policy allows requests to this server only.
 *
 * @param options.key the API key preset in its headers; empty: the user enters one
 * @param options.findDemoExamples fills in variables and credentials, for a demo
 */
export async function addConsole(
  app: FastifyInstance,
  { key, findDemoExamples }: { key: string; findDemoExamples?: FindDemoExamples | undefined },
): Promise<void> {
  await app.register(async (page) => {
    await page.register(fastifyStatic, { serve: false })

    page.addHook('onRequest', (_request, reply, done) => {
      // the page holds the API key, so other origins may not read it
      reply.removeHeader('access-control-allow-origin').header('content-security-policy', policy)
      done()
    })

    page.get('/graphiql', hidden, async (_request, reply) => {
      const { renderAltair } = await altair()
      const html = renderAltair({
        baseURL: '/graphiql/',
        serveInitialOptionsInSeperateRequest: optionsFile,
      })
      return reply.type('text/html; charset=utf-8').send(repaired(html))
    })
    page.get('/graphiql/repairs.js', hidden, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(await readRepairs('graphiql/repairs.js')),
    )
    page.get('/graphiql/repairs.css', hidden, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(await readAsset('graphiql/repairs.css')),
    )
    page.get(`/graphiql/${optionsFile}`, hidden, async (request, reply) => {
      // Altair sends nothing to an address without an origin
      const endpoint = `${request.protocol}://${request.host}/api/v1/graphql`
      const { renderInitialOptions } = await altair()
      return reply
        .type('text/javascript; charset=utf-8')
        .send(renderInitialOptions(optionsWith(endpoint, { key, ...(await openWindows()) })))
    })
    page.get<{ Params: { '*': string } }>('/graphiql/*', hidden, async (request, reply) => {
      const { getDistDirectory } = await altair()
      return reply.sendFile(request.params['*'], getDistDirectory())
    })
  })

  async function openWindows(): Promise<Pick<ConsoleOptions, 'windows' | 'isFilledIn'>> {
    const [queries, demo] = await Promise.all([documentedQueries(), findDemoExamples?.()])
    const windows = queries.map((query) => {
      const filledIn = demo?.queries[query.name]
      if (!demo || !filledIn) return { ...query, headers: { 'X-API-Key': key } }
      const { as, variables } = filledIn
      const headers = {
        'X-API-Key': as === 'owner' ? demo.secretKey : demo.publishableKey,
        ...(as === 'customer' && { Authorization: `Bearer ${demo.accessToken}` }),
      }
      return { ...query, variables: JSON.stringify(variables, null, 2), headers }
    })
    return { windows, isFilledIn: demo != null }
  }
}

/** A production install does not have its files, whatever NODE_ENV is. */
export function consoleIsInstalled(): boolean {
  try {
    import.meta.resolve('altair-static')
    return true
  } catch {
    return false
  }
}

/** Loaded when the console is first opened, because most processes never serve it. */
const altair = () => import('altair-static')

const hidden = { schema: { hide: true } }
const optionsFile = 'options.js'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Altair names no language and lacks what assistive technology needs. */
const repaired = (html: string) =>
  html
    .replace('<html>', '<html lang="en">')
    .replace('</head>', '<link rel="stylesheet" href="repairs.css"></head>')
    .replace('</body>', '<script src="repairs.js"></script></body>')

const optionsWith = (endpoint: string, { key, windows, isFilledIn }: ConsoleOptions) => ({
  endpointURL: endpoint,
  initialWindows: windows.map(({ name, query, variables, headers }) => ({
    initialName: name,
    endpointURL: endpoint,
    initialQuery: query,
    initialVariables: variables,
    initialHeaders: headers,
  })),
  initialHeaders: { 'X-API-Key': key },
  // the policy above blocks the requests to Altair's own servers
  disableAccount: true,
  // the windows of an earlier visit have tokens that have expired and times that are taken
  preserveState: !isFilledIn,
  initialSettings: { 'banners.disable': true },
})

interface ConsoleOptions {
  key: string
  windows: readonly ConsoleWindow[]
  /** With values of the demo, which do not stay valid. */
  isFilledIn: boolean
}

interface ConsoleWindow extends DocumentedQuery {
  headers: Record<string, string>
}

interface DocumentedQuery {
  name: string
  query: string
  variables: string
}

/** The example queries of docs/graphql.md, each in a window of its own. */
async function documentedQueries(): Promise<DocumentedQuery[]> {
  const page = await readFile(new URL('../../../../docs/graphql.md', import.meta.url), 'utf8')
  const examples = page.matchAll(/```graphql\n(\w+ (\w+).*?)```\s+```json\n(.*?)```/gs)
  const queries = [...examples].map(([, query = '', name = '', variables = '']) => ({
    name,
    query,
    variables,
  }))
  // Altair shows the last window
  return queries.toReversed()
}
