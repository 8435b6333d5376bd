import type { CDPSession, Page } from 'playwright-core'

/** A slow mobile network: 150 ms of latency, 1.6 Mbit/s down and 750 kbit/s up. */
export async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1_000_000) / 8,
    uploadThroughput: (0.75 * 1_000_000) / 8,
  })
  return session
}
