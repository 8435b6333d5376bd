import {
  openStaffSecrets,
  openTenants,
  type Role,
  roles,
  signInDemoStaff,
  systemClock,
} from '@silla/core'
import type { Database, Listener } from '@silla/db'
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import type { DemoBusiness } from './demo-file.ts'

export interface DevStaffParts {
  /** Of the administrator: it writes people. */
  database: Database
  staffPepper: string
  businesses: readonly Pick<DemoBusiness, 'id' | 'slug' | 'name'>[]
}

/**
 * Signs in with one click as each role of a demo business, at `/dev/staff`, and shows the agenda. For development only: it
 * needs no proof of who somebody is, so only `npm start` adds it, which production refuses.
 */
export function addDevStaff(
  app: FastifyInstance,
  { database, staffPepper, businesses }: DevStaffParts,
): void {
  const tenants = openTenants({ database, notices: noNotifications, clock: systemClock })
  const secrets = openStaffSecrets([staffPepper])

  app.get('/dev/staff', hidden, async (_request, reply) =>
    reply
      .removeHeader('access-control-allow-origin')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(listPage(businesses)),
  )
  app.get<{ Params: { slug: string; role: string } }>(
    '/dev/staff/:slug/:role',
    hidden,
    async (request, reply) => {
      const { slug, role } = request.params
      const business = businesses.find((each) => each.slug === slug)
      if (business === undefined || !isRole(role)) return reply.callNotFound()
      // a link of another site signs nobody in
      if (!['same-origin', 'none', undefined].includes(siteOf(request.headers)))
        return reply.redirect('/dev/staff', 303)
      const tenant = tenants.tenant(business.id, slug)
      const context = { tenant, clock: systemClock, realClock: systemClock }
      const { token } = await signInDemoStaff(context, secrets, role)
      return reply
        .header('set-cookie', `__Host-silla_staff=${token}; ${cookieAttributes}`)
        .redirect('/agenda', 303)
    },
  )
}

const siteOf = (headers: Record<string, unknown>): string | undefined =>
  headers['sec-fetch-site'] as string | undefined

const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)

const cookieAttributes = 'Path=/; Max-Age=86400; HttpOnly; Secure; SameSite=Lax'

const listPage = (businesses: DevStaffParts['businesses']): string => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Demo staff</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><main><h1>Sign in to a demo salon</h1>!${businesses.map(
  ({ slug, name }) =>
    html`<h2>${name}</h2><ul>!${roles.map(
      (role) => html`<li><a href="/dev/staff/${slug}/${role}">${role}</a></li>`,
    )}</ul>`,
)}</main></body></html>`

const hidden = { schema: { hide: true } as object }

/** The catalogue is read for the name of a professional: an old one does. */
const noNotifications: Listener = {
  on: () => {},
  onGap: () => {},
  notify: async () => {},
  close: async () => {},
}
