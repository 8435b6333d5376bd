import { testApi } from '../../support/api.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

/** A response whose body is a page. */
export interface PageResponse {
  status: number
  headers: Headers
  html: string
}

/** Requests addresses as a browser does, without an API key. */
export interface Browser {
  open(path: string, headers?: Record<string, string>, init?: RequestInit): Promise<PageResponse>
}

/** @param url of another API than the test file's own, which ends in `/api/v1` */
export async function browser(url?: string): Promise<Browser> {
  const { origin } = new URL(url ?? (await testApi()).url)
  return {
    async open(path, headers = {}, init = {}) {
      const response = await fetch(origin + path, { redirect: 'manual', ...init, headers })
      return { status: response.status, headers: response.headers, html: await response.text() }
    },
  }
}

/** A salon whose booking page is on, and what opens it. */
export async function openSalonPage(
  fixture: Parameters<typeof openSalon>[0] = {},
): Promise<TestSalon & Browser & { path: string }> {
  const salon = await openSalon({
    ...fixture,
    settings: { onlinePage: true, ...fixture.settings },
  })
  // spreading would read the getter of a salon without payments
  return Object.assign(salon, await browser(), { path: `/s/${salon.slug}` })
}

/** The publishable key in a page. */
export const keyIn = ({ html }: PageResponse): string =>
  /<silla-\w+ key="([^"]+)"/.exec(html)?.[1] ?? ''

/** The text that a page shows, without its elements. */
export const textOf = ({ html }: PageResponse): string =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/[\s\u00a0\u202f]+/g, ' ')
