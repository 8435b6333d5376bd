import { downloadHeaders, SalonArchiveFile } from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { RequestLog } from '../http/log.ts'
import { requestWeights } from '../limits/request-slots.ts'
import { accessRule, requireAccess } from '../operations/access.ts'
import type { Downloads } from './open-downloads.ts'

/**
 * `GET /ajustes/descarga/archivo/`: everything of the salon, for the owner who has the token of their link (D68).
 * No operation, because GraphQL has no files.
 */
export async function downloadRoutes(
  app: FastifyInstance,
  { downloads, requestLog }: { downloads: Downloads; requestLog: RequestLog },
): Promise<void> {
  app.get(
    '/ajustes/descarga/archivo/',
    {
      schema: {
        tags: ['Settings'],
        security: accessRule('ownerWithPasskey').security,
        summary: "Download the salon's data",
        description:
          'Everything of the salon as it is at one moment, as a tar file. It needs the token of the link ' +
          'that this owner got by email. One download of a salon runs at a time. A file without ' +
          '`manifest.json` is not complete. Errors: INSUFFICIENT_SCOPE, OWNER_REQUIRED, STEP_UP_REQUIRED, ' +
          'PERMISSION_REQUIRED, DOWNLOAD_LINK_INVALID, DOWNLOAD_LINK_EXPIRED. ' +
          accessRule('ownerWithPasskey').sentence,
        headers: downloadHeaders,
        response: {
          200: {
            description: 'The file',
            content: { 'application/x-tar': { schema: SalonArchiveFile } },
          },
        },
      },
      config: { weight: requestWeights.none, isStream: true, action: 'downloads.read' },
      exposeHeadRoute: false,
      onRequest: ({ context }, _reply, done) => {
        requireAccess({ access: 'ownerWithPasskey', rest: { method: 'GET' } }, context)
        done()
      },
    },
    async (request, reply) => {
      const { context, raw } = request
      const body = await downloads.open(context, String(raw.headers['x-descarga'] ?? ''))
      const day = context.realClock.now().toISOString().slice(0, 10)
      reply.headers({
        'content-type': 'application/x-tar',
        'content-disposition': `attachment; filename="${context.tenant.slug}-${day}.tar"`,
        'cache-control': 'no-store',
      })
      requestLog.streamed(request, reply)
      return reply.send(body)
    },
  )
}
