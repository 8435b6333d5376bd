import { fail } from '@silla/errors'
import { defaultLanguage } from '@silla/locale'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestedLanguage } from '../http/languages.ts'
import { addOwnSite, type OwnSite } from '../http/own-site.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { addUnderPressure, type LoadMonitor } from '../limits/under-pressure.ts'
import { iconPath, iconSizes, pngIcon, pngIconPath, svgIcon } from './agenda-icon.ts'
import {
  agendaManifest,
  agendaPage,
  agendaPolicy,
  manifestPath,
  workerPath,
} from './agenda-page.ts'
import { agendaPath } from './agenda-path.ts'
import { loadAgenda } from './load-release.ts'
import { htmlType } from './page-response.ts'
import { type ReadyFile, readyFile, sendFile } from './ready-file.ts'

/** The agenda of a salon and its files, where staff sign in and nowhere else (D63, D71). */
export async function agendaRoutes(
  app: FastifyInstance,
  { limits, load, site }: { limits: RateLimits; load: LoadMonitor; site: OwnSite },
): Promise<void> {
  addOwnSite(app, site)
  addUnderPressure(app, load)
  app.addHook('onRequest', (_request, reply, done) => {
    reply
      .removeHeader('access-control-allow-origin')
      .removeHeader('access-control-expose-headers')
      .header('cross-origin-opener-policy', 'same-origin')
    done()
  })
  /** Compressed when they are first requested; of one release. */
  const ready = new Map<string, ReadyFile>()

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    await limits.page(request, reply)
    const language = requestedLanguage(request) ?? defaultLanguage
    return reply
      .headers({
        'content-security-policy': agendaPolicy,
        'content-language': language,
        'cache-control': 'no-store',
        vary: 'Accept-Language',
      })
      .type(htmlType)
      .send(agendaPage(language, await loadAgenda()))
  }
  app.get(agendaPath, hidden, page)
  // which views there are, the page knows
  app.get(`${agendaPath}/:vista(^[a-z-]+$)`, hidden, page)

  // at one address for all releases, so that a browser finds a new one
  app.get(workerPath, hidden, async (request, reply) => {
    reply.headers({
      'cache-control': 'no-cache',
      'content-type': typeOf('worker.js'),
      'service-worker-allowed': agendaPath,
      // of its own requests
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
    return sendFile(request, reply, await fileNamed('worker.js'))
  })
  app.get(manifestPath, hidden, async (request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', vary: 'Accept-Language' })
      .type('application/manifest+json')
      .send(JSON.stringify(agendaManifest(requestedLanguage(request) ?? defaultLanguage))),
  )
  app.get(iconPath, hidden, async (_request, reply) =>
    reply.header('cache-control', oneDay).type('image/svg+xml').send(svgIcon),
  )
  for (const size of iconSizes) {
    let icon: Buffer | undefined
    app.get(pngIconPath(size), hidden, async (_request, reply) => {
      icon ??= pngIcon(size)
      return reply.header('cache-control', oneDay).type('image/png').send(icon)
    })
  }

  app.get<{ Params: { release: string; file: string } }>(
    `${agendaPath}/archivos/:release/:file`,
    hidden,
    async (request, reply) => {
      const { release, file } = request.params
      if (release !== (await loadAgenda()).hash) fail('NOT_FOUND')
      reply.removeHeader('vary').headers({
        'cache-control': immutable,
        'cross-origin-resource-policy': 'same-origin',
        'content-type': typeOf(file),
      })
      return sendFile(request, reply, await fileNamed(file))
    },
  )

  async function fileNamed(name: string): Promise<ReadyFile> {
    const { content } = (await loadAgenda()).files.get(name) ?? fail('NOT_FOUND')
    const file = ready.get(name) ?? readyFile(content)
    ready.set(name, file)
    return file
  }
}

const typeOf = (name: string): string =>
  name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'

const hidden = { schema: { hide: true } }
const oneDay = 'public, max-age=86400'
const immutable = 'public, max-age=31536000, immutable'
