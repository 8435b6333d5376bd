import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { fakeStripe } from '../../support/processor.ts'
import type { TestSalon } from '../../support/salon.ts'
import type { BrowserTest, VisitorOptions } from './in-browser.ts'
import { publicApi } from './public-api.ts'
import { openSite } from './site.ts'
import { recordEvents } from './widget.ts'

const guide = readFileSync(new URL('../../../docs/widget.md', import.meta.url), 'utf8')
const [, snippet = ''] = /```html\n([\s\S]*?)```/.exec(guide) ?? []

interface EmbedOptions extends VisitorOptions {
  /** Attributes of the element besides the key: `service="4"`. */
  attributes?: string
  element?: 'booking' | 'manage'
  /** Instead of the salon's own. */
  publishableKey?: string
  /** Directives of the site's policy besides the published ones. */
  policy?: string
}

/**
 * Opens the published snippet on the page of a salon's own site, as a visitor whose clock shows the
 * time of the salon's.
 */
export async function embed(
  { t, visitor }: BrowserTest,
  salon: TestSalon,
  options: EmbedOptions = {},
): Promise<Page> {
  const api = await publicApi()
  const { language = 'es', element = 'booking', attributes = '' } = options
  const html = snippet
    .replaceAll('https://api.example.com', api)
    .replaceAll('silla_pub_...', options.publishableKey ?? salon.publishableKey)
    .replaceAll('silla-booking', `silla-${element}`)
    .replace(/(<silla-\w+) /, `$1 lang="${language}" ${attributes} `)
  const processor = (await fakeStripe(salon.clock)).url
  const site = await openSite(t, () => ({
    policy:
      `default-src 'none'; script-src ${api} ${processor}; connect-src ${api} ${processor}; ` +
      `img-src ${api}; style-src 'nonce-site'; base-uri 'none'; form-action 'none'; ${options.policy ?? ''}`,
    html: `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Salon</title>
<style nonce="site">
  body { margin: 6px }
  silla-booking { display: block; min-height: 36rem }
</style>
<main><h1>Salon</h1>${html}</main><footer><p>Calle Mayor 1</p></footer>`,
  }))
  const page = await visitor({ now: salon.clock.now(), ...options })
  await recordEvents(page)
  await page.goto(site)
  return page
}
