import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { atEnd, onePerFile, onePerProcess } from '../../support/at-end.ts'

/** The installed Chromium, or the one in CHROMIUM_PATH; null where there is none. */
export function chromiumPath(): string | null {
  const paths = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : installedPaths
  const path = paths.find((each) => existsSync(each))
  if (path) return path
  if (process.env.CI === 'true')
    throw new Error(`${paths.join(' or ')} is missing, and browser tests may not be skipped here.`)
  return null
}

/** The same engine without the browser's own windows and services takes a third less time. */
const installedPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

const args = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  // no request leaves this machine; a page that sends one fails its test
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

const browserOfProcess = onePerProcess({
  open: () => chromium.launch({ executablePath: chromiumPath() ?? '', args }),
  isOpen: (browser) => browser.isConnected(),
  close: (browser) => browser.close(),
})

/**
 * The browser of this process. Each test has a context of its own in it, which shares nothing with
 * others; the end of a file closes those that a test which timed out has left.
 */
export const testBrowser = onePerFile(async (): Promise<Browser> => {
  const browser = await browserOfProcess()
  atEnd(() => Promise.all(browser.contexts().map((context) => context.close())))
  return browser
})
