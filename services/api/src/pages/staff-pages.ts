import { defaultLanguage } from '@silla/locale'
import type { FastifyInstance } from 'fastify'
import { readAsset } from '../assets.ts'
import { requestedLanguage } from '../http/languages.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { addUnderPressure, type LoadMonitor } from '../limits/under-pressure.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { htmlType } from './page-response.ts'
import { staffPage, staffPath, staffScriptPath } from './staff-page.ts'

/** The page of staff and its script. It loads nothing from elsewhere, and nobody may frame it (D63). */
export async function staffPagesRoutes(
  app: FastifyInstance,
  { limits, load }: { limits: RateLimits; load: LoadMonitor },
): Promise<void> {
  addUnderPressure(app, load)
  app.addHook('onRequest', (_request, reply, done) => {
    reply
      .removeHeader('access-control-allow-origin')
      .removeHeader('access-control-expose-headers')
      .headers({ 'cross-origin-opener-policy': 'same-origin', 'cache-control': 'no-store' })
    done()
  })
  app.addHook('onRequest', async (request, reply) => limits.page(request, reply))

  app.get(staffPath, hidden, async (request, reply) => {
    const language = requestedLanguage(request) ?? defaultLanguage
    const { html, style } = staffPage(language)
    const policy = contentSecurityPolicy({ style, images: [], paymentScriptUrl: null })
    return reply
      .headers({
        'content-security-policy': `${policy}; require-trusted-types-for 'script'; trusted-types 'none'`,
        'content-language': language,
        vary: 'Accept-Language',
      })
      .type(htmlType)
      .send(html)
  })
  app.get(staffScriptPath, hidden, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(await readAsset('staff-page.js')),
  )
}

const hidden = { schema: { hide: true } }
