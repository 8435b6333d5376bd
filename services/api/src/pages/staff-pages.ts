import { defaultLanguage, type Language } from '@silla/locale'
import type { FastifyInstance } from 'fastify'
import { readAsset, readWebAuthn } from '../assets.ts'
import { requestedLanguage } from '../http/languages.ts'
import { addOwnSite, type OwnSite } from '../http/own-site.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { addUnderPressure, type LoadMonitor } from '../limits/under-pressure.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { htmlType } from './page-response.ts'
import { type ReadyFile, readyFile, sendFile } from './ready-file.ts'
import { deskPath, deskScriptPath, staffDeskPage } from './staff-desk-page.ts'
import { deskSectionScriptPath } from './staff-desk-section.ts'
import { staffScripts } from './staff-frame.ts'
import { importScriptPath, staffImportPage } from './staff-import-page.ts'
import {
  invitationPath,
  invitationScriptPath,
  staffInvitationPage,
} from './staff-invitation-page.ts'
import { importPath, peoplePath, staffPage, staffPath, staffScriptPath } from './staff-page.ts'
import { peopleScriptPath, staffPeoplePage } from './staff-people-page.ts'
import { supportSectionScriptPath } from './staff-support-section.ts'

const pages: Readonly<Record<string, (language: Language) => { html: string; style: string }>> = {
  [staffPath]: staffPage,
  [invitationPath]: staffInvitationPage,
  [deskPath]: staffDeskPage,
  [peoplePath]: staffPeoplePage,
  [importPath]: staffImportPage,
}

const scripts: Readonly<Record<string, () => Promise<string>>> = {
  [staffScripts.webauthn]: readWebAuthn,
  [staffScripts.parts]: () => readAsset('staff/parts.js'),
  [staffScriptPath]: () => readAsset('staff/sign-in.js'),
  [deskSectionScriptPath]: () => readAsset('staff/desk-section.js'),
  [supportSectionScriptPath]: () => readAsset('staff/support-section.js'),
  [invitationScriptPath]: () => readAsset('staff/invitation.js'),
  [deskScriptPath]: () => readAsset('staff/desk.js'),
  [peopleScriptPath]: () => readAsset('staff/people.js'),
  [importScriptPath]: () => readAsset('staff/import.js'),
}

/**
 * The pages of staff and their scripts. They load nothing from elsewhere, and nobody may frame them
 * (D63).
 */
export async function staffPagesRoutes(
  app: FastifyInstance,
  { limits, load, site }: { limits: RateLimits; load: LoadMonitor; site: OwnSite },
): Promise<void> {
  addOwnSite(app, site)
  addUnderPressure(app, load)
  app.addHook('onRequest', (_request, reply, done) => {
    reply
      .removeHeader('access-control-allow-origin')
      .removeHeader('access-control-expose-headers')
      .headers({
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      })
    done()
  })
  app.addHook('onRequest', async (request, reply) => limits.page(request, reply))

  for (const [path, render] of Object.entries(pages))
    app.get(path, hidden, async (request, reply) => {
      const language = requestedLanguage(request) ?? defaultLanguage
      const { html, style } = render(language)
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
  for (const [path, read] of Object.entries(scripts)) {
    /** Compressed when it is first requested. */
    let ready: ReadyFile | undefined
    app.get(path, hidden, async (request, reply) => {
      ready ??= readyFile(Buffer.from(await read()))
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8')
      return sendFile(request, reply, ready)
    })
  }
}

const hidden = { schema: { hide: true } }
