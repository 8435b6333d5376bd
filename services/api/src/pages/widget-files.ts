import { fail } from '@silla/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loadWidget } from './load-release.ts'
import { type ReadyFile, readyFile, sendFile } from './ready-file.ts'

/**
 * The files of the widget, for the sites of the salons and for the pages. `/widget/v1/silla.js` is
 * always the newest release; all files are under the hash of their release too, and never change
 * there.
 */
export async function widgetRoutes(app: FastifyInstance): Promise<void> {
  /** Compressed when they are first requested. */
  const ready = new Map<string, ReadyFile>()

  app.get('/widget/v1/silla.js', hidden, (request, reply) =>
    send(request, reply, { name: entryName, cacheControl: newest }),
  )
  app.get<{ Params: { release: string; file: string } }>(
    '/widget/:release/:file',
    hidden,
    async (request, reply) => {
      const { release, file } = request.params
      if (release !== (await loadWidget()).hash) fail('NOT_FOUND')
      return send(request, reply, { name: file, cacheControl: immutable })
    },
  )

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, cacheControl }: { name: string; cacheControl: string },
  ): Promise<FastifyReply> {
    const file = await fileNamed(name)
    reply.removeHeader('vary').headers({
      'cache-control': cacheControl,
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'text/javascript; charset=utf-8',
    })
    return sendFile(request, reply, file)
  }

  async function fileNamed(name: string): Promise<ReadyFile> {
    const { files } = await loadWidget()
    const { content } = files.get(name) ?? fail('NOT_FOUND')
    const file = ready.get(name) ?? readyFile(content)
    ready.set(name, file)
    return file
  }
}

const entryName = 'silla.js'
const hidden = { schema: { hide: true } }
/** Five minutes, and up to a day longer while it is fetched again in the background. */
const newest = 'public, max-age=300, stale-while-revalidate=86400'
const immutable = 'public, max-age=31536000, immutable'
