import type { Page } from 'playwright-core'
import type { TestSalon } from '../../support/salon.ts'
import type { BrowserTest, VisitorOptions } from './in-browser.ts'
import { publicApi } from './public-api.ts'
import { recordEvents } from './widget.ts'

/**
 * Opens the booking page of a salon, or a page below it, as a visitor whose clock shows the time of
 * the salon's.
 *
 * @param rest what follows the address of the booking page: `/r/7K2MP9QRST`, `?lang=ar`
 */
export async function openSalonPage(
  { visitor }: BrowserTest,
  salon: TestSalon,
  rest = '',
  options: VisitorOptions = {},
): Promise<Page> {
  const page = await visitor({ now: salon.clock.now(), ...options })
  await recordEvents(page)
  await page.goto(`${await publicApi()}/s/${salon.slug}${rest}`)
  return page
}
